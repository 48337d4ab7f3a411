// Package bank charges cards.
package bank

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
)

type Charge struct {
	Amount int64
	Key    string
}
type Client struct {
	URL  string
	HTTP *http.Client
}

func (c *Client) Charge(ctx context.Context, ch Charge) error {
	raw, err := json.Marshal(ch)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/charges", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	if ch.Key != "" {
		req.Header.Set("Idempotency-Key", ch.Key)
	}
	return c.do(req)
}

func (c *Client) do(req *http.Request) error {
	resp, err := c.HTTP.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return nil
}

type Option func(*http.Request)

func WithKey(k string) Option { return func(r *http.Request) { r.Header.Set("Idempotency-Key", k) } }
func (c *Client) Pay(ctx context.Context, raw []byte, opts ...Option) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.URL+"/pay", bytes.NewReader(raw))
	if err != nil {
		return err
	}
	for _, o := range opts {
		o(req)
	}
	return c.do(req)
}
