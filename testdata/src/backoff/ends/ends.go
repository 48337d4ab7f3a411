// Package ends has retries without an end.
package ends

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/cenkalti/backoff/v4"
)

const most = 5

var errGaveUp = errors.New("gave up")

// Service is somewhere else.
type Service interface {
	Call(ctx context.Context, q string) (string, error)
}

// Forever goes on until it succeeds.
func Forever(s Service, q string) string {
	for {
		out, err := s.Call(context.Background(), q) // want `Call is repeated until it succeeds: no number of attempts, no time and no context ends it`
		if err == nil {
			return out
		}
		time.Sleep(time.Second + rand.N(time.Second))
	}
}

// Resets declares its counter in the loop.
func Resets(ctx context.Context, s Service, q string) (string, error) {
	for {
		tries := 0
		out, err := s.Call(ctx, q)
		if err == nil {
			return out, nil
		}
		if tries++; tries >= most { // want `the counter starts again in every attempt, so this limit is never reached: set it before the loop`
			return "", fmt.Errorf("after %d tries: %w", tries, err)
		}
		if !wait(ctx, time.Second) {
			return "", ctx.Err()
		}
	}
}

// Renews makes its backoff in the loop.
func Renews(ctx context.Context, s Service, q string) (string, error) {
	for range most {
		out, err := s.Call(ctx, q)
		if err == nil {
			return out, nil
		}
		b := backoff.NewExponentialBackOff() // want `the backoff starts again in every attempt, so its waits never grow: make it before the loop`
		if !wait(ctx, b.NextBackOff()) {
			return "", ctx.Err()
		}
	}
	return "", errGaveUp
}

func wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
		return false
	}
}

// Below, nothing is reported.

// Counts has its counter before the loop.
func Counts(ctx context.Context, s Service, q string) (string, error) {
	tries := 0
	for {
		out, err := s.Call(ctx, q)
		if err == nil {
			return out, nil
		}
		if tries++; tries >= most {
			return "", err
		}
		if !wait(ctx, time.Second) {
			return "", ctx.Err()
		}
	}
}

// Grows makes its backoff once.
func Grows(ctx context.Context, s Service, q string) (string, error) {
	b := backoff.NewExponentialBackOff()
	for range most {
		out, err := s.Call(ctx, q)
		if err == nil {
			return out, nil
		}
		if !wait(ctx, b.NextBackOff()) {
			return "", ctx.Err()
		}
	}
	return "", errGaveUp
}

// UntilDone ends with the context.
func UntilDone(ctx context.Context, s Service, q string) (string, error) {
	for {
		out, err := s.Call(ctx, q)
		if err == nil {
			return out, nil
		}
		if !wait(ctx, time.Second) {
			return "", ctx.Err()
		}
	}
}

// Daemon is started to run for good.
func Daemon(s Service, q string) {
	for {
		if _, err := s.Call(context.Background(), q); err == nil {
			return
		}
		time.Sleep(time.Minute)
	}
}

// Unlock is handed a context that does not end it.
func Unlock(ctx context.Context, s Service) {
	for {
		if _, err := s.Call(ctx, "unlock"); err == nil { // want `Call is repeated until it succeeds`
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// endure never ends, and is to blame for it alone.
func endure(try func() error) error {
	for {
		err := try()
		if err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func borrowed(ctx context.Context, s Service) error {
	return endure(func() error {
		_, err := s.Call(ctx, "lock")
		return err
	})
}

var errBusy = errors.New("busy")

// patient ends when its own patience does.
func patient(ctx context.Context, s Service) (string, error) {
	wait := time.Millisecond
	for {
		out, err := s.Call(ctx, "lock")
		if err == nil || !errors.Is(err, errBusy) {
			return out, err
		}
		if wait >= 15*time.Second {
			return "", err
		}
		wait = time.Duration(float64(wait) * 1.2)
		time.Sleep(wait)
	}
}

// kept runs a session until it is told that the caller has gone.
func kept(ctx context.Context, s Service) {
	for {
		_, err := s.Call(ctx, "session")
		if err == nil || err == context.Canceled {
			return
		}
		time.Sleep(time.Second)
	}
}
