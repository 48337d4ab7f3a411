// Package shared retries below a helper that repeats only after an error of its
// own.
package shared

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"
)

var errAgain = errors.New("again")

type group struct {
	others map[string]chan error
}

func (g *group) do(key string, fn func() error) error {
	if other, ok := g.others[key]; ok {
		if <-other != nil {
			return errAgain
		}
		return nil
	}
	return fn()
}

// Do makes one call for all who ask at the same time.
func (g *group) Do(key string, fn func() error) error {
	for {
		err := g.do(key, fn)
		if !errors.Is(err, errAgain) {
			return err
		}
		time.Sleep(time.Millisecond)
	}
}

func send(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func retry(ctx context.Context) (err error) {
	for range 3 {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

func below(ctx context.Context, g *group) error {
	return g.Do("a", func() error { return retry(ctx) })
}

func around(ctx context.Context, g *group) (err error) {
	for range 2 {
		err = g.Do("a", func() error { return retry(ctx) }) // want `up to 6 calls of \(\*http.Client\).Do per request: 2 attempts here x 3 in retry \(shared.go:\d+\)`
		if err == nil {
			return nil
		}
	}
	return err
}

// A doer sends requests.
type doer interface {
	Do(*http.Request) (*http.Response, error)
}

// answered goes on after some answers, and after no error.
func answered(d doer, req *http.Request, statuses ...int) (resp *http.Response, err error) {
	for range 4 {
		resp, err = d.Do(req)
		if err != nil || !slices.Contains(statuses, resp.StatusCode) {
			return resp, err
		}
		resp.Body.Close()
	}
	return resp, err
}

func sent(req *http.Request) (err error) {
	for range 2 {
		var resp *http.Response
		if resp, err = answered(http.DefaultClient, req, 500, 503); err == nil && resp.StatusCode == 200 { // want `up to 8 calls of \(\*http.Client\).Do per request: 2 attempts here x 4 in answered`
			return nil
		}
	}
	return err
}
