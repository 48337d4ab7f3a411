package retry

import (
	"context"
	"time"
)

// A plain helper that repeats a closure.

func repeat(ctx context.Context, attempts int, op func() error) error {
	var err error
	for i := 0; i < attempts; i++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = op(); err == nil {
			return nil
		}
		if waitErr := sleep(ctx, pause); waitErr != nil {
			return waitErr
		}
	}
	return err
}

func (c *Client) closure(ctx context.Context) error {
	return repeat(ctx, 3, func() error { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		return c.send(ctx)
	})
}

// A helper that is handed a method value.

func repeatCtx(ctx context.Context, op func(context.Context) error) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = op(ctx); err == nil {
			return nil
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
	return err
}

func (c *Client) methodValue(ctx context.Context) error {
	return repeatCtx(ctx, c.send) // region: retry attempts=3 delay=fixed ctx=yes errors=all
}

// A generic helper that returns a value.

func get[T any](ctx context.Context, attempts int, op func(context.Context) (T, error)) (T, error) {
	for attempt := 1; ; attempt++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		value, err := op(ctx)
		if err == nil || attempt == attempts {
			return value, err
		}
		if err := sleep(ctx, pause); err != nil {
			return value, err
		}
	}
}

func (c *Client) generic(ctx context.Context) (time.Time, error) {
	return get(ctx, 3, func(ctx context.Context) (time.Time, error) { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err := c.send(ctx)
		return time.Now(), err
	})
}

// A policy with fields.

type policy struct {
	attempts int
	wait     time.Duration
}

func (p policy) run(ctx context.Context, op func(context.Context) error) error {
	attempt := 0
	for { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err := op(ctx)
		if err == nil {
			return nil
		}
		if attempt++; attempt >= p.attempts {
			return err
		}
		select {
		case <-time.After(p.wait):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *Client) configured(ctx context.Context) error {
	p := policy{attempts: 3, wait: pause}
	return p.run(ctx, c.send) // region: retry attempts=3 delay=fixed ctx=yes errors=all
}

// Functional options over a default.

type settings struct{ retries int }

type option func(*settings)

func retries(n int) option { return func(s *settings) { s.retries = n } }

func withOptions(ctx context.Context, op func(context.Context) error, opts ...option) error {
	s := settings{retries: 9}
	for _, opt := range opts {
		opt(&s)
	}
	var err error
	for i := 0; i <= s.retries; i++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = op(ctx); err == nil {
			return nil
		}
		if waitErr := sleep(ctx, pause); waitErr != nil {
			return waitErr
		}
	}
	return err
}

func (c *Client) options(ctx context.Context) error {
	return withOptions(ctx, c.send, retries(2)) // region: retry attempts=3 delay=fixed ctx=yes errors=all
}

// A decorator that returns a closure.

func retrying(op func(context.Context) error) func(context.Context) error {
	return func(ctx context.Context) error {
		var err error
		for n := 3; n > 0; n-- { // region: retry attempts=3 delay=fixed ctx=yes errors=all
			if err = op(ctx); err == nil {
				return nil
			}
			if err := sleep(ctx, pause); err != nil {
				return err
			}
		}
		return err
	}
}

func (c *Client) decorated(ctx context.Context) error {
	send := retrying(c.send) // region: retry|none attempts=3 delay=fixed ctx=yes errors=all
	return send(ctx)         // region: retry|none attempts=3 delay=fixed ctx=yes errors=all
}

// A wrapper over a wrapper over the plain helper.

func thrice(ctx context.Context, op func() error) error {
	return repeat(ctx, 3, op) // region: retry|none attempts=3 delay=fixed ctx=yes errors=all
}

func politely(ctx context.Context, op func() error) error {
	return thrice(ctx, op) // region: retry|none attempts=3 delay=fixed ctx=yes errors=all
}

func (c *Client) wrapped(ctx context.Context) error {
	return politely(ctx, func() error { return c.send(ctx) }) // region: retry attempts=3 delay=fixed ctx=yes errors=all
}
