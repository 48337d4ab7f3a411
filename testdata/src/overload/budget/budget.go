// Package budget limits retries, or does not.
package budget

import (
	"context"
	"time"

	"golang.org/x/time/rate"
)

// API is a service.
type API interface {
	Get(ctx context.Context, key string) (string, error)
}

// Own makes a budget of its own.
func Own(ctx context.Context, api API, key string) (v string, err error) {
	b := rate.NewLimiter(1, 3) // want `this budget is made for each call, so it holds back no other: make it once, and share it`
	for range 5 {
		if v, err = api.Get(ctx, key); err == nil {
			return v, nil
		}
		if !b.Allow() {
			return "", err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// Client shares one.
type Client struct {
	api    API
	budget *rate.Limiter
}

// New returns a client.
func New(api API) *Client { return &Client{api, rate.NewLimiter(1, 3)} }

// Get asks the budget of the client.
func (c *Client) Get(ctx context.Context, key string) (v string, err error) {
	for range 5 {
		if v, err = c.api.Get(ctx, key); err == nil || !c.budget.Allow() {
			return v, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// Paced waits for a limiter of its own.
func Paced(ctx context.Context, api API, key string) (v string, err error) {
	pace := rate.NewLimiter(1, 1)
	for range 5 {
		if v, err = api.Get(ctx, key); err == nil {
			return v, nil
		}
		if err := pace.Wait(ctx); err != nil {
			return "", err
		}
	}
	return "", err
}
