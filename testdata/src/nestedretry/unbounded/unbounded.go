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

// What never gives up leaves nothing to repeat: its caller's attempts do not
// multiply, and the three of get are told where the endless loop stands.
func below(ctx context.Context) (err error) {
	for range 4 {
		if err = patient(ctx); err == nil {
			return nil
		}
	}
	return err
}

func patient(ctx context.Context) error {
	for {
		err := get(ctx) // want `unlimited calls of \(\*http.Client\).Do per request: unbounded attempts here x 3 in get`
		if err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(time.Second):
		}
	}
}

// A limit that stands behind a pointer is a limit.
func shared(ctx context.Context) (err error) {
	for range 4 {
		left := 5
		if err = down(ctx, &left); err == nil { // want `up to 20 calls of \(\*http.Client\).Do per request: 4 attempts here x 5 in down`
			return nil
		}
	}
	return err
}

func down(ctx context.Context, left *int) error {
	for *left > 0 {
		err := once(ctx)
		*left--
		if err == nil {
			return nil
		}
		if *left == 0 {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func once(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://one", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
