package effects

import (
	"net/http"
	"strings"
	"time"
)

func again(op func() error) (err error) {
	for range 4 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Millisecond)
	}
	return err
}

func Helper(c *http.Client, url string) error {
	return again(func() error {
		req, err := http.NewRequest(http.MethodPatch, url, strings.NewReader("change"))
		if err != nil {
			return err
		}
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode >= 300 {
			return errFailed
		}
		return nil
	})
}
