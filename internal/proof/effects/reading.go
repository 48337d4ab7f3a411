package effects

import (
	"net/http"
	"strings"
	"time"
)

// reading sends what reads again.
type reading struct{ next http.RoundTripper }

func (t reading) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range 3 {
		resp, err = t.next.RoundTrip(req)
		if err == nil && resp.StatusCode < 500 || req.Method != http.MethodGet {
			return resp, err
		}
		time.Sleep(time.Millisecond)
	}
	return resp, err
}

func Reading(c *http.Client, url string) error {
	client := &http.Client{Transport: reading{c.Transport}}
	resp, err := client.Post(url, "text/plain", strings.NewReader("order"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
