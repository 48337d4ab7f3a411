package effects

import (
	"net/http"
	"strings"
	"time"

	"github.com/avast/retry-go/v4"
)

func Avast(c *http.Client, url string) error {
	return retry.Do(func() error {
		resp, err := c.Post(url, "text/plain", strings.NewReader("order"))
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 300 {
			return errFailed
		}
		return nil
	}, retry.Attempts(3), retry.Delay(time.Millisecond))
}
