// Package app calls what others declare.
package app

import (
	"context"
	"time"

	"nestedretry/declared/ports"
	"nestedretry/declared/remote"
)

func function() (err error) {
	for range 3 {
		if err = remote.Ask("x"); err == nil { // want `up to 9 calls of remote.Ask per request: 3 attempts here x 3 in remote.Ask`
			return nil
		}
	}
	return err
}

func patient(ctx context.Context) (err error) {
	for range 3 {
		if err = remote.Patient(ctx, time.Minute); err == nil { // want `1m0s`
			return nil
		}
	}
	return err
}

func method(ctx context.Context, l ports.Ledger) (err error) {
	for range 3 {
		if err = l.Book(ctx, "e"); err == nil { // want `up to 12 calls of \(ports.Ledger\).Book per request: 3 attempts here x 4 in \(ports.Ledger\).Book`
			return nil
		}
	}
	return err
}

func once(ctx context.Context, l ports.Ledger) (err error) {
	for range 3 {
		if err = l.Read(ctx, "e"); err == nil {
			return nil
		}
	}
	return remote.Direct(nil)
}

func direct() (err error) {
	for range 5 {
		if err = remote.Direct([]string{"u"}); err == nil {
			return nil
		}
	}
	return err
}

func handed(q *remote.Queue, done func(error)) {
	q.Submit(5, func() error { return remote.Ask("x") }, done) // want `up to 15 calls of remote.Ask per request: 5 attempts here x 3 in remote.Ask`
}

func through(r ports.Runner) error {
	return r.Run(1, func() error { return remote.Ask("x") }) // want `up to 6 calls of remote.Ask per request: 2 attempts here x 3 in remote.Ask`
}

// A type of this package behind the interface: what is said of the method
// counts, not its body.
type file struct{}

func (file) Book(ctx context.Context, entry string) error { return nil }
func (file) Read(ctx context.Context, entry string) error { return remote.Ask(entry) }
func (file) Close(ctx context.Context) error              { return remote.Ask("close") }

func wired(ctx context.Context) error {
	if err := closing(ctx, file{}); err != nil { // want `up to 6 calls of remote.Ask per request: 2 attempts in closing`
		return err
	}
	return method(ctx, file{})
}

func closing(ctx context.Context, l ports.Ledger) (err error) {
	for range 2 {
		if err = l.Close(ctx); err == nil {
			return nil
		}
	}
	return err
}
