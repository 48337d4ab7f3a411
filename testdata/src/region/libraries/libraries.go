// Package libraries hands operations to the helpers of libraries, whose
// behavior is known as data.
package libraries

import (
	"context"
	"errors"
	"net/http"
	"time"

	avast "github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	kubernetes "k8s.io/client-go/util/retry"
)

// A Client sends requests.
type Client struct{ url string }

func (c *Client) send() error {
	resp, err := http.Get(c.url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) ready() (bool, error) {
	resp, err := http.Get(c.url)
	if err != nil {
		return false, err
	}
	return resp.Header.Get("State") == "ready", resp.Body.Close()
}

// The number and the waits come from options.

func (c *Client) byDefault() error {
	return avast.Do(c.send) // region: retry kind=library-call attempts=10 delay=exponential+jitter ctx=no errors=all
}

func (c *Client) byOptions(ctx context.Context) error {
	return avast.Do(c.send, // region: retry kind=library-call attempts=4 delay=fixed ctx=yes
		avast.Context(ctx),
		avast.Attempts(4),
		avast.Delay(time.Second),
		avast.DelayType(avast.FixedDelay),
	)
}

func (c *Client) someErrors() error {
	return avast.Do(c.send, avast.Attempts(2), avast.RetryIf(func(err error) bool { // region: retry kind=library-call attempts=2 errors=predicate
		return !errors.Is(err, context.Canceled)
	}))
}

func (c *Client) optionsInSlice() error {
	opts := []avast.Option{avast.Attempts(3)}
	return avast.Do(c.send, opts...) // region: retry kind=library-call attempts=3
}

// The policy is a value that other values wrap.

func (c *Client) wrappedPolicy() error {
	return backoff.Retry(c.send, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3)) // region: retry kind=library-call attempts=4 delay=exponential+jitter ctx=no
}

func (c *Client) policyWithContext(ctx context.Context) error {
	policy := backoff.WithContext(backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), 2), ctx)
	return backoff.Retry(c.send, policy) // region: retry kind=library-call attempts=3 delay=fixed ctx=yes
}

func (c *Client) policyByTime() error {
	return backoff.Retry(c.send, backoff.NewExponentialBackOff(backoff.WithMaxElapsedTime(time.Minute))) // region: retry kind=library-call attempts=time-bound delay=exponential+jitter
}

func (c *Client) policyByField() error {
	policy := backoff.NewExponentialBackOff()
	policy.MaxElapsedTime = 0
	return backoff.Retry(c.send, policy) // region: retry kind=library-call attempts=unbounded
}

func newPolicy(retries uint64) backoff.BackOff {
	return backoff.WithMaxRetries(backoff.NewConstantBackOff(time.Second), retries)
}

func (c *Client) policyFromFunction() error {
	return backoff.Retry(c.send, newPolicy(5)) // region: retry kind=library-call attempts=6 delay=fixed
}

// Only marked errors are repeated.

func (c *Client) marked(ctx context.Context) error {
	policy := sethvargo.WithMaxRetries(4, sethvargo.NewConstant(time.Second))
	return sethvargo.Do(ctx, policy, func(context.Context) error { // region: retry kind=library-call attempts=5 delay=fixed ctx=yes
		if err := c.send(); err != nil {
			return sethvargo.RetryableError(err)
		}
		return nil
	})
}

// endsInTime is left to the context, which has a time of its own.
func (c *Client) endsInTime(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return sethvargo.Do(ctx, sethvargo.NewConstant(time.Second), func(context.Context) error { // region: retry kind=library-call attempts=time-bound delay=fixed ctx=yes
		if err := c.send(); err != nil {
			return sethvargo.RetryableError(err)
		}
		return nil
	})
}

// unmarked never repeats: no error is marked.
func (c *Client) unmarked(ctx context.Context) error {
	policy := sethvargo.WithMaxRetries(4, sethvargo.NewConstant(time.Second))
	return sethvargo.Do(ctx, policy, func(context.Context) error { // region: other
		return c.send()
	})
}

// permanent never repeats: each error is marked as the last.
func (c *Client) permanent() error {
	return avast.Do(func() error { // region: other
		if err := c.send(); err != nil {
			return avast.Unrecoverable(err)
		}
		return nil
	})
}

// Policies that are variables and literals.

func (c *Client) conflicts() error {
	return kubernetes.RetryOnConflict(kubernetes.DefaultRetry, c.send) // region: retry kind=library-call attempts=5 delay=fixed+jitter errors=predicate
}

func (c *Client) onError() error {
	policy := wait.Backoff{Steps: 6, Duration: time.Second, Factor: 2}
	return kubernetes.OnError(policy, func(error) bool { return true }, c.send) // region: retry kind=library-call attempts=6 delay=exponential errors=all
}

// The closure says again with false and swallows the error.
func (c *Client) swallowed() error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 3, Duration: time.Second, Factor: 2}, func() (bool, error) { // region: retry kind=library-call attempts=3 delay=exponential errors=all
		if err := c.send(); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// Near misses.

// ended waits for a state; the error ends it.
func (c *Client) ended() error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 3, Duration: time.Second, Factor: 2}, func() (bool, error) { // region: poll
		return c.ready()
	})
}

func (c *Client) polled(ctx context.Context) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, time.Minute, true, func(context.Context) (bool, error) { // region: poll
		return c.ready()
	})
}

func (c *Client) sync(ctx context.Context) {
	wait.UntilWithContext(ctx, func(context.Context) { // region: other
		if err := c.send(); err != nil {
			return
		}
	}, time.Minute)
}
