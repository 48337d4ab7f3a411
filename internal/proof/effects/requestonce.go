package effects

import (
	"net/http"
	"strings"
	"time"
)

func RequestOnce(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader("state"))
	if err != nil {
		return err
	}
	for range 3 {
		var resp *http.Response
		if resp, err = c.Do(req); err == nil {
			resp.Body.Close()
			if resp.StatusCode < 300 {
				return nil
			}
			err = errFailed
		}
		time.Sleep(time.Millisecond)
	}
	return err
}
