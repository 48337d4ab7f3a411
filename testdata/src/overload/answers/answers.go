// Package answers forgets that the caller may have gone, behind a test for what
// carries a status.
package answers

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// The caller may have gone: then there was no answer, and no status.
func Statuses(ctx context.Context, c *http.Client) error {
	for i := 0; ; i++ {
		err := fetch(ctx, c) // want `canceled calls are retried, up to 6 attempts`
		if err == nil || i >= 5 {
			return err
		}
		var s *statusError
		if errors.As(err, &s) && s.code < 500 {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second << i))))
	}
}

func Statuses2(ctx context.Context, c *http.Client) error {
	for i := 0; ; i++ {
		err := fetch(ctx, c)
		if err == nil || i >= 5 || ctx.Err() != nil {
			return err
		}
		var s *statusError
		if errors.As(err, &s) && s.code < 500 {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second << i))))
	}
}

// Only what carries a status passes.
func Statuses3(ctx context.Context, c *http.Client) error {
	for i := 0; ; i++ {
		err := fetch(ctx, c)
		if err == nil || i >= 5 {
			return err
		}
		var s *statusError
		if !errors.As(err, &s) || s.code < 500 {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second << i))))
	}
}

// The type may hold the reason.
func Wrapping(ctx context.Context, c *http.Client) error {
	for i := 0; ; i++ {
		err := fetch(ctx, c)
		if err == nil || i >= 5 {
			return err
		}
		var s *wrapError
		if errors.As(err, &s) && s.code < 500 {
			return err
		}
		time.Sleep(time.Duration(rand.Int64N(int64(time.Second << i))))
	}
}

type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprint(e.code) }

type wrapError struct {
	code  int
	cause error
}

func (e *wrapError) Error() string { return fmt.Sprint(e.code) }
func (e *wrapError) Unwrap() error { return e.cause }

func fetch(ctx context.Context, c *http.Client) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return &statusError{resp.StatusCode}
	}
	return nil
}
