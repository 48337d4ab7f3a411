package effects

import (
	"net/http"
	"strings"
	"time"
)

// repeating sends everything again.
type repeating struct{ next http.RoundTripper }

func (t repeating) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		r := req.Clone(req.Context())
		if req.GetBody != nil {
			if r.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = t.next.RoundTrip(r); err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return resp, err
}

func Transport(c *http.Client, url string) error {
	client := &http.Client{Transport: repeating{c.Transport}}
	resp, err := client.Post(url, "text/plain", strings.NewReader("order"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
