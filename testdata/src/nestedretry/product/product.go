// Package product has retries around retries, all in one place.
package product

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

type client struct{ http *http.Client }

// get makes up to 3 requests.
func (c *client) get(ctx context.Context, url string) (*http.Response, error) {
	var last error
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		resp, err := c.http.Do(req)
		if err == nil {
			return resp, nil
		}
		last = err
	}
	return nil, last
}

// two layers: 4 x 3.
func twoLayers(ctx context.Context, c *client) error {
	var err error
	for i := 0; i < 4; i++ {
		var resp *http.Response
		if resp, err = c.get(ctx, "http://balance"); err == nil { // want `up to 12 calls of \(\*http.Client\).Do per request: 4 attempts here x 3 in \(\*client\).get \(product.go:\d+\)$`
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// attempt is one layer in the middle, found through a helper.
func attempt(n int, op func() error) error {
	var err error
	for i := 1; i <= n; i++ {
		if err = op(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("gave up: %w", err)
}

func viaHelper(ctx context.Context, c *client) error {
	return attempt(3, func() error { // want `up to 9 calls of \(\*http.Client\).Do per request: 3 attempts here x 3 in \(\*client\).get`
		resp, err := c.get(ctx, "http://rates")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// balance is the middle of what threeLayers does, and reported there.
func balance(ctx context.Context, c *client) error {
	return attempt(3, func() error {
		resp, err := c.get(ctx, "http://balance")
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// three layers: 2 x 3 x 3.
func threeLayers(ctx context.Context, c *client) (err error) {
	tries := 0
again:
	if err = balance(ctx, c); err != nil { // want `up to 18 calls of \(\*http.Client\).Do per request: 2 attempts here x 3 in balance \(product.go:\d+\) x 3 in \(\*client\).get`
		if tries++; tries < 2 {
			goto again
		}
	}
	return err
}

// One owner: the helper runs a call that makes one attempt.
func oneOwner(ctx context.Context, c *client) error {
	return attempt(3, func() error {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://balance", nil)
		if err != nil {
			return err
		}
		resp, err := c.http.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

// A loop over things is no layer, even if it calls one that retries.
func all(ctx context.Context, c *client, urls []string) error {
	for _, url := range urls {
		resp, err := c.get(ctx, url)
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}

// Nor is a page loop.
func pages(ctx context.Context, c *client, next func(*http.Response) string) error {
	for url := "http://first"; url != ""; {
		resp, err := c.get(ctx, url)
		if err != nil {
			return err
		}
		url = next(resp)
	}
	return nil
}

// Nor is a timer that runs whatever happened.
func periodically(ctx context.Context, c *client) {
	t := time.NewTicker(time.Minute)
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			if resp, err := c.get(ctx, "http://health"); err == nil {
				resp.Body.Close()
			}
		}
	}
}

// Nor is one that waits for a state, and gives up at the first error.
func waitReady(ctx context.Context, c *client) error {
	for {
		resp, err := c.get(ctx, "http://ready")
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.Header.Get("State") == "ready" {
			return nil
		}
		time.Sleep(time.Second)
	}
}

var errConflict = errors.New("conflict")

// save makes up to 3 attempts, for conflicts only, and never gives up with
// anything that onTimeout repeats.
func save(ctx context.Context, c *client) error {
	for range 3 {
		err := put(ctx, c)
		if !errors.Is(err, errConflict) {
			return err
		}
	}
	return errConflict
}

func put(ctx context.Context, c *client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodPut, "http://doc", nil)
	if err != nil {
		return err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode == http.StatusConflict {
		return errConflict
	}
	return nil
}
