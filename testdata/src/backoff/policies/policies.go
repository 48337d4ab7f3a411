// Package policies writes policies out.
package policies

import (
	"context"
	"math"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/cenkalti/backoff/v4"
	"k8s.io/apimachinery/pkg/util/wait"
)

// Literal forgets the stop value.
func Literal(limit time.Duration) backoff.BackOff {
	return &backoff.ExponentialBackOff{ // want `this ExponentialBackOff never stops: when MaxElapsedTime has passed it answers a wait of 0, since Stop is not set`
		InitialInterval: time.Second,
		MaxElapsedTime:  limit,
	}
}

// Stops sets it.
func Stops(limit time.Duration) backoff.BackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, MaxElapsedTime: limit, Stop: backoff.Stop}
}

// Unlimited has no limit.
func Unlimited() backoff.BackOff {
	return &backoff.ExponentialBackOff{InitialInterval: time.Second, MaxElapsedTime: 0}
}

// Cut is cut short by its cap.
var Cut = wait.Backoff{
	Duration: time.Second,
	Factor:   2,
	Steps:    math.MaxInt32,
	Cap:      30 * time.Second, // want `only 5 of unlimited attempts are made: the wait that would pass Cap ends the repetition`
}

// Once never repeats.
var Once = wait.Backoff{
	Duration: time.Second,
	Factor:   5,
	Steps:    4,
	Cap:      2 * time.Second, // want `nothing is ever repeated: the wait that would pass Cap ends the repetition`
}

// Whole makes all its attempts.
var Whole = wait.Backoff{Duration: time.Second, Factor: 2, Steps: 4, Cap: 30 * time.Second}

// Ignored is what it was.
func Ignored(o *s3.Options) {
	o.RetryMaxAttempts = 0 // want `RetryMaxAttempts = 0 is ignored: the default stays, 3 attempts; 1 turns retries off`
}

// Off turns retries off.
func Off(o *s3.Options) { o.RetryMaxAttempts = 1 }

// Service is somewhere else.
type Service interface {
	Call(ctx context.Context) error
}

// Unheeded takes "stop" for a wait.
func Unheeded(ctx context.Context, s Service) error {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		if s.Call(ctx) == nil {
			return nil
		}
		time.Sleep(b.NextBackOff()) // want `the backoff's Stop is taken for a wait: when its time has passed it is negative`
	}
	return ctx.Err()
}

// Heeded stops.
func Heeded(ctx context.Context, s Service) error {
	b := backoff.NewExponentialBackOff()
	for ctx.Err() == nil {
		if s.Call(ctx) == nil {
			return nil
		}
		d := b.NextBackOff()
		if d == backoff.Stop {
			break
		}
		time.Sleep(d)
	}
	return ctx.Err()
}

// Overflows shifts first and limits then.
func Overflows(ctx context.Context, s Service) error {
	for n := 0; ctx.Err() == nil; n++ {
		if s.Call(ctx) == nil {
			return nil
		}
		time.Sleep(min(time.Second<<n, time.Minute)) // want `the wait overflows after enough attempts, before it is compared with its longest`
	}
	return ctx.Err()
}

// Limits the shift.
func Limits(ctx context.Context, s Service) error {
	for n := 0; ctx.Err() == nil; n++ {
		if s.Call(ctx) == nil {
			return nil
		}
		time.Sleep(min(time.Second<<min(n, 6), time.Minute))
	}
	return ctx.Err()
}

// Few never gets there.
func Few(ctx context.Context, s Service) (err error) {
	for n := range 6 {
		if err = s.Call(ctx); err == nil {
			return nil
		}
		time.Sleep(min(time.Second<<n, time.Minute))
	}
	return err
}
