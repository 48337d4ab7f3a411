// Package unbounded has layers without a number around layers that retry.
package unbounded

import (
	"context"
	"net/http"
	"time"
)

func get(ctx context.Context) error {
	var last error
	for range 3 {
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://one", nil)
		if err != nil {
			return err
		}
		resp, err := http.DefaultClient.Do(req)
		if err == nil {
			return resp.Body.Close()
		}
		last = err
	}
	return last
}

// Nothing but success ends it.
func forever(ctx context.Context) {
	for {
		if err := get(ctx); err == nil { // want `unlimited calls of \(\*http.Client\).Do per request: unbounded attempts here x 3 in get`
			return
		}
		time.Sleep(time.Second)
	}
}

// Only time ends it.
func forAMinute(ctx context.Context) (err error) {
	deadline := time.Now().Add(time.Minute)
	for time.Now().Before(deadline) {
		if err = get(ctx); err == nil { // want `calls of \(\*http.Client\).Do per request limited only by time: (1m0s of|time-bound) attempts here x 3 in get`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A worker that logs and goes on with the next job is no layer.
func worker(ctx context.Context, jobs <-chan string, log func(error)) {
	for range jobs {
		if err := get(ctx); err != nil {
			log(err)
		}
	}
}
