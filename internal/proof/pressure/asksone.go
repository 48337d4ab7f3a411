package pressure

import (
	"context"
	"net/http"
	"strconv"
	"time"
)

// AsksOne reads the header for one status, and not for the other.
func AsksOne(ctx context.Context, c *http.Client) error {
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
		wait := time.Second
		switch resp.StatusCode {
		case http.StatusTooManyRequests:
			if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
				wait = time.Duration(s) * time.Second
			}
		case http.StatusServiceUnavailable:
		default:
			return nil
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
	}
	return errRefused
}
