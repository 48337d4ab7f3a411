// Package store has functions without a context.
package store

import (
	"context"
	"errors"
	"log/slog"
	"net/http"
	"time"
)

type Store struct {
	put   func(ctx context.Context, key string) error
	token string
}

// Save has a timeout of its own and no caller.
func (s *Store) Save(key string) error { return s.save(key) }

func (s *Store) save(key string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return s.put(ctx, key)
}

// Load is generic.
func Load[T any](url string, decode func(*http.Response) (T, error)) (T, error) {
	resp, err := http.Get(url)
	if err != nil {
		var none T
		return none, err
	}
	return decode(resp)
}

// From here on importers are told nothing.

// Check is called here where a context is in reach.
func (s *Store) Check() error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.put(ctx, "check")
}

func (s *Store) Ready(ctx context.Context) error {
	if err := s.Check(); err != nil { // want `\(\*store.Store\).Check gets no context although ctx is in reach: a timeout of 1s \(store.go:40\) goes on when the caller gives up$`
		return err
	}
	return s.put(ctx, "ready")
}

// Close has to be made when the caller has gone.
func (s *Store) Close() error {
	return errors.Join(s.save("closed"), s.put(context.Background(), "end"))
}

// Later is not waited for.
func (s *Store) Later(key string) error {
	go func() {
		if err := s.save(key); err != nil {
			slog.Error("save", "error", err)
		}
	}()
	return nil
}
