// Package strict has what is likely, and not certain.
package strict

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// Opaque repeats something of which nothing is known.
func Opaque(ctx context.Context, op func(context.Context) error) (err error) {
	for range 5 {
		if err = op(ctx); err == nil { // want `every failure is retried, also those that waiting cannot cure, up to 5 attempts of op`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type busy struct{}

func (busy) Error() string { return "busy" }

type refused struct{}

func (refused) Error() string { return "refused" }

func decide(err error) (again bool) {
	var b busy
	switch {
	case errors.As(err, &b):
		return false
	default:
		return true // want `what no case names is retried, also those that waiting cannot cure`
	}
}

// Default repeats what no case names.
func Default(ctx context.Context, op func(context.Context) error) (err error) {
	for range 5 {
		if err = op(ctx); err == nil || !decide(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Endless is meant to go on.
func Endless(ctx context.Context, op func(context.Context) error) error {
	for {
		if op(ctx) == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// Refuse does not say for how long.
func Refuse(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "busy", http.StatusServiceUnavailable) // want `503 is answered without Retry-After: callers can only guess when to come back`
}

// Tell does.
func Tell(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Retry-After", "10")
	w.WriteHeader(http.StatusTooManyRequests)
}

// Broken is something else.
func Broken(w http.ResponseWriter, _ *http.Request) {
	http.Error(w, "broken", http.StatusInternalServerError)
}
