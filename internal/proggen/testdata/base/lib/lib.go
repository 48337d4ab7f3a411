// Package lib has the helpers that all programs share.
package lib

import (
	"context"
	"errors"
	"iter"
	"time"

	"example.com/generated/leaf"
)

// Retryable and Permanent are the two ways to ask about an error.
func Retryable(err error) bool { return errors.Is(err, leaf.ErrDown) }

// Permanent reports whether repeating is of no use.
func Permanent(err error) bool {
	return errors.Is(err, leaf.ErrGone) || errors.Is(err, leaf.ErrDenied)
}

// Retry makes up to attempts attempts.
func Retry(ctx context.Context, attempts int, op func(context.Context) error) error {
	var err error
	for i := 0; i < attempts; i++ {
		if err = op(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// RetryMore makes retries attempts more than one.
func RetryMore(op func() error, retries int) error {
	for n := 0; ; n++ {
		err := op()
		if err == nil || n == retries {
			return err
		}
	}
}

// Get is Retry for functions with a result.
func Get[T any](ctx context.Context, attempts int, op func(context.Context) (T, error)) (T, error) {
	for attempt := 1; ; attempt++ {
		value, err := op(ctx)
		if err == nil || attempt >= attempts {
			return value, err
		}
	}
}

// A Policy says how to retry.
type Policy struct {
	Attempts int
	Wait     time.Duration
}

// Run runs op under the policy.
func (p Policy) Run(ctx context.Context, op func(context.Context) error) error {
	var err error
	for left := p.Attempts; left > 0; left-- {
		if err = op(ctx); err == nil {
			return nil
		}
		select {
		case <-time.After(p.Wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

type settings struct {
	retries int
	again   func(error) bool
}

// An Option changes what Do does.
type Option func(*settings)

// WithRetries sets the number of retries.
func WithRetries(n int) Option { return func(s *settings) { s.retries = n } }

// Do runs op, and again unless it succeeds: 9 times unless told otherwise.
func Do(ctx context.Context, op func() error, opts ...Option) error {
	s := settings{retries: 9, again: func(error) bool { return true }}
	for _, opt := range opts {
		opt(&s)
	}
	err := op()
	for i := 0; i < s.retries && err != nil && s.again(err); i++ {
		err = op()
	}
	return err
}

// Retrying returns op as a function that makes up to attempts attempts.
func Retrying(op func(context.Context) error, attempts int) func(context.Context) error {
	return func(ctx context.Context) (err error) {
		for range attempts {
			if err = op(ctx); err == nil {
				break
			}
		}
		return err
	}
}

// A Retrier runs things again.
type Retrier struct{ attempts int }

// UpTo sets the number of attempts.
func UpTo(n int) func(*Retrier) { return func(r *Retrier) { r.attempts = n } }

// NewRetrier returns a retrier that makes 7 attempts unless told otherwise.
func NewRetrier(opts ...func(*Retrier)) *Retrier {
	r := &Retrier{attempts: 7}
	for _, opt := range opts {
		opt(r)
	}
	return r
}

// Do runs op.
func (r *Retrier) Do(ctx context.Context, op func() error) error {
	attempt := 1
again:
	err := op()
	if err == nil || attempt >= r.attempts || ctx.Err() != nil {
		return err
	}
	attempt++
	goto again
}

// An Iterator counts attempts.
type Iterator struct{ made, max int }

// Start returns an iterator for up to n attempts.
func Start(n int) *Iterator { return &Iterator{max: n} }

// Next reports whether there is another attempt, and waits for it.
func (it *Iterator) Next() bool {
	if it.made >= it.max {
		return false
	}
	if it.made > 0 {
		time.Sleep(time.Nanosecond)
	}
	it.made++
	return true
}

// A Backoff is asked whether to go on, and waits.
type Backoff struct {
	ctx  context.Context
	left int
}

// NewBackoff returns a backoff for up to n attempts.
func NewBackoff(ctx context.Context, n int) *Backoff { return &Backoff{ctx, n} }

// Ongoing reports whether to go on.
func (b *Backoff) Ongoing() bool { return b.ctx.Err() == nil && b.left > 0 }

// Wait waits.
func (b *Backoff) Wait() {
	b.left--
	time.Sleep(time.Nanosecond)
}

// Attempts yields up to n attempts.
func Attempts(n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
		}
	}
}
