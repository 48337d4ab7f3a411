// Package ranges has layers that range over a function of another package.
package ranges

import (
	"context"
	"net/http"
	"time"

	"nestedretry/ranges/attempts"
)

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// inner makes up to 4 requests.
func inner(ctx context.Context) error {
	var err error
	for range attempts.UpTo(4) {
		if err = get(ctx, "http://rates"); err == nil {
			return nil
		}
	}
	return err
}

// The layer below is where its range statement is.
func around(ctx context.Context) error {
	for n := 1; ; n++ {
		err := inner(ctx) // want `up to 12 calls of \(\*http.Client\).Do per request: 3 attempts here x 4 in inner \(ranges.go:27\)$`
		if err == nil {
			return nil
		}
		if n >= 3 {
			return err
		}
		time.Sleep(time.Second)
	}
}

// middle hands on what the range below it returns: it is no layer.
func middle(ctx context.Context) error { return inner(ctx) }

// The range is the outer layer: the finding stands at its statement.
func outer(ctx context.Context) error {
	var err error
	for range attempts.UpTo(2) { // want `up to 8 calls of \(\*http.Client\).Do per request: 2 attempts here x 4 in inner \(ranges.go:27\)$`
		if err = middle(ctx); err == nil {
			return nil
		}
	}
	return err
}
