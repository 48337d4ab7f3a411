// Package attempts has timeouts of attempts that are made in the wrong place.
package attempts

import (
	"context"
	"errors"
	"time"

	"github.com/avast/retry-go/v4"
)

type backend interface {
	Put(ctx context.Context, key string) error
}

// Each attempt has its full time, whatever the caller has left.
func freshInLoop(ctx context.Context, b backend) (err error) {
	for range 3 {
		c, cancel := context.WithTimeout(context.Background(), 2*time.Second) // want `^each of 3 attempts of \(attempts.backend\).Put gets 2s of its own, not from ctx: up to 6s whatever the caller has left$`
		err = b.Put(c, "k")
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func freshInClosure(ctx context.Context, b backend) error {
	return retry.Do(func() error {
		c, cancel := context.WithTimeout(context.Background(), 2*time.Second) // want `^each of 5 attempts of .* gets 2s of its own, not from ctx: up to 10s whatever the caller has left$`
		defer cancel()
		return b.Put(c, "k")
	}, retry.Attempts(5), retry.Context(ctx))
}

// One timeout for all, and the loop does not end with it.
func sharedByLoop(ctx context.Context, b backend) (err error) {
	c, cancel := context.WithTimeout(ctx, 2*time.Second) // want `^one timeout of 2s covers all 3 attempts of .*: when it has expired, the others start without any time left$`
	defer cancel()
	for range 3 {
		if err = b.Put(c, "k"); err == nil {
			return nil
		}
	}
	return err
}

// Each context derives from the last one.
func chainedInLoop(ctx context.Context, b backend) (err error) {
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 2*time.Second) // want `^each attempt of .* derives its context from that of the attempt before: a later one ends by the timeout of the first attempt at the latest$`
		err = b.Put(ctx, "k")
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func chainedInClosure(ctx context.Context, b backend) error {
	return retry.Do(func() error {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 2*time.Second) // want `derives its context from that of the attempt before`
		defer cancel()
		return b.Put(ctx, "k")
	}, retry.Attempts(5), retry.Context(ctx))
}

func canceledByLast(ctx context.Context, b backend) (err error) {
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithCancel(ctx) // want `a later one starts canceled$`
		err = b.Put(ctx, "k")
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// From here on nothing is wrong.

func derived(ctx context.Context, b backend) (err error) {
	for range 3 {
		c, cancel := context.WithTimeout(ctx, 2*time.Second)
		err = b.Put(c, "k")
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Shadowed in each attempt.
func shadowed(ctx context.Context, b backend) (err error) {
	for range 3 {
		ctx, cancel := context.WithTimeout(ctx, 2*time.Second)
		err = b.Put(ctx, "k")
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// No caller gave this function any time.
func freshAlone(b backend) (err error) {
	for range 3 {
		c, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		err = b.Put(c, "k")
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// A deadline for the whole, which ends the loop.
func whole(ctx context.Context, b backend) (err error) {
	c, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for c.Err() == nil {
		if err = b.Put(c, "k"); err == nil {
			return nil
		}
	}
	return err
}

// The loop ends when the time is over.
func endsOnTimeout(ctx context.Context, b backend) (err error) {
	c, cancel := context.WithTimeout(ctx, 2*time.Second)
	defer cancel()
	for range 3 {
		err = b.Put(c, "k")
		if err == nil || errors.Is(err, context.DeadlineExceeded) {
			return err
		}
	}
	return err
}

// Set back in each attempt.
func setBack(ctx context.Context, b backend) (err error) {
	parent := ctx
	for range 3 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(parent, 2*time.Second)
		err = b.Put(ctx, "k")
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// Each call of the recursion makes a timeout of its own.
func recursion(b backend, n int) error {
	c, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	err := b.Put(c, "k")
	cancel()
	if err != nil && n < 3 {
		return recursion(b, n+1)
	}
	return err
}
