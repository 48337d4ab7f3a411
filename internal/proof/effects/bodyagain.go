package effects

import (
	"net/http"
	"strings"
	"time"
)

func BodyAgain(c *http.Client, url string) error {
	req, err := http.NewRequest(http.MethodPut, url, strings.NewReader("state"))
	if err != nil {
		return err
	}
	for i := range 3 {
		if i > 0 {
			if req.Body, err = req.GetBody(); err != nil {
				return err
			}
		}
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
