// Package carried tells failures apart by a type of its own, which carries the
// status of the answer.
package carried

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

type APIError struct {
	StatusCode int
	Message    string
}

func (e APIError) Error() string { return e.Message }

// A pointer does as well.
type refusal struct{ code int }

func (r *refusal) Error() string { return fmt.Sprint(r.code) }

type api struct {
	c    *http.Client
	base string
}

func (a *api) call(ctx context.Context, path string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, a.base+path, nil)
	if err != nil {
		return fmt.Errorf("request: %w", err)
	}
	resp, err := a.c.Do(req)
	if err != nil {
		return fmt.Errorf("call: %w", err)
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return APIError{StatusCode: resp.StatusCode, Message: resp.Status}
	}
	return nil
}

func (a *api) ask(ctx context.Context, path string) error {
	err := a.call(ctx, path)
	var ae APIError
	if errors.As(err, &ae) {
		return &refusal{ae.StatusCode}
	}
	return err
}

func (a *api) atOnce(ctx context.Context) error {
	var err error
	for range 3 {
		err = a.call(ctx, "/at-once")
		var ae APIError
		if errors.As(err, &ae) && ae.StatusCode == http.StatusTooManyRequests { // want `429 is retried at once, up to 3 attempts of \(\*carried.api\).call`
			continue
		}
		return err
	}
	return err
}

func (a *api) inverted(ctx context.Context) error {
	var err error
	for i := range 3 {
		if err = a.ask(ctx, "/inverted"); err == nil {
			return nil
		}
		var r *refusal
		if errors.As(err, &r) && r.code >= 500 { // want `401, 403, 400 and 422 are retried, up to 3 attempts of \(\*carried.api\).ask`
			return err
		}
		if err := wait(ctx, time.Second<<i); err != nil {
			return err
		}
	}
	return err
}

func transient(err error) bool {
	var ae APIError
	if errors.As(err, &ae) { // want `429 is retried after 20ms`
		return ae.StatusCode >= 500 || ae.StatusCode == http.StatusTooManyRequests // want `503 is retried after 20ms`
	}
	return !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// What the type does not carry is no answer: of 400 and 403 the predicate says
// that they are final.
func (a *api) told(ctx context.Context) error {
	for i := 0; ; i++ {
		err := a.call(ctx, "/told")
		if err == nil || !transient(err) || i == 3 {
			return err
		}
		if err := wait(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
}

// Patient waits long enough for what it repeats.
func (a *api) patient(ctx context.Context) error {
	d := 200 * time.Millisecond
	for i := 0; ; i++ {
		err := a.call(ctx, "/patient")
		if err == nil || !transient(err) || i == 3 {
			return err
		}
		if err := wait(ctx, d+rand.N(d)); err != nil {
			return err
		}
		d *= 2
	}
}

// A plain Get cannot be canceled.
func plain(c *http.Client, url string) (*http.Response, error) {
	d := 200 * time.Millisecond
	for i := 0; ; i++ {
		resp, err := c.Get(url) // want `503 is retried after a wait of its own`
		if err == nil && resp.StatusCode < 500 || i == 3 {
			return resp, err
		}
		if err == nil {
			resp.Body.Close()
		}
		time.Sleep(d + rand.N(d))
		d *= 2
	}
}

func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
