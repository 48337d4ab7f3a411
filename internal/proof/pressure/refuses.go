package pressure

import (
	"context"
	"net/http"
)

// Refuses takes each answer for the last.
func Refuses(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			continue
		}
		resp.Body.Close()
		if resp.StatusCode >= 300 {
			return errRefused
		}
		return nil
	}
	return errRefused
}
