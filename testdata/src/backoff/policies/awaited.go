package policies

import (
	"fmt"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Awaited asks until the state is there: no failure is repeated, and none needs to be.
func Awaited(url string) error {
	return backoff.Retry(func() error {
		resp, err := http.Get(url)
		if err != nil {
			return backoff.Permanent(err)
		}
		defer resp.Body.Close()
		if resp.Header.Get("State") == "done" {
			return nil
		}
		return fmt.Errorf("state %s", resp.Header.Get("State"))
	}, backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3))
}
