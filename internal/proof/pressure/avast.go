package pressure

import (
	"context"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

func Avast(ctx context.Context, c *http.Client) error {
	return retry.Do(func() error {
		req, err := request(ctx)
		if err != nil {
			return retry.Unrecoverable(err)
		}
		resp, err := c.Do(req)
		if err != nil {
			return retry.Unrecoverable(err)
		}
		resp.Body.Close()
		switch resp.StatusCode {
		case http.StatusTooManyRequests, http.StatusServiceUnavailable:
			return errRefused
		}
		return nil
	}, retry.Context(ctx), retry.Attempts(4), retry.DelayType(retry.FixedDelay), retry.Delay(10*time.Millisecond))
}
