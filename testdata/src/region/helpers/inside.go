package helpers

import (
	"errors"
	"fmt"
	"time"

	"region/helpers/database"
)

var errConflict = errors.New("conflict")

type meta struct {
	db *database.Engine
	kv transactor
}

// What runs it once is handed a closure that runs it.

func (m *meta) txn(f func(s *database.Session) error) error {
	var last error
	for range 50 { // region: retry attempts=50
		_, err := m.db.Transaction(func(s *database.Session) (any, error) {
			return nil, f(s)
		})
		if err != nil && passing(err) {
			last = err
			time.Sleep(time.Millisecond)
			continue
		}
		return err
	}
	return last
}

func passing(err error) bool { return errors.Is(err, errConflict) || err.Error() == "locked" }

func (m *meta) remove(name string) error {
	return m.txn(func(s *database.Session) error { // region: retry kind=inhouse-helper-call attempts=50
		return s.Exec("delete " + name)
	})
}

type transactor interface {
	once(f func() error) error
}

// A wrapper goes around it on the way.

func coded(f func() error) func() error {
	return func() error {
		if err := f(); err != nil {
			return fmt.Errorf("coded: %w", err)
		}
		return nil
	}
}

func (m *meta) wrapped(f func() error) error {
	var err error
	for range 5 { // region: retry attempts=5
		if err = m.kv.once(coded(f)); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (m *meta) set(s *database.Session) error {
	return m.wrapped(func() error { return s.Exec("set") }) // region: retry kind=inhouse-helper-call attempts=5
}

// Near miss: each item is handed to what the caller wants to see it with, and only a
// broken scan is done again.
func (m *meta) scan(see func(string)) error {
	var err error
	for range 3 { // region: retry attempts=3
		err = m.db.Update(func(s *database.Session) error {
			if err := s.Exec("scan"); err != nil {
				return err
			}
			see("item")
			return nil
		})
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (m *meta) count() (n int, err error) {
	err = m.scan(func(string) { n++ })
	return n, err
}

// What a wrapper goes around is repeated by whoever is handed the whole.
func (m *meta) twice(s *database.Session) error {
	return untilGood(coded(func() error { return s.Exec("twice") })) // region: retry kind=inhouse-helper-call attempts=3
}

// What only fills a transaction is done again with it.
func (m *meta) fill(name string) error {
	return m.txn(func(s *database.Session) error { // region: retry kind=inhouse-helper-call attempts=50
		s.Add(name)
		return nil
	})
}
