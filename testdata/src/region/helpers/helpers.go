// Package helpers hands operations to the helpers of another package.
package helpers

import (
	"context"
	"errors"
	"net/http"
	"time"

	"region/helpers/lib"
)

// A Client sends requests.
type Client struct {
	url    string
	config lib.Config
	runner *lib.Runner
}

// New returns a client.
func New(url string) *Client {
	return &Client{url: url, config: lib.Config{Retries: 4, Wait: time.Second}, runner: lib.NewRunner(lib.Attempts(6))}
}

func (c *Client) send() error { return c.sendCtx(context.Background()) }

func (c *Client) sendCtx(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) closure(ctx context.Context) error {
	return lib.Retry(ctx, 4, time.Second, func() error { // region: retry kind=inhouse-helper-call attempts=4 delay=fixed ctx=yes errors=all
		return c.sendCtx(ctx)
	})
}

func (c *Client) methodValue(ctx context.Context) error {
	return lib.Retry(ctx, 4, time.Second, c.send) // region: retry kind=inhouse-helper-call attempts=4 delay=fixed ctx=yes errors=all
}

func (c *Client) variable(ctx context.Context) error {
	op := func() error { return c.sendCtx(ctx) }
	err := lib.Retry(ctx, 2, time.Second, op) // region: retry kind=inhouse-helper-call attempts=2
	return err
}

func (c *Client) value(ctx context.Context) (int, error) {
	return lib.Value(ctx, 5, func() (int, error) { // region: retry kind=inhouse-helper-call attempts=5 delay=fixed
		return 1, c.sendCtx(ctx)
	})
}

func (c *Client) literalConfig(ctx context.Context) error {
	config := lib.Config{Retries: 2, Wait: time.Second}
	return config.Do(ctx, c.sendCtx) // region: retry kind=inhouse-helper-call attempts=3 delay=fixed
}

func (c *Client) fieldConfig(ctx context.Context) error {
	return c.config.Do(ctx, c.sendCtx) // region: retry kind=inhouse-helper-call attempts=5
}

func (c *Client) options() error {
	r := lib.NewRunner(lib.Attempts(3), lib.If(func(err error) bool { return !errors.Is(err, context.Canceled) }))
	return r.Run(c.send) // region: retry kind=inhouse-helper-call attempts=3
}

func (c *Client) defaultOptions() error {
	return lib.NewRunner().Run(c.send) // region: retry kind=inhouse-helper-call attempts=10
}

func (c *Client) fieldRunner() error {
	return c.runner.Run(c.send) // region: retry kind=inhouse-helper-call attempts=6
}

// The closure swallows the error: false again, until it works.
func (c *Client) swallowed(ctx context.Context) error {
	return lib.Until(ctx, func() (bool, error) { // region: retry kind=inhouse-helper-call errors=all
		if err := c.sendCtx(ctx); err != nil {
			return false, nil
		}
		return true, nil
	})
}

// Near misses.

// The closure returns the error, which ends the wait.
func (c *Client) ended(ctx context.Context) error {
	return lib.Until(ctx, func() (bool, error) { // region: poll|none
		if err := c.sendCtx(ctx); err != nil {
			return false, err
		}
		return true, nil
	})
}

func (c *Client) state(ctx context.Context) (string, error) {
	resp, err := http.Get(c.url)
	if err != nil {
		return "", err
	}
	return resp.Header.Get("State"), resp.Body.Close()
}

func (c *Client) awaited(ctx context.Context) error {
	return lib.Until(ctx, func() (bool, error) { // region: poll
		state, err := c.state(ctx)
		return state == "ready", err
	})
}

func (c *Client) each() error {
	return lib.Each([]string{"a", "b"}, func(string) error { return c.send() }) // region: other
}

func (c *Client) once() error { return lib.Once(c.send) }

// The closure never fails, so there is nothing to repeat.
func (c *Client) hopeful(ctx context.Context) error {
	return lib.Retry(ctx, 3, time.Second, func() error { // region: none|other
		c.sendCtx(ctx)
		return nil
	})
}
