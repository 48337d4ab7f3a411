// Package wait stands for the package of this import path: its functions have
// the right types and do nothing.
package wait

import (
	"context"
	"time"
)

// A Backoff is a policy.
type Backoff struct {
	Duration time.Duration
	Factor   float64
	Jitter   float64
	Steps    int
	Cap      time.Duration
}

// ConditionFunc is what is awaited.
type ConditionFunc func() (done bool, err error)

// ConditionWithContextFunc is what is awaited.
type ConditionWithContextFunc func(context.Context) (done bool, err error)

// ExponentialBackoff waits for a condition.
func ExponentialBackoff(backoff Backoff, condition ConditionFunc) error { return nil }

// PollUntilContextTimeout waits for a condition.
func PollUntilContextTimeout(ctx context.Context, interval, timeout time.Duration, immediate bool, condition ConditionWithContextFunc) error {
	return nil
}

// UntilWithContext runs a function again and again.
func UntilWithContext(ctx context.Context, f func(context.Context), period time.Duration) {}
