// Package cancel retries for callers that have gone.
package cancel

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// API is a service.
type API interface {
	Get(ctx context.Context, key string) error
}

func final(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.FailedPrecondition,
		codes.OutOfRange, codes.Unimplemented, codes.Unauthenticated, codes.ResourceExhausted:
		return true
	}
	return false // want `canceled calls are retried, up to 4 attempts of \(cancel\.API\)\.Get: nobody waits for the answer any more`
}

// Forgets goes on when the caller has gone.
func Forgets(ctx context.Context, api API, key string) (err error) {
	for range 4 {
		if err = api.Get(ctx, key); err == nil || final(err) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Below, nothing is reported.

func last(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.FailedPrecondition,
		codes.OutOfRange, codes.Unimplemented, codes.Unauthenticated, codes.ResourceExhausted:
		return true
	}
	return false
}

// Looks asks the context itself.
func Looks(ctx context.Context, api API, key string) (err error) {
	for range 4 {
		if err = api.Get(ctx, key); err == nil || last(err) || ctx.Err() != nil {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// Wakes ends when the wait is cut short.
func Wakes(ctx context.Context, api API, key string) (err error) {
	for range 4 {
		if err = api.Get(ctx, key); err == nil || last(err) {
			return err
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

// A Pauser waits somehow.
type Pauser interface {
	Pause(ctx context.Context) error
}

// Helped waits through something of which nothing is known, but that it hears
// of the context.
func Helped(ctx context.Context, api API, p Pauser, key string) (err error) {
	for range 4 {
		if err = api.Get(ctx, key); err == nil || last(err) {
			return err
		}
		if err := p.Pause(ctx); err != nil {
			return err
		}
	}
	return err
}

// Caused returns the cause of the context's end.
func Caused(ctx context.Context, api API, key string) (err error) {
	for range 4 {
		if err = api.Get(ctx, key); err == nil || last(err) {
			return err
		}
		if err := cut(ctx); err != nil {
			return err
		}
	}
	return err
}

func cut(ctx context.Context) error {
	select {
	case <-time.After(time.Second):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
