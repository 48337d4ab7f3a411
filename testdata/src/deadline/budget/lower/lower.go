// Package lower has a client that retries.
package lower

import (
	"context"
	"net/http"
	"time"
)

// A Client gets things.
type Client struct {
	http *http.Client
	url  string
}

// New returns a client, each request of which may take 2s.
func New(url string) *Client {
	return &Client{http: &http.Client{Timeout: 2 * time.Second}, url: url}
}

// Get makes up to three attempts.
func (c *Client) Get(ctx context.Context) (err error) {
	for range 3 {
		if err = c.once(ctx); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func (c *Client) once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.url, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
