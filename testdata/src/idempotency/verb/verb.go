// Package verb hands the method of a request over.
package verb

import (
	"context"
	"io"
	"net/http"
	"time"
)

type client struct{ http *http.Client }

// newRequest takes a request without a method for a POST.
func (c *client) newRequest(ctx context.Context, method, path string, body io.Reader) (*http.Request, error) {
	if method == "" {
		method = http.MethodPost
	}
	return http.NewRequestWithContext(ctx, method, "http://localhost/"+path, body)
}

func (c *client) do(ctx context.Context, method, path string) error {
	req, err := c.newRequest(ctx, method, path, nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req) // want `POST repeated up to 3 times without an idempotency key, by the retry in \(\*client\).post`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) put(ctx context.Context) error {
	return again(func() error { return c.do(ctx, http.MethodPut, "bucket") })
}

func (c *client) post(ctx context.Context) error {
	return again(func() error { return c.do(ctx, "", "bucket") })
}

func again(op func() error) (err error) {
	for range 3 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
