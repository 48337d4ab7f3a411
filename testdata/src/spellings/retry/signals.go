package retry

import (
	"context"
	"errors"
	"net/http"
)

var errNotSent = errors.New("not sent")

// sent tells a failure by false.
func (c *Client) sent(ctx context.Context) bool { return c.send(ctx) == nil }

func (c *Client) byBool(ctx context.Context) error {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if c.sent(ctx) {
			return nil
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
	return errNotSent
}

// status tells a failure by a number.
func (c *Client) status(ctx context.Context) int {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return 0
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return 0
	}
	defer resp.Body.Close()
	return resp.StatusCode
}

func (c *Client) byStatus(ctx context.Context) error {
	for attempt := 1; attempt <= 3; attempt++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if c.status(ctx) == http.StatusOK {
			return nil
		}
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
	return errNotSent
}

// byInnerFunc makes each attempt in a function literal of its own.
func (c *Client) byInnerFunc(ctx context.Context) error {
	var err error
	for i := 0; i < 3; i++ { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err = func() error {
			attemptCtx, cancel := context.WithTimeout(ctx, 10*pause)
			defer cancel()
			return c.send(attemptCtx)
		}()
		if err == nil {
			return nil
		}
		if waitErr := sleep(ctx, pause); waitErr != nil {
			return waitErr
		}
	}
	return err
}
