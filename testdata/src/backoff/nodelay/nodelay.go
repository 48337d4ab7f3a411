// Package nodelay retries in a hurry.
package nodelay

import (
	"context"
	"errors"
	"log"
	"time"
)

var errStale = errors.New("stale")

// Service is somewhere else.
type Service interface {
	Call(ctx context.Context, q string) (string, error)
	Login(ctx context.Context) error
}

// Tight never waits.
func Tight(ctx context.Context, s Service, q string) (out string, err error) {
	for i := 0; i < 5; i++ {
		if out, err = s.Call(ctx, q); err == nil { // want `\(nodelay\.Service\)\.Call is repeated without a wait, up to 5 attempts: `
			return out, nil
		}
		log.Printf("try %d: %v", i, err)
	}
	return "", err
}

// Skips has a wait, and a way past it.
func Skips(ctx context.Context, s Service, q string, n int) (out string, err error) {
	for i := 0; i < n; i++ {
		out, err = s.Call(ctx, q) // want `Call is repeated without a wait after some failures, up to n attempts`
		if err == nil {
			return out, nil
		}
		if errors.Is(err, errStale) {
			continue
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// Below, nothing is reported.

// First waits before each attempt but the first.
func First(ctx context.Context, s Service, q string, n int) (out string, err error) {
	for i := 0; i < n; i++ {
		if i > 0 {
			time.Sleep(time.Second)
		}
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
	}
	return "", err
}

// Last does not wait after the last attempt.
func Last(ctx context.Context, s Service, q string, n int) (out string, err error) {
	for i := 0; i < n; i++ {
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
		if i < n-1 {
			time.Sleep(time.Second)
		}
	}
	return "", err
}

// Once repeats once.
func Once(ctx context.Context, s Service, q string) (out string, err error) {
	for range 2 {
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
	}
	return "", err
}

// Mends logs in before it tries again.
func Mends(ctx context.Context, s Service, q string) (out string, err error) {
	for range 5 {
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
		if err := s.Login(ctx); err != nil {
			return "", err
		}
	}
	return "", err
}

type pacer struct{ d time.Duration }

func (p *pacer) wait(ctx context.Context) bool {
	t := time.NewTimer(p.d)
	defer t.Stop()
	p.d *= 2
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
		return false
	}
}

// Paced waits in a method.
func Paced(ctx context.Context, s Service, q string) (out string, err error) {
	p := &pacer{time.Second}
	for range 5 {
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
		if !p.wait(ctx) {
			return "", ctx.Err()
		}
	}
	return "", err
}

// Handed waits in a function of which nothing is known.
func Handed(ctx context.Context, s Service, q string, wait func(context.Context)) (out string, err error) {
	for range 5 {
		if out, err = s.Call(ctx, q); err == nil {
			return out, nil
		}
		wait(ctx)
	}
	return "", err
}

// Memory repeats something that never leaves the process.
func Memory(take func() error) (err error) {
	for range 5 {
		if err = take(); err == nil {
			return nil
		}
	}
	return err
}

type repeater interface {
	repeat(try func() error) error
}

type thrice struct{}

func (thrice) repeat(try func() error) (err error) {
	for range 3 {
		if err = try(); err == nil {
			return nil
		}
	}
	return err
}

type bucket interface{ Allow() bool }

// What is repeated waits for a token itself.
func throttled(ctx context.Context, r repeater, s Service, b bucket) error {
	return r.repeat(func() error {
		for !b.Allow() {
			time.Sleep(10 * time.Millisecond)
		}
		_, err := s.Call(ctx, "q")
		return err
	})
}

func hurried(ctx context.Context, r repeater, s Service) error {
	return r.repeat(func() error {
		_, err := s.Call(ctx, "q") // want `Call is repeated without a wait`
		return err
	})
}
