package effects

import (
	"net/http"
	"time"
)

func Get(c *http.Client, url string) error {
	for range 3 {
		resp, err := c.Get(url)
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
