// Package rt has transports that repeat requests.
package rt

import (
	"net/http"
	"time"
)

// Again repeats all requests, with their bodies.
type Again struct{ Next http.RoundTripper }

func (t *Again) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := 0; i < 3; i++ {
		r := req.Clone(req.Context())
		if req.GetBody != nil {
			if r.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = t.Next.RoundTrip(r); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Reads repeats those that read.
type Reads struct{ Next http.RoundTripper }

func (t *Reads) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := 0; i < 3; i++ {
		resp, err = t.Next.RoundTrip(req)
		if err == nil || req.Method != http.MethodGet {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

// Chosen asks a function.
type Chosen struct{ Next http.RoundTripper }

func (t *Chosen) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	for i := 0; i < 3; i++ {
		r := req.Clone(req.Context())
		if req.GetBody != nil {
			if r.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		resp, err = t.Next.RoundTrip(r)
		if err == nil || !repeatable(req) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func repeatable(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodHead, http.MethodPut:
		return true
	}
	return req.Header.Get("Idempotency-Key") != ""
}

// Keyed gives each request a key, which stays the same in all attempts.
type Keyed struct{ Next http.RoundTripper }

func (t *Keyed) RoundTrip(req *http.Request) (*http.Response, error) {
	var resp *http.Response
	var err error
	req = req.Clone(req.Context())
	req.Header.Set("Idempotency-Key", id())
	for i := 0; i < 3; i++ {
		if i > 0 && req.GetBody != nil {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = t.Next.RoundTrip(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func id() string { return time.Now().String() }
