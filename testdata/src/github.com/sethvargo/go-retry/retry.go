// Package retry stands for the package of this import path: its functions have
// the right types and do nothing.
package retry

import (
	"context"
	"time"
)

// A Backoff is a policy.
type Backoff interface{ Next() (time.Duration, bool) }

// A RetryFunc is what is repeated.
type RetryFunc func(ctx context.Context) error

// Do repeats a function when its error is marked.
func Do(ctx context.Context, b Backoff, f RetryFunc) error { return nil }

// RetryableError marks an error that is repeated.
func RetryableError(err error) error { return err }

// NewConstant returns a policy whose waits are equal.
func NewConstant(t time.Duration) Backoff { return nil }

// NewExponential returns a policy whose waits double.
func NewExponential(base time.Duration) Backoff { return nil }

// WithMaxRetries limits a policy.
func WithMaxRetries(max uint64, next Backoff) Backoff { return nil }
