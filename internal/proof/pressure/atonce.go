package pressure

import (
	"context"
	"net/http"
)

func AtOnce(ctx context.Context, c *http.Client) error {
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
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			continue
		}
		return nil
	}
	return errRefused
}
