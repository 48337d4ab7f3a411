// Package loops repeats, by hand and by libraries, an operation that hangs until
// its context ends.
package loops

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/hashicorp/go-retryablehttp"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

type operation = func(context.Context) error

func once(ctx context.Context, op operation) error {
	ctx, cancel := context.WithTimeout(ctx, 200*time.Millisecond)
	defer cancel()
	return op(ctx)
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// Fixed has the same wait each time.
func Fixed(ctx context.Context, op operation) (err error) {
	for i := range 4 {
		if err = once(ctx, op); err == nil {
			return nil
		}
		if i < 3 {
			time.Sleep(time.Second)
		}
	}
	return err
}

// Growing doubles its wait.
func Growing(ctx context.Context, op operation) error {
	pause := 50 * time.Millisecond
	for i := 1; ; i++ {
		err := once(ctx, op)
		if err == nil || i == 5 {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		pause *= 2
	}
}

// Capped stops growing.
func Capped(ctx context.Context, op operation) error {
	pause := 100 * time.Millisecond
	for i := 1; ; i++ {
		err := once(ctx, op)
		if err == nil || i == 7 {
			return err
		}
		time.Sleep(pause)
		if pause *= 3; pause > 2*time.Second {
			pause = 2 * time.Second
		}
	}
}

// Jittered waits for a random part of the time.
func Jittered(ctx context.Context, op operation) error {
	for i := 0; ; i++ {
		err := once(ctx, op)
		if err == nil || i == 4 {
			return err
		}
		d := min(100*time.Millisecond<<i, 400*time.Millisecond)
		if err := sleep(ctx, d/2+rand.N(d/2)); err != nil {
			return err
		}
	}
}

// Linear waits in proportion to the number of the attempt.
func Linear(ctx context.Context, op operation) (err error) {
	for attempt := 1; attempt <= 4; attempt++ {
		if err = once(ctx, op); err == nil {
			return nil
		}
		time.Sleep(time.Duration(attempt) * 300 * time.Millisecond)
	}
	return err
}

// Before waits before each attempt but the first.
func Before(ctx context.Context, op operation) (err error) {
	for i := range 3 {
		if i > 0 {
			time.Sleep(time.Second << i)
		}
		if err = once(ctx, op); err == nil {
			return nil
		}
	}
	return err
}

// Again goes back to the beginning.
func Again(ctx context.Context, op operation) error {
	attempt := 0
again:
	err := once(ctx, op)
	if err == nil {
		return nil
	}
	if attempt++; attempt < 3 {
		time.Sleep(time.Second)
		goto again
	}
	return err
}

// Calls calls itself.
func Calls(ctx context.Context, op operation) error { return calls(ctx, op, 3) }

func calls(ctx context.Context, op operation, left int) error {
	err := once(ctx, op)
	if err == nil || left == 0 {
		return err
	}
	time.Sleep(time.Second)
	return calls(ctx, op, left-1)
}

// Layers retries what retries.
func Layers(ctx context.Context, op operation) (err error) {
	for i := range 3 {
		if err = Fixed(ctx, op); err == nil {
			return nil
		}
		if i < 2 {
			time.Sleep(5 * time.Second)
		}
	}
	return err
}

// Round has one timeout for several attempts.
func Round(ctx context.Context, op operation) (err error) {
	for range 3 {
		if err = round(ctx, op); err == nil {
			return nil
		}
	}
	return err
}

func round(ctx context.Context, op operation) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	for range 2 {
		if err = op(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Avast is a library with a fixed wait.
func Avast(ctx context.Context, op operation) error {
	return retry.Do(func() error { return once(ctx, op) }, retry.Attempts(4), retry.Delay(time.Second), retry.DelayType(retry.FixedDelay))
}

// AvastGrows is one with a wait that grows.
func AvastGrows(ctx context.Context, op operation) error {
	return retry.Do(func() error { return once(ctx, op) },
		retry.Attempts(5), retry.Delay(time.Second), retry.MaxDelay(3*time.Second), retry.DelayType(retry.BackOffDelay))
}

// Cenkalti is a library with a policy.
func Cenkalti(ctx context.Context, op operation) error {
	return backoff.Retry(func() error { return once(ctx, op) }, backoff.WithMaxRetries(backoff.NewConstantBackOff(2*time.Second), 3))
}

// Sethvargo is one that says which failures are repeated.
func Sethvargo(ctx context.Context, op operation) error {
	return sethvargo.Do(ctx, sethvargo.WithMaxRetries(3, sethvargo.NewConstant(time.Second)), func(ctx context.Context) error {
		return sethvargo.RetryableError(once(ctx, op))
	})
}

// Kubernetes is one that polls.
func Kubernetes(ctx context.Context, op operation) error {
	b := wait.Backoff{Steps: 4, Duration: time.Second, Factor: 2}
	return wait.ExponentialBackoffWithContext(ctx, b, func(ctx context.Context) (bool, error) { return once(ctx, op) == nil, nil })
}

// Client has a timeout of its own.
func Client(c *http.Client) (err error) {
	c.Timeout = 2 * time.Second
	for range 3 {
		var resp *http.Response
		if resp, err = c.Get("http://service.example"); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// Retryablehttp is a client that retries, by way of one with a timeout.
func Retryablehttp(c *http.Client) error {
	c.Timeout = 2 * time.Second
	client := retryablehttp.NewClient()
	client.Logger = nil
	client.HTTPClient = c
	client.RetryMax = 3
	client.RetryWaitMin = time.Second
	client.RetryWaitMax = time.Second
	resp, err := client.Get("http://service.example")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
