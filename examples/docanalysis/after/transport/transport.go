// Package transport sends requests again that the other side failed to answer.
// It is the one layer that retries.
package transport

import (
	"context"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

const (
	// attempts is how often a request is sent; no other layer repeats it.
	attempts = 2
	// maxWait is the longest wait before the second attempt. The wait is
	// random, so that requests that failed together do not come back together.
	maxWait = 100 * time.Millisecond
	// timeout is how long one attempt may wait for its answer.
	timeout = 200 * time.Millisecond
)

// A Transport repeats requests that fail.
type Transport struct {
	next http.RoundTripper
}

// New returns a transport over a connection pool of its own.
func New() *Transport {
	return &Transport{next: &http.Transport{ResponseHeaderTimeout: timeout}}
}

// RoundTrip sends a request that has no body.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ {
		resp, err := t.next.RoundTrip(req)
		if attempt == attempts || !again(req, resp, err) {
			return resp, err
		}
		if err == nil {
			io.Copy(io.Discard, resp.Body) // so that the connection is used again
			resp.Body.Close()
		}
		if err := sleep(req.Context(), rand.N(maxWait)); err != nil {
			return nil, err
		}
	}
}

// again reports whether a second attempt can help and do no harm. A service
// that is overloaded says so with 503 and needs to be left alone.
func again(req *http.Request, resp *http.Response, err error) bool {
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return false
	}
	return err != nil || resp.StatusCode >= http.StatusInternalServerError && resp.StatusCode != http.StatusServiceUnavailable
}

// sleep waits, unless the request is given up first.
func sleep(ctx context.Context, wait time.Duration) error {
	select {
	case <-time.After(wait):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
