// Package codes retries RPCs by their codes.
package codes

import (
	"context"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// API is a service.
type API interface {
	Get(ctx context.Context, key string) ([]byte, error)
}

var retried = []codes.Code{
	codes.Aborted,
	codes.ResourceExhausted, // want `ResourceExhausted is retried after 1s, up to 3 attempts of \(codes\.API\)\.Get: RetryInfo in the status details is never read`
	codes.Unavailable,
}

// Listed repeats the codes of a list.
func Listed(ctx context.Context, api API, key string) (b []byte, err error) {
	for range 3 {
		if b, err = api.Get(ctx, key); err == nil || !slices.Contains(retried, status.Code(err)) {
			return b, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// AtOnce repeats a code without a wait.
func AtOnce(ctx context.Context, api API, key string) (b []byte, err error) {
	for range 3 {
		b, err = api.Get(ctx, key)
		if status.Code(err) != codes.ResourceExhausted { // want `ResourceExhausted is retried at once`
			return b, err
		}
	}
	return nil, err
}

func hopeless(err error) bool {
	switch status.Code(err) {
	case codes.Canceled, codes.ResourceExhausted, codes.Unimplemented:
		return true
	}
	return false // want `InvalidArgument, PermissionDenied, FailedPrecondition, OutOfRange and Unauthenticated are retried, up to 3 attempts of .*: waiting does not cure them`
}

// Denies lists too little of what is final.
func Denies(ctx context.Context, api API, key string) (b []byte, err error) {
	for range 3 {
		if b, err = api.Get(ctx, key); err == nil || hopeless(err) {
			return b, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Below, nothing is reported.

func transient(err error) bool {
	switch status.Code(err) {
	case codes.Unavailable, codes.Aborted:
		return true
	}
	return false
}

// Allows lists what may pass.
func Allows(ctx context.Context, api API, key string) (b []byte, err error) {
	for range 3 {
		if b, err = api.Get(ctx, key); !transient(err) {
			return b, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// NotYet waits for what was just made.
func NotYet(ctx context.Context, api API, key string) (b []byte, err error) {
	for range 3 {
		if b, err = api.Get(ctx, key); status.Code(err) != codes.NotFound {
			return b, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}
