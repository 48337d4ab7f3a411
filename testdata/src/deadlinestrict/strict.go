// Package deadlinestrict has what is likely to be a fault, and is reported on
// demand only.
package deadlinestrict

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

// Nothing ends an attempt that hangs.
func plain(req *http.Request) (err error) {
	for range 3 {
		if _, err = http.DefaultClient.Do(req); err == nil { // want `^attempts of \(\*http.Client\).Do have no timeout of any kind: the client of \(\*http.Client\).Do \(strict.go:17\) has none, and no context gets one on the way there$` `^another attempt of \(\*http.Client\).Do starts without a look at what is left of req.Context\(\)$`
			return nil
		}
	}
	return err
}

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	client := &http.Client{}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func below(ctx context.Context, url string) error {
	return retry.Do(func() error {
		return get(ctx, url) // want `^attempts of .*get have no timeout of any kind: the client of \(\*http.Client\).Do \(strict.go:30\) has none`
	}, retry.Attempts(3), retry.Context(ctx))
}

type backend interface {
	Get(ctx context.Context, key string) (string, error)
}

// Each attempt has its time, and the caller may have none left.
func blind(ctx context.Context, b backend) (v string, err error) {
	for range 3 {
		if v, err = try(ctx, b); err == nil { // want `^another attempt of .*try starts without a look at what is left of ctx$`
			return v, nil
		}
	}
	return "", err
}

func try(ctx context.Context, b backend) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return b.Get(ctx, "k")
}

// From here on nothing is wrong.

func seeing(ctx context.Context, b backend) (v string, err error) {
	for range 3 {
		if v, err = try(ctx, b); err == nil || ctx.Err() != nil {
			return v, err
		}
	}
	return "", err
}

func left(ctx context.Context, b backend) (v string, err error) {
	for range 3 {
		if until, ok := ctx.Deadline(); ok && time.Until(until) < time.Second {
			return "", errors.New("too late")
		}
		if v, err = try(ctx, b); err == nil {
			return v, nil
		}
	}
	return "", err
}

func once(ctx context.Context, b backend) (v string, err error) {
	for range 1 {
		if v, err = try(ctx, b); err == nil {
			return v, nil
		}
	}
	return "", err
}

func each(ctx context.Context, url string) (err error) {
	for range 3 {
		c, cancel := context.WithTimeout(ctx, time.Second)
		err = get(c, url)
		cancel()
		if err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func limited(ctx context.Context, url string) (err error) {
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	for range 3 {
		if err = get(ctx, url); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}

func own(ctx context.Context, req *http.Request) (err error) {
	client := &http.Client{Timeout: time.Second}
	for range 3 {
		if _, err = client.Do(req); err == nil || ctx.Err() != nil {
			return err
		}
	}
	return err
}
