// Package strict has what is likely, and not certain.
package strict

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/cenkalti/backoff/v4"
)

// Service is somewhere else.
type Service interface {
	Call(ctx context.Context) error
}

// Step waits the same as everybody.
func Step(ctx context.Context, s Service) (err error) {
	d := time.Second
	for range 5 {
		if err = s.Call(ctx); err == nil {
			return nil
		}
		time.Sleep(d) // want `\(strict\.Service\)\.Call is repeated after an exponential wait without jitter: clients that failed together come back together`
		d *= 2
	}
	return err
}

// Spread waits a time of its own.
func Spread(ctx context.Context, s Service) (err error) {
	d := time.Second
	for range 5 {
		if err = s.Call(ctx); err == nil {
			return nil
		}
		time.Sleep(d/2 + rand.N(d))
		d *= 2
	}
	return err
}

// Single allows one attempt.
func Single(ctx context.Context, s Service) error {
	return backoff.Retry(func() error { // want `\(strict\.Service\)\.Call is never repeated: the settings allow one attempt`
		return s.Call(ctx)
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 0))
}

// Twice repeats at once, once.
func Twice(ctx context.Context, s Service) (err error) {
	for range 2 {
		if err = s.Call(ctx); err == nil { // want `\(strict\.Service\)\.Call is repeated without a wait, up to 2 attempts`
			return nil
		}
	}
	return err
}
