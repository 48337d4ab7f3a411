package permanent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync/atomic"
)

// Nothing in this file is reported.

// A Fetcher asks for several ranges at once, as long as its server can do that.
type Fetcher struct {
	single atomic.Bool
	url    string
}

// Fetch falls back to one range when the server says that it does not
// understand several.
func (f *Fetcher) Fetch(ctx context.Context, ranges []string, again bool) (io.ReadCloser, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, f.url, nil)
	if err != nil {
		return nil, err
	}
	if !f.single.Load() {
		req.Header.Add("Range", fmt.Sprint(ranges))
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusOK {
		return resp.Body, nil
	}
	resp.Body.Close()
	if again && resp.StatusCode == http.StatusBadRequest && !f.single.Load() {
		f.single.Store(true)
		return f.Fetch(ctx, ranges, false)
	}
	return nil, errors.New(resp.Status)
}

// Decider decides out of sight.
type Decider interface {
	Again(ctx context.Context, resp *http.Response, err error) bool
}

// Decided repeats what its decider says, and words the refusal.
func Decided(ctx context.Context, d Decider, r *http.Request) (*http.Response, error) {
	for {
		resp, err := http.DefaultClient.Do(r)
		if err == nil && resp.StatusCode == http.StatusOK {
			return resp, nil
		}
		done, failure := func() (bool, error) {
			if d.Again(ctx, resp, err) {
				return false, nil
			}
			if resp == nil {
				return true, nil
			}
			return true, refusal(resp)
		}()
		if done {
			return nil, errors.Join(err, failure)
		}
	}
}

func refusal(resp *http.Response) error {
	return fmt.Errorf("got %d, come back after %s", resp.StatusCode, resp.Header.Get("Retry-After"))
}
