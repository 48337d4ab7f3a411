package jumps

import (
	"net/http"
	"net/url"
)

type upgrader struct {
	dial func(u string) (*http.Response, error)
}

// follow goes where the answer points to.
func (d *upgrader) follow(endpoint, token string) (*http.Response, error) {
	resp, err := d.dial(endpoint)
	if resp != nil && resp.StatusCode == http.StatusPermanentRedirect {
		u, err := url.Parse(resp.Header.Get("Location"))
		if err != nil {
			return nil, err
		}
		return d.follow(u.Path, token)
	}
	return resp, err
}
