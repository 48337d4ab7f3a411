// Package backoff stands for the package of this import path.
package backoff

import "time"

// A BackOff is a policy.
type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

// An Operation is what is repeated.
type Operation func() error

// Retry repeats an operation.
func Retry(o Operation, b BackOff) error { return nil }

// A PermanentError is not repeated.
type PermanentError struct{ Err error }

func (e *PermanentError) Error() string { return e.Err.Error() }

// Permanent marks an error.
func Permanent(err error) *PermanentError { return &PermanentError{err} }
