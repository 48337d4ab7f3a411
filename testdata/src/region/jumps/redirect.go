package jumps

import (
	"errors"
	"net/http"
	"net/url"
	"time"
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

type finder struct {
	ask  func(name string) (string, error)
	wait time.Duration
}

// byClosure calls itself in a closure that waits first.
func (f *finder) byClosure(name string, left int) (string, error) { // region: retry attempts=left+1 delay=fixed
	again := func(err error) (string, error) {
		if left > 0 {
			time.Sleep(f.wait)
			return f.byClosure(name, left-1)
		}
		return "", err
	}
	answer, err := f.ask(name)
	if err != nil {
		return again(err)
	}
	return answer, nil
}

type hosted interface {
	Ask(name string) (string, error)
}

type hosting struct {
	least func() hosted
	drop  func(hosted)
	wait  time.Duration
}

// overHosts begins with all hosts again when none of them answered.
func (f *hosting) overHosts(name string, left int) (string, error) { // region: retry attempts=left+1 delay=fixed
	again := func(err error) (string, error) {
		if left > 0 {
			left--
			time.Sleep(f.wait)
			return f.overHosts(name, left)
		}
		return "", err
	}
	for h := f.least(); h != nil; h = f.least() { // region: failover
		answer, err := h.Ask(name)
		if err != nil {
			f.drop(h)
			continue
		}
		return answer, nil
	}
	return again(errors.New("no host answered"))
}
