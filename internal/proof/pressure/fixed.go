package pressure

import (
	"context"
	"net/http"
	"time"
)

var repeatable = map[int]bool{429: true, 502: true, 503: true}

func Fixed(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if !repeatable[resp.StatusCode] {
			return nil
		}
		if err := pause(ctx, 2*time.Second); err != nil {
			return err
		}
	}
	return errRefused
}
