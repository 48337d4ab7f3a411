package pressure

import (
	"context"
	"net/http"
	"sync/atomic"
)

// left is what all callers may send again in the life of the process.
var left atomic.Int64

func init() { left.Store(5) }

func mayRepeat() bool { return left.Add(-1) >= 0 }

// Budget sends at once, as long as all callers together have not done so too often.
func Budget(ctx context.Context, c *http.Client) error {
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
		if resp.StatusCode != 429 && resp.StatusCode != 503 {
			return nil
		}
		if !mayRepeat() {
			return errRefused
		}
	}
	return errRefused
}
