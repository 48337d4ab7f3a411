// Package rate stands for the package of this import path.
package rate

import "context"

// A Limit is a rate.
type Limit float64

// A Limiter limits.
type Limiter struct{ left int }

// NewLimiter returns a limiter.
func NewLimiter(r Limit, b int) *Limiter { return &Limiter{b} }

// Allow reports whether an event may happen now.
func (l *Limiter) Allow() bool { return l.left > 0 }

// Wait waits until an event may happen.
func (l *Limiter) Wait(ctx context.Context) error { return nil }
