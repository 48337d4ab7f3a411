package pressure

import (
	"context"
	"net/http"
	"time"
)

// Goto waits before the first repeat, and not before the others.
func Goto(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	n := 0
again:
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode < 300 {
		return nil
	}
	if n++; n < 4 && (resp.StatusCode == 429 || resp.StatusCode == 503) {
		if n == 1 {
			if err := pause(ctx, 10*time.Second); err != nil {
				return err
			}
		}
		goto again
	}
	return errRefused
}
