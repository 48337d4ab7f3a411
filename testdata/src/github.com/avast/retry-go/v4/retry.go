// Package retry stands for the package of this import path: its functions have
// the right types and do nothing.
package retry

import (
	"context"
	"time"
)

// A Config is what options change.
type Config struct{}

// An Option changes a Config.
type Option func(*Config)

// A RetryableFunc is what is repeated.
type RetryableFunc func() error

// DelayTypeFunc computes a wait.
type DelayTypeFunc func(n uint, err error, config *Config) time.Duration

// Do repeats a function.
func Do(retryableFunc RetryableFunc, opts ...Option) error { return nil }

// Attempts sets the number of attempts.
func Attempts(attempts uint) Option { return nil }

// Delay sets the wait.
func Delay(delay time.Duration) Option { return nil }

// DelayType sets how waits grow.
func DelayType(delayType DelayTypeFunc) Option { return nil }

// FixedDelay is a wait that does not grow.
func FixedDelay(n uint, err error, config *Config) time.Duration { return 0 }

// RetryIf sets which errors are repeated.
func RetryIf(retryIf func(error) bool) Option { return nil }

// Context sets the context.
func Context(ctx context.Context) Option { return nil }

// Unrecoverable marks an error that is not repeated.
func Unrecoverable(err error) error { return err }
