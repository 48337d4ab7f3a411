// Package lib is what a company writes once for all its programs.
package lib

import (
	"context"
	"errors"
	"time"
)

// Retry runs op again while it fails.
func Retry(ctx context.Context, attempts int, wait time.Duration, op func() error) error {
	var err error
	for i := 0; i < attempts; i++ { // region: retry delay=fixed ctx=yes errors=all
		if err = op(); err == nil {
			return nil
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// Value is Retry for functions with a result.
func Value[T any](ctx context.Context, attempts int, op func() (T, error)) (T, error) {
	var value T
	err := Retry(ctx, attempts, time.Second, func() (err error) { // region: retry|none
		value, err = op()
		return err
	})
	return value, err
}

// A Config says how to retry.
type Config struct {
	Retries int
	Wait    time.Duration
}

// Do runs op once and again while it fails.
func (c Config) Do(ctx context.Context, op func(context.Context) error) error {
	err := op(ctx)
	for i := 0; err != nil && i < c.Retries; i++ { // region: retry errors=all
		time.Sleep(c.Wait)
		err = op(ctx)
	}
	return err
}

// An Option changes a Runner.
type Option func(*Runner)

// Attempts sets the number of attempts.
func Attempts(n int) Option { return func(r *Runner) { r.attempts = n } }

// If sets which errors are repeated.
func If(again func(error) bool) Option { return func(r *Runner) { r.again = again } }

// A Runner runs things again.
type Runner struct {
	attempts int
	again    func(error) bool
}

// NewRunner returns a runner that makes 10 attempts unless told otherwise.
func NewRunner(opts ...Option) *Runner {
	r := &Runner{attempts: 10, again: func(error) bool { return true }}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Run runs op.
func (r *Runner) Run(op func() error) (err error) {
	for range r.attempts { // region: retry
		if err = op(); err == nil || !r.again(err) {
			return err
		}
	}
	return err
}

// ErrStop ends a Loop.
var ErrStop = errors.New("stop")

// Loop runs step until it says that it is done: true, nil ends it, false, nil
// goes on, and so does an error, until there were three of them.
func Loop(ctx context.Context, step func() (bool, error)) error {
	failures := 0
	for { // region: retry|poll|poll-err|none
		done, err := step()
		if done {
			return err
		}
		if err != nil {
			if failures++; failures == 3 {
				return err
			}
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Until waits for a condition; an error ends it.
func Until(ctx context.Context, condition func() (bool, error)) error {
	for { // region: poll|none
		ok, err := condition()
		if err != nil || ok {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Each runs visit for each name. It repeats no failure.
func Each(names []string, visit func(string) error) error {
	for _, name := range names { // region: nextitem|none
		if err := visit(name); err != nil {
			return err
		}
	}
	return nil
}

// Once runs op, once.
func Once(op func() error) error { return op() }
