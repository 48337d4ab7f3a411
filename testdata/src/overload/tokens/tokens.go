// Package tokens limits retries with counters of its own.
package tokens

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"time"
)

type API interface {
	Get(ctx context.Context, key string) (string, error)
}

type bucket struct{ tokens int }

func newBucket(n int) *bucket { return &bucket{tokens: n} }

func (b *bucket) take() bool {
	if b.tokens == 0 {
		return false
	}
	b.tokens--
	return true
}

func Own(ctx context.Context, api API, key string) (v string, err error) {
	b := &bucket{tokens: 10} // want `this budget is made for each call, so it holds back no other`
	for range 5 {
		if v, err = api.Get(ctx, key); err == nil {
			return v, nil
		}
		if !b.take() {
			return "", err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

func Made(ctx context.Context, api API, key string) (v string, err error) {
	b := newBucket(10) // want `this budget is made for each call, so it holds back no other`
	for i := 0; i < 5; i++ {
		if v, err = api.Get(ctx, key); err == nil || !b.take() {
			return v, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// It counts the attempts, and nothing else does.
func Counter(ctx context.Context, api API, key string) (v string, err error) {
	b := newBucket(10)
	for {
		if v, err = api.Get(ctx, key); err == nil || !b.take() {
			return v, err
		}
		time.Sleep(time.Second)
	}
}

type Client struct {
	api  API
	left *bucket
}

// Shared by all calls of the client.
func (c *Client) Get(ctx context.Context, key string) (v string, err error) {
	b := c.left
	for range 5 {
		if v, err = c.api.Get(ctx, key); err == nil || !b.take() {
			return v, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

// Handed on: others may share it.
func Handed(ctx context.Context, api API, key string, note func(*bucket)) (v string, err error) {
	b := newBucket(10)
	note(b)
	for range 5 {
		if v, err = api.Get(ctx, key); err == nil || !b.take() {
			return v, err
		}
		time.Sleep(time.Second)
	}
	return "", err
}

var left atomic.Int64

func mayRepeat() bool { return left.Add(-1) >= 0 }

var errRefused = errors.New("refused")

// What all callers share holds them back.
func AtOnce(c *http.Client, req *http.Request) error {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != 429 || !mayRepeat() {
			return nil
		}
	}
	return errRefused
}

var hour atomic.Int64

func night() bool { return hour.Load() < 6 }

// What only looks at something holds nobody back.
func Looks(c *http.Client, req *http.Request) error {
	for range 4 {
		resp, err := c.Do(req)
		if err != nil {
			return err
		}
		resp.Body.Close()
		if resp.StatusCode != 429 || !night() { // want `429 is retried at once`
			return nil
		}
	}
	return errRefused
}
