// Package backoff has the signatures of the library that the tests look up.
package backoff

import "time"

type BackOff interface {
	NextBackOff() time.Duration
	Reset()
}

type ExponentialBackOff struct {
	InitialInterval time.Duration
	MaxElapsedTime  time.Duration
}

func NewExponentialBackOff() *ExponentialBackOff { return nil }

type Operation func() error

func Retry(o Operation, b BackOff) error { return o() }

func WithMaxRetries(b BackOff, max uint64) BackOff { return b }

func Permanent(err error) error { return err }
