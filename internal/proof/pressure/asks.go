package pressure

import (
	"context"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

func Asks(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	d := 200 * time.Millisecond
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != 429 && resp.StatusCode != 503 {
			return nil
		}
		wait := d/2 + rand.N(d/2)
		if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
			wait = max(wait, time.Duration(s)*time.Second)
		}
		if err := pause(ctx, wait); err != nil {
			return err
		}
		d *= 2
	}
	return errRefused
}
