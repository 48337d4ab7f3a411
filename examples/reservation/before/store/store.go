// Package store keeps values in memory and changes them in serializable
// transactions.
package store

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"time"
)

// ErrConflict says that another transaction changed what this one had read.
var ErrConflict = errors.New("serialization conflict")

const (
	// attempts is how often a transaction is run before its conflict is
	// returned.
	attempts = 3
	// maxWait is the longest wait before a transaction is run again.
	maxWait = 50 * time.Millisecond
)

// A DB holds values.
type DB struct {
	mu     sync.Mutex
	values map[string]version
}

type version struct {
	value  string
	number int
}

// New returns an empty database.
func New() *DB { return &DB{values: map[string]version{}} }

// A Tx is one run of a transaction.
type Tx struct {
	db     *DB
	read   map[string]int // the version of each value that was read
	writes map[string]string
}

// Get returns the value of key, "" if there is none.
func (tx *Tx) Get(key string) string {
	if v, ok := tx.writes[key]; ok {
		return v
	}
	tx.db.mu.Lock()
	defer tx.db.mu.Unlock()
	v := tx.db.values[key]
	tx.read[key] = v.number
	return v.value
}

// Put sets the value of key when the transaction commits.
func (tx *Tx) Put(key, value string) { tx.writes[key] = value }

// Serializable runs fn in a transaction. On a conflict it runs fn again, from
// the start: fn must do nothing that cannot be undone by forgetting it.
func (db *DB) Serializable(ctx context.Context, fn func(*Tx) error) error {
	for attempt := 1; ; attempt++ {
		err := db.run(fn)
		if err == nil || !errors.Is(err, ErrConflict) || attempt == attempts {
			return err
		}
		select {
		case <-time.After(rand.N(maxWait)):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (db *DB) run(fn func(*Tx) error) error {
	tx := &Tx{db: db, read: map[string]int{}, writes: map[string]string{}}
	if err := fn(tx); err != nil {
		return err
	}
	return tx.commit()
}

func (tx *Tx) commit() error {
	tx.db.mu.Lock()
	defer tx.db.mu.Unlock()
	for key, number := range tx.read {
		if tx.db.values[key].number != number {
			return ErrConflict
		}
	}
	for key, value := range tx.writes {
		tx.db.values[key] = version{value, tx.db.values[key].number + 1}
	}
	return nil
}
