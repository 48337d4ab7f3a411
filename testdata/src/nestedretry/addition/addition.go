// Package addition has retries one after the other: they add up and do not
// multiply.
package addition

import (
	"context"
	"net/http"
)

func get(ctx context.Context, url string) (resp *http.Response, err error) {
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
		if err != nil {
			return nil, err
		}
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Three attempts at one host and three at the next are six.
func both(ctx context.Context) error {
	first, err := get(ctx, "http://one")
	if err != nil {
		return err
	}
	defer first.Body.Close()
	second, err := get(ctx, "http://two")
	if err != nil {
		return err
	}
	return second.Body.Close()
}

// A loop whose body gives up at the first failure is no retry.
func untilFailure(ctx context.Context) error {
	for i := 0; i < 5; i++ {
		resp, err := get(ctx, "http://one")
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
