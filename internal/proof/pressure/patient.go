package pressure

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"
)

func Patient(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	d := time.Second
	for range 5 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != 429 && resp.StatusCode != 503 {
			return nil
		}
		if err := pause(ctx, d/2+rand.N(d/2)); err != nil {
			return err
		}
		d *= 4
	}
	return errRefused
}
