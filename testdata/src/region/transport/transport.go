// Package transport has retries below the call that a program sees.
package transport

import (
	"context"
	"io"
	"net/http"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A RoundTripper repeats requests.
type RoundTripper struct {
	next  http.RoundTripper
	tries int
}

// New returns a round tripper that sends a request up to four times.
func New(next http.RoundTripper) *RoundTripper { return &RoundTripper{next: next, tries: 4} }

// RoundTrip implements [http.RoundTripper].
func (rt *RoundTripper) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < rt.tries; i++ { // region: retry attempts=4 delay=fixed
		resp, err = rt.next.RoundTrip(req.Clone(req.Context()))
		if err == nil && resp.StatusCode < 500 {
			break
		}
		if err == nil {
			io.Copy(io.Discard, resp.Body)
			resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

// A RoundTripperFunc is a function that is a round tripper.
type RoundTripperFunc func(*http.Request) (*http.Response, error)

// RoundTrip implements [http.RoundTripper].
func (f RoundTripperFunc) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

func decorate(next http.RoundTripper) http.RoundTripper {
	return RoundTripperFunc(func(req *http.Request) (*http.Response, error) {
		resp, err := next.RoundTrip(req)
		for i := 0; i < 2 && err != nil; i++ { // region: retry attempts=3 delay=none errors=all
			resp, err = next.RoundTrip(req)
		}
		return resp, err
	})
}

// A Client wraps the client of net/http.
type Client struct {
	http *http.Client
}

// Do sends a request up to twice.
func (c *Client) Do(req *http.Request) (*http.Response, error) {
	for attempt := 1; ; attempt++ { // region: retry attempts=2 delay=fixed
		resp, err := c.http.Do(req)
		if err == nil || attempt == 2 {
			return resp, err
		}
		time.Sleep(time.Second)
	}
}

// Interceptor repeats calls of an unavailable server.
func Interceptor(attempts int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		var err error
		for range attempts { // region: retry delay=fixed ctx=yes errors=predicate
			err = invoker(ctx, method, req, reply, cc, opts...)
			if status.Code(err) != codes.Unavailable {
				return err
			}
			select {
			case <-time.After(time.Second):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return err
	}
}

// Near misses.

// A Redirector follows redirects: each request goes to another place.
type Redirector struct {
	next http.RoundTripper
}

// RoundTrip implements [http.RoundTripper].
func (r *Redirector) RoundTrip(req *http.Request) (*http.Response, error) {
	for range 10 { // region: other
		resp, err := r.next.RoundTrip(req)
		if err != nil {
			return nil, err
		}
		location := resp.Header.Get("Location")
		if location == "" {
			return resp, nil
		}
		resp.Body.Close()
		if req, err = http.NewRequestWithContext(req.Context(), req.Method, location, nil); err != nil {
			return nil, err
		}
	}
	return nil, http.ErrUseLastResponse
}
