package effects

import (
	"context"
	"net/http"
	"strings"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/google/uuid"
)

func Cenkalti(c *http.Client, url string) error {
	key := uuid.NewString()
	_, err := backoff.Retry(context.Background(), func() (int, error) {
		req, err := http.NewRequest(http.MethodPost, url, strings.NewReader("order"))
		if err != nil {
			return 0, err
		}
		req.Header.Set("Idempotency-Key", key)
		resp, err := c.Do(req)
		if err != nil {
			return 0, err
		}
		resp.Body.Close()
		if resp.StatusCode >= 300 {
			return 0, errFailed
		}
		return resp.StatusCode, nil
	}, backoff.WithMaxTries(3), backoff.WithBackOff(backoff.NewConstantBackOff(time.Millisecond)))
	return err
}
