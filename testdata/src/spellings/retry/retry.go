// Package retry writes one retry in many ways: a request is sent up to three
// times, 100 ms apart, whatever the error, until ctx ends. All of them are the
// same row of the inventory.
package retry

import (
	"context"
	"fmt"
	"net/http"
	"time"
)

const pause = 100 * time.Millisecond

// A Client sends requests.
type Client struct {
	url  string
	http *http.Client
}

// send is the operation, in one attempt.
func (c *Client) send(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s", c.url, resp.Status)
	}
	return nil
}

// sleep waits, unless ctx ends first.
func sleep(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
