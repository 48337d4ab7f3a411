// Package inner has clients that retry, unless somebody above does.
package inner

import (
	"context"
	"net/http"

	"nestedretry/guards/quota"
)

// A Client sends requests.
type Client struct {
	http    *http.Client
	retries int
}

// An Option changes a client.
type Option func(*Client)

// WithoutRetries makes a client that tries once.
func WithoutRetries() Option { return func(c *Client) { c.retries = 0 } }

// New returns a client that tries three times.
func New(opts ...Option) *Client {
	c := &Client{http: http.DefaultClient, retries: 2}
	for _, o := range opts {
		o(c)
	}
	return c
}

// Send tries as often as it is set to.
func (c *Client) Send(ctx context.Context) (err error) {
	for i := 0; i <= c.retries; i++ {
		if err = c.once(ctx); err == nil {
			return nil
		}
	}
	return err
}

// Marked tries once for those who own the retries.
func (c *Client) Marked(ctx context.Context) (err error) {
	attempts := 3
	if quota.Owned(ctx) {
		attempts = 1
	}
	for range attempts {
		if err = c.once(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
