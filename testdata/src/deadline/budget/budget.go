// Package budget has retries below timeouts: some do not fit.
package budget

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"deadline/budget/lower"

	"github.com/avast/retry-go/v4"
)

type backend interface {
	Put(ctx context.Context, key string) error
}

func once(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	return b.Put(ctx, "k")
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// The document example: 3 x 200 ms + 50 ms + 100 ms.
func grows(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, 600*time.Millisecond) // want `^worst case 750ms does not fit the 600ms deadline: attempt 3 of 3 has 50ms left of its 200ms$`
	defer cancel()
	pause := 50 * time.Millisecond
	for i := 1; ; i++ {
		err := once(ctx, b)
		if err == nil || i == 3 {
			return err
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
		pause *= 2
	}
}

// Only some can start.
func many(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second) // want `^worst case 2s does not fit the 1s deadline: 10 attempts of 200ms, only 5 can start$`
	defer cancel()
	for range 10 {
		if err = once(ctx, b); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// The first wait is longer than all the time there is.
func late(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 800*time.Millisecond) // want `^worst case 2.6s does not fit the 800ms deadline: the first wait of 1s is longer, so that no retry ever runs$`
	defer cancel()
	for range 3 {
		if err = once(ctx, b); err == nil {
			return nil
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
	return err
}

// Nobody knows how long an attempt takes, but the waits are enough.
func waitsAlone(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2500*time.Millisecond) // want `^the waits alone, 3s, do not fit the 2.5s deadline: only 3 of 4 attempts can start$`
	defer cancel()
	for i := range 4 {
		if i > 0 {
			if err := wait(ctx, time.Second); err != nil {
				return err
			}
		}
		if err = b.Put(ctx, "k"); err == nil {
			return nil
		}
	}
	return err
}

// Backoff with jitter, capped: at least 50+100+200+200 ms.
func jittered(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 1500*time.Millisecond) // want `^worst case 1.55s does not fit the 1.5s deadline: attempt 5 of 5 has 150ms left of its 200ms$`
	defer cancel()
	for i := 0; ; i++ {
		err := once(ctx, b)
		if err == nil || i == 4 {
			return err
		}
		d := min(100*time.Millisecond<<i, 400*time.Millisecond)
		if err := wait(ctx, d/2+rand.N(d/2)); err != nil {
			return err
		}
	}
}

// Through a function of another package, with a deadline that is a time.
func below(ctx context.Context, c *lower.Client) error {
	ctx, cancel := context.WithDeadline(ctx, time.Now().Add(5*time.Second)) // want `^worst case 6s does not fit the 5s deadline: attempt 3 of 3 has 1s left of its 2s$`
	defer cancel()
	return c.Get(ctx)
}

// Layers over layers.
func layers(ctx context.Context, c *lower.Client) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second) // want `^worst case 12s does not fit the 5s deadline: 6 attempts of 2s, only 3 can start$`
	defer cancel()
	for range 2 {
		if err = c.Get(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// A timeout that covers more than one attempt each time.
func rounds(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 2*time.Second) // want `^worst case 5s does not fit the 2s deadline: 20 attempts with 1s for every 4, only 8 can start$`
	defer cancel()
	for range 5 {
		if err = round(ctx, b); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func round(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	err := b.Put(ctx, "k")
	for i := 0; i < 3 && err != nil && ctx.Err() == nil; i++ {
		err = b.Put(ctx, "k")
	}
	return err
}

// A library repeats a closure.
func library(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second) // want `^worst case 5s does not fit the 1s deadline: the first wait of 1s is longer, so that no retry ever runs$`
	defer cancel()
	return retry.Do(func() error {
		ctx, cancel := context.WithTimeout(ctx, time.Second)
		defer cancel()
		return b.Put(ctx, "k")
	}, retry.Attempts(3), retry.Delay(time.Second), retry.DelayType(retry.FixedDelay), retry.Context(ctx))
}

// A handler with a timeout around it.
func Handler(b backend) http.Handler {
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for range 10 {
			if once(r.Context(), b) == nil || r.Context().Err() != nil {
				return
			}
		}
	})
	return http.TimeoutHandler(h, time.Second, "too late") // want `^worst case 2s does not fit the 1s deadline`
}

// From here on all fits.

func fits(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, 750*time.Millisecond)
	defer cancel()
	pause := 50 * time.Millisecond
	for i := 1; ; i++ {
		err := once(ctx, b)
		if err == nil || i == 3 {
			return err
		}
		if err := wait(ctx, pause); err != nil {
			return err
		}
		pause *= 2
	}
}

// The timeout is that of each attempt.
func each(ctx context.Context, b backend) (err error) {
	for range 10 {
		c, cancel := context.WithTimeout(ctx, 300*time.Millisecond)
		err = once(c, b)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

// With luck the jitter is short.
func lucky(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
	defer cancel()
	for i := range 3 {
		if i > 0 {
			if err := wait(ctx, rand.N(time.Second)); err != nil {
				return err
			}
		}
		if err = once(ctx, b); err == nil {
			return nil
		}
	}
	return err
}

// Nobody knows how often.
func untilDone(ctx context.Context, b backend, n int) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range n {
		if err = once(ctx, b); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// Nobody knows how long.
func asGiven(ctx context.Context, b backend, d time.Duration) (err error) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for range 10 {
		if err = once(ctx, b); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

// The wait is left out after some failures.
func sometimes(ctx context.Context, b backend) error {
	ctx, cancel := context.WithTimeout(ctx, 700*time.Millisecond)
	defer cancel()
	for i := 1; ; i++ {
		err := once(ctx, b)
		if err == nil || i == 3 {
			return err
		}
		if err == context.DeadlineExceeded {
			continue
		}
		if err := wait(ctx, time.Second); err != nil {
			return err
		}
	}
}

// A longer timeout around all attempts never runs out, and says nothing of what
// one attempt takes.
func guarded(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return guard(ctx, b)
}

// So it is around a single round.
func guardedOnce(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 1 {
		if err = guard(ctx, b); err == nil {
			return nil
		}
	}
	return err
}

func guard(ctx context.Context, b backend) (err error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	for range 4 {
		if err = b.Put(ctx, "key"); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
