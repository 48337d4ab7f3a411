package effects

import (
	"bytes"
	"net/http"
	"time"
)

func Loop(c *http.Client, url string) error {
	for range 3 {
		resp, err := c.Post(url, "text/plain", bytes.NewReader([]byte("order")))
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
