// Package rpc hides its client behind an interface.
package rpc

import (
	"context"
	"net/http"
	"time"
)

// A Client sends requests to a broker.
type Client interface {
	Request(ctx context.Context, host string) error
	Wait(ctx context.Context, host string) error
	Lookup() (LookupService, error)
}

// A LookupService finds the broker of a topic.
type LookupService interface {
	Find(topic string) (string, error)
}

type client struct {
	lookups map[string]LookupService
	timeout time.Duration
}

// NewClient makes a client.
func NewClient(timeout time.Duration) (Client, error) {
	c := client{timeout: timeout, lookups: map[string]LookupService{}}
	if _, err := c.Lookup(); err != nil {
		return nil, err
	}
	return &c, nil
}

func (c *client) Lookup() (LookupService, error) {
	if l, ok := c.lookups[""]; ok {
		return l, nil
	}
	l := newLookup(c)
	c.lookups[""] = l
	return l, nil
}

// Retry runs op again until it works or the context ends.
func Retry[T any](ctx context.Context, op func() (T, error), next func(error) time.Duration) (T, error) {
	for {
		res, err := op()
		if err == nil {
			return res, nil
		}
		select {
		case <-ctx.Done():
			return res, ctx.Err()
		case <-time.After(next(err)):
		}
	}
}

// Request gives up when its own time is over.
func (c *client) Request(ctx context.Context, host string) error {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	_, err := Retry(ctx, func() (*http.Response, error) {
		return http.Get(host)
	}, func(error) time.Duration { return time.Second })
	return err
}

// Wait gives up when the caller does: those above have nothing to repeat.
func (c *client) Wait(ctx context.Context, host string) error {
	_, err := Retry(ctx, func() (*http.Response, error) {
		return http.Get(host)
	}, func(error) time.Duration { return time.Second })
	return err
}

type lookup struct{ rpc Client }

func newLookup(c Client) LookupService { return &lookup{rpc: c} }

func (l *lookup) Find(topic string) (string, error) {
	if err := l.rpc.Request(context.Background(), "http://broker/"+topic); err != nil {
		return "", err
	}
	return topic, nil
}
