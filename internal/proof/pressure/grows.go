package pressure

import (
	"context"
	"net/http"
	"time"
)

// Grows waits longer each time, and as long as everybody else.
func Grows(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	for i := range 5 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != 429 && resp.StatusCode != 503 {
			return nil
		}
		if err := pause(ctx, time.Second<<i); err != nil {
			return err
		}
	}
	return errRefused
}
