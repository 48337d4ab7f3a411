// Package web makes clients that repeat requests.
package web

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

type retrying struct {
	next     http.RoundTripper
	attempts int
}

func (rt *retrying) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for range rt.attempts {
		resp, err = rt.next.RoundTrip(req)
		if err == nil && resp.StatusCode < 500 {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

type logging struct{ next http.RoundTripper }

func (rt logging) RoundTrip(req *http.Request) (*http.Response, error) { return rt.next.RoundTrip(req) }

// Retrying puts a transport that repeats requests before another one.
func Retrying(next http.RoundTripper, attempts int) http.RoundTripper {
	if next == nil {
		next = http.DefaultTransport
	}
	return &retrying{next: next, attempts: attempts}
}

// NewClient returns a client that sends a request up to four times.
func NewClient() *http.Client {
	return &http.Client{Transport: logging{Retrying(nil, 4)}, Timeout: time.Minute}
}

// Plain returns a client that sends a request once.
func Plain() *http.Client { return &http.Client{Transport: logging{http.DefaultTransport}} }

// Standard returns the client of a library.
func Standard(retries int) *http.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = retries
	return c.StandardClient()
}

// An API is a client with settings that can be chained.
type API struct {
	http  *http.Client
	count int
}

// NewAPI returns a client that does not retry.
func NewAPI() *API { return &API{http: http.DefaultClient} }

// SetRetryCount sets the number of retries.
func (a *API) SetRetryCount(n int) *API {
	a.count = n
	return a
}

// R begins a request.
func (a *API) R() *Request { return &Request{api: a} }

// A Request is one that is being made.
type Request struct{ api *API }

// Get sends it.
func (r *Request) Get(url string) (resp *http.Response, err error) {
	for attempt := 0; attempt <= r.api.count; attempt++ {
		if resp, err = r.api.http.Get(url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}
