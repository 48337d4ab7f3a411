// Package backoff stands for the package of this import path: its functions
// have the right types and do nothing.
package backoff

import (
	"context"
	"time"
)

// A BackOff is a policy.
type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

// A BackOffContext is a policy with a context.
type BackOffContext interface {
	BackOff
	Context() context.Context
}

// An Operation is what is repeated.
type Operation func() error

// Retry repeats an operation.
func Retry(o Operation, b BackOff) error { return nil }

// An ExponentialBackOff is a policy whose waits double.
type ExponentialBackOff struct {
	InitialInterval time.Duration
	Multiplier      float64
	MaxInterval     time.Duration
	MaxElapsedTime  time.Duration
	Stop            time.Duration
}

// Stop says that the limit is reached.
const Stop time.Duration = -1

// NextBackOff implements BackOff.
func (b *ExponentialBackOff) NextBackOff() time.Duration { return 0 }

// Reset implements BackOff.
func (b *ExponentialBackOff) Reset() {}

// An ExponentialBackOffOpts changes a policy.
type ExponentialBackOffOpts func(*ExponentialBackOff)

// NewExponentialBackOff returns a policy.
func NewExponentialBackOff(opts ...ExponentialBackOffOpts) *ExponentialBackOff { return nil }

// WithMaxElapsedTime ends the repetition.
func WithMaxElapsedTime(duration time.Duration) ExponentialBackOffOpts { return nil }

// A ConstantBackOff is a policy whose waits are equal.
type ConstantBackOff struct{ Interval time.Duration }

// NextBackOff implements BackOff.
func (b *ConstantBackOff) NextBackOff() time.Duration { return 0 }

// Reset implements BackOff.
func (b *ConstantBackOff) Reset() {}

// NewConstantBackOff returns a policy.
func NewConstantBackOff(d time.Duration) *ConstantBackOff { return nil }

// WithMaxRetries limits a policy.
func WithMaxRetries(b BackOff, max uint64) BackOff { return nil }

// WithContext ends a policy with a context.
func WithContext(b BackOff, ctx context.Context) BackOffContext { return nil }

// Permanent marks an error that is not repeated.
func Permanent(err error) error { return err }
