package effects

import (
	"net/http"
	"strings"
	"time"
)

func BodyOnce(c *http.Client, url string) (err error) {
	body := struct{ *strings.Reader }{strings.NewReader("state")}
	for range 3 {
		var req *http.Request
		if req, err = http.NewRequest(http.MethodPut, url, body); err != nil {
			return err
		}
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
