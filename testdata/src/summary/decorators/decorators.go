// Package decorators wraps senders in retrying ones.
package decorators

import "net/http"

type Doer interface {
	Do(*http.Request) (*http.Response, error)
}

type DoerFunc func(*http.Request) (*http.Response, error)

func (f DoerFunc) Do(r *http.Request) (*http.Response, error) { return f(r) }

type Middleware func(Doer) Doer

func wrap(d Doer, ms ...Middleware) Doer {
	for _, m := range ms {
		d = m(d)
	}
	return d
}

func retry(n int) Middleware {
	return func(next Doer) Doer {
		return DoerFunc(func(r *http.Request) (resp *http.Response, err error) {
			for i := 0; i < n; i++ {
				if resp, err = next.Do(r); err == nil {
					return resp, nil
				}
			}
			return resp, err
		})
	}
}

func logging(next Doer) Doer {
	return DoerFunc(func(r *http.Request) (*http.Response, error) { return next.Do(r) })
}

var External Doer = wrap(&http.Client{}, logging, retry(20))

func Use(r *http.Request) (err error) {
	for i := 0; i < 3; i++ {
		if _, err = External.Do(r); err == nil {
			return nil
		}
	}
	return err
}

func Local(base Doer, r *http.Request) (err error) {
	d := wrap(base, retry(5))
	for i := 0; i < 2; i++ {
		if _, err = d.Do(r); err == nil {
			return nil
		}
	}
	return err
}

func Twice(base Doer, r *http.Request) error {
	_, err := wrap(base, retry(5), retry(6)).Do(r)
	return err
}

type transport struct {
	base http.RoundTripper
	n    int
}

func (t *transport) RoundTrip(r *http.Request) (resp *http.Response, err error) {
	for i := 0; i < t.n; i++ {
		if resp, err = t.base.RoundTrip(r); err == nil {
			return resp, nil
		}
	}
	return resp, err
}

type API struct{ http *http.Client }

func NewAPI() *API {
	return &API{http: &http.Client{Transport: &transport{base: http.DefaultTransport, n: 3}}}
}

func NewSetAPI() *API {
	c := &http.Client{}
	c.Transport = &transport{base: http.DefaultTransport, n: 4}
	return &API{http: c}
}

func (a *API) Get(r *http.Request) (err error) {
	for i := 0; i < 2; i++ {
		if _, err = a.http.Do(r); err == nil {
			return nil
		}
	}
	return err
}
