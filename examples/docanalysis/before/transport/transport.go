// Package transport sends requests again that the other side failed to answer.
package transport

import (
	"context"
	"io"
	"net/http"
	"time"
)

const (
	// attempts is how often a request is sent.
	attempts = 3
	// firstWait is the wait before the second attempt; later ones double.
	firstWait = 50 * time.Millisecond
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

// RoundTrip sends a request that has no body. It is the innermost layer.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Body != nil {
		return t.next.RoundTrip(req) // a body can be sent once only
	}
	wait := firstWait
	for attempt := 1; ; attempt++ {
		resp, err := t.next.RoundTrip(req)
		failed := err != nil || resp.StatusCode >= http.StatusInternalServerError
		if !failed || attempt == attempts {
			return resp, err
		}
		if err == nil {
			io.Copy(io.Discard, resp.Body) // so that the connection is used again
			resp.Body.Close()
		}
		if err := sleep(req.Context(), wait); err != nil {
			return nil, err
		}
		wait *= 2
	}
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
