// Package elsewhere asks another package which failures to repeat.
package elsewhere

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	"overload/elsewhere/status"
)

type API struct{ c *http.Client }

func (a *API) get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://localhost", nil)
	if err != nil {
		return err
	}
	resp, err := a.c.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return &status.Error{Code: resp.StatusCode}
	}
	return nil
}

func (a *API) AtOnce(ctx context.Context) (err error) {
	for range 4 {
		if err = a.get(ctx); err == nil || !status.Passes(err) { // want `503 and 429 are retried after 20ms, up to 4 attempts`
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func (a *API) Patient(ctx context.Context) (err error) {
	d := time.Second
	for range 4 {
		if err = a.get(ctx); err == nil || !status.Passes(err) {
			return err
		}
		select {
		case <-time.After(d/2 + rand.N(d/2)):
		case <-ctx.Done():
			return ctx.Err()
		}
		d *= 2
	}
	return err
}

func (a *API) Inverted(ctx context.Context) (err error) {
	for range 4 {
		if err = a.get(ctx); err == nil || !status.Faulty(err) { // want `401, 403, 400 and 422 are retried` `429 is retried after 20ms`
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}

func (a *API) OnlyBroken(ctx context.Context) (err error) {
	for range 4 {
		if err = a.get(ctx); err == nil || !status.Broken(err) {
			return err
		}
		time.Sleep(20 * time.Millisecond)
	}
	return err
}
