package effects

import (
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

func KeyAnew(c *http.Client, url string) error {
	for range 3 {
		req, err := http.NewRequest(http.MethodPost, url, strings.NewReader("order"))
		if err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", uuid.NewString())
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode < 300 {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return errFailed
}
