// Package signals retries what a server refuses because it has too much to do.
package signals

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"strconv"
	"time"
)

var errGaveUp = errors.New("gave up")

// Spelled repeats one status, found by a comparison.
func Spelled(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for range 5 {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests { // want `429 is retried at once, up to 5 attempts of \(\*http\.Client\)\.Do: `
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errGaveUp
}

// Range repeats a range of statuses, 503 among them.
func Range(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; i < 3; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode >= 500 { // want `503 is retried at once`
			resp.Body.Close()
			continue
		}
		return resp, nil
	}
	return nil, errGaveUp
}

// Hundreds repeats a class of statuses, found by a division.
func Hundreds(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; i < 3; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode/100 == 5 { // want `503 is retried after 5ms`
			resp.Body.Close()
			time.Sleep(5 * time.Millisecond)
			continue
		}
		return resp, nil
	}
	return nil, errGaveUp
}

var table = map[int]bool{
	429: true, // near miss: the finding stands at the lookup
	502: true,
	503: false,
}

// Table repeats what a table says, at once.
func Table(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; i < 3; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if !table[resp.StatusCode] { // want `429 is retried at once`
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errGaveUp
}

func pause(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func again(status int) bool {
	return status == 429 || // want `429 is retried after a fixed wait, up to 4 attempts of \(\*http\.Client\)\.Do: the response's Retry-After is never read`
		status == 502
}

// Fixed waits as it likes.
func Fixed(ctx context.Context, c *http.Client, req *http.Request, d time.Duration) (*http.Response, error) {
	for i := 0; i < 4; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if !again(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, d); err != nil {
			return nil, err
		}
	}
	return nil, errGaveUp
}

// HalfAsks asks for one status and not for the other.
func HalfAsks(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; i < 4; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		d := 2 * time.Second
		switch resp.StatusCode {
		case http.StatusTooManyRequests:
			if s, err := strconv.Atoi(resp.Header.Get("Retry-After")); err == nil {
				d = time.Duration(s) * time.Second
			}
		case http.StatusServiceUnavailable: // want `503 is retried after a fixed wait.*Retry-After is never read`
		default:
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(d)
	}
	return nil, errGaveUp
}

// Below, nothing is reported.

// Patient waits longer each time, at random.
func Patient(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	d := time.Second
	for i := 0; i < 4; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if !again429(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, d/2+rand.N(d)); err != nil {
			return nil, err
		}
		d *= 2
	}
	return nil, errGaveUp
}

func again429(status int) bool { return status == 429 || status == 503 }

// Asks waits as long as the answer says.
func Asks(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; i < 4; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if !again429(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
		if err := pause(ctx, asked(resp)); err != nil {
			return nil, err
		}
	}
	return nil, errGaveUp
}

func asked(resp *http.Response) time.Duration {
	s, err := strconv.Atoi(resp.Header.Get("Retry-After"))
	if err != nil {
		return time.Second
	}
	return time.Duration(s) * time.Second
}

type bucket struct{ tokens int }

func (b *bucket) take() bool {
	if b.tokens == 0 {
		return false
	}
	b.tokens--
	return true
}

// Client has a budget for its retries.
type Client struct {
	http   *http.Client
	budget *bucket
}

// Do repeats as long as the budget lets it.
func (c *Client) Do(ctx context.Context, req *http.Request) (*http.Response, error) {
	for {
		resp, err := c.http.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusTooManyRequests || !c.budget.take() {
			return resp, nil
		}
		io.Copy(io.Discard, resp.Body)
		resp.Body.Close()
	}
}

// GivesUp ends with 429 and repeats what a proxy answers.
func GivesUp(ctx context.Context, c *http.Client, req *http.Request) (*http.Response, error) {
	for i := 0; i < 3; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if resp.StatusCode != http.StatusBadGateway {
			return resp, nil
		}
		resp.Body.Close()
		time.Sleep(time.Second)
	}
	return nil, errGaveUp
}

// Unknown asks something of which nothing is known.
func Unknown(ctx context.Context, c *http.Client, req *http.Request, again func(int) bool) (*http.Response, error) {
	for i := 0; i < 3; i++ {
		resp, err := c.Do(req.Clone(ctx))
		if err != nil {
			return nil, err
		}
		if !again(resp.StatusCode) {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errGaveUp
}
