package effects

import (
	"net/http"
	"strings"
	"time"

	"github.com/google/uuid"
)

func outerOnce(c *http.Client, url, key string) error {
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader("order"))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= 300 {
		return errFailed
	}
	return nil
}

func outerTwice(c *http.Client, url string) (err error) {
	key := uuid.NewString()
	for range 2 {
		if err = outerOnce(c, url, key); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

// Outer keeps the key for two attempts, and repeats those.
func Outer(c *http.Client, url string) (err error) {
	for range 2 {
		if err = outerTwice(c, url); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
