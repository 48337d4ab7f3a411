package retry

import (
	"context"
	"time"
)

func (c *Client) label(ctx context.Context) error {
	attempt := 1
again:
	err := c.send(ctx) // region: retry attempts=3 delay=fixed ctx=yes errors=all
	if err == nil || attempt == 3 {
		return err
	}
	attempt++
	if err := sleep(ctx, pause); err != nil {
		return err
	}
	goto again
}

func (c *Client) labelForward(ctx context.Context) error {
	failures := 0
send:
	err := c.send(ctx) // region: retry attempts=3 delay=fixed ctx=yes errors=all
	if err != nil {
		failures++
		if failures < 3 {
			select {
			case <-time.After(pause):
				goto send
			case <-ctx.Done():
			}
		}
	}
	return err
}

func (c *Client) startRecursion(ctx context.Context) error { return c.recursive(ctx, 1) }

func (c *Client) recursive(ctx context.Context, attempt int) error {
	err := c.send(ctx)
	if err == nil || attempt >= 3 {
		return err
	}
	if err := sleep(ctx, pause); err != nil {
		return err
	}
	return c.recursive(ctx, attempt+1) // region: retry attempts=3 delay=fixed ctx=yes errors=all
}

func (c *Client) startCountdown(ctx context.Context) error { return c.recursiveDown(ctx, 2) }

func (c *Client) recursiveDown(ctx context.Context, left int) error {
	if err := c.send(ctx); err != nil {
		if left == 0 {
			return err
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
		return c.recursiveDown(ctx, left-1) // region: retry attempts=3 delay=fixed ctx=yes errors=all
	}
	return nil
}

func (c *Client) startMutual(ctx context.Context) error { return c.try(ctx, 0) }

func (c *Client) try(ctx context.Context, failures int) error {
	if err := c.send(ctx); err != nil {
		return c.tryAgain(ctx, failures+1, err)
	}
	return nil
}

func (c *Client) tryAgain(ctx context.Context, failures int, cause error) error {
	if failures == 3 {
		return cause
	}
	if err := sleep(ctx, pause); err != nil {
		return err
	}
	return c.try(ctx, failures) // region: retry attempts=3 delay=fixed ctx=yes errors=all
}
