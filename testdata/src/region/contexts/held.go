package contexts

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/grafana/dskit/backoff"
)

// held ends with the context that the iterator holds.
func held(ctx context.Context, url string) (err error) {
	b := backoff.New(ctx, backoff.Config{MaxRetries: 3})
	for b.Ongoing() { // region: retry kind=iterator attempts=3 ctx=yes
		if err = get(ctx, url); err == nil {
			return nil
		}
		b.Wait()
	}
	return err
}

// forNobody holds a context that never ends.
func forNobody(req *http.Request) (err error) {
	b := backoff.New(context.Background(), backoff.Config{MaxRetries: 3})
	for b.Ongoing() { // region: retry kind=iterator attempts=3 ctx=no
		var resp *http.Response
		if resp, err = http.DefaultClient.Do(req); err == nil {
			return resp.Body.Close()
		}
		b.Wait()
	}
	return err
}

// forTheOperation hands the context of the caller to the operation only.
func forTheOperation(ctx context.Context, url string) (err error) {
	b := backoff.New(context.WithValue(context.TODO(), ctx, url), backoff.Config{MaxRetries: 3})
	for { // region: retry kind=iterator attempts=3 ctx=partly
		if err = get(ctx, url); err == nil {
			return nil
		}
		b.Wait()
		if !b.Ongoing() {
			return err
		}
	}
}

func again(ctx context.Context, op func() error) (err error) {
	for range 3 { // region: retry ctx=yes
		if err = op(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

// byHelper hands the helper a context that never ends.
func byHelper(req *http.Request) error {
	return again(context.Background(), func() error { // region: retry kind=inhouse-helper-call ctx=no
		resp, err := http.DefaultClient.Do(req)
		if err != nil {
			return err
		}
		return resp.Body.Close()
	})
}

func byHelperWith(ctx context.Context, url string) error {
	return again(ctx, func() error { return get(ctx, url) }) // region: retry kind=inhouse-helper-call ctx=yes
}

// byCause asks why the context has ended, and waits for something else.
func byCause(ctx context.Context, ended chan struct{}, url string) error {
	for { // region: retry ctx=partly
		if err := get(context.WithoutCancel(ctx), url); err != nil {
			if cause := context.Cause(ctx); cause != nil {
				return cause
			}
		} else {
			return nil
		}
		select {
		case <-ended:
			return nil
		case <-time.After(time.Second):
		}
	}
}

// byPredicate asks a function about the context.
func byPredicate(ctx context.Context, url string) error {
	for { // region: retry delay=none ctx=yes errors=predicate
		err := get(ctx, url)
		if err == nil || hopeless(ctx, err) {
			return err
		}
	}
}

func hopeless(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, io.EOF)
}

// twice has nothing that could outlast the context.
func twice(ctx context.Context, url string) error {
	if err := get(ctx, url); err == nil { // region: retry kind=sequential attempts=2 ctx=yes
		return nil
	}
	if err := get(ctx, "http://repair"); err != nil {
		return err
	}
	return get(ctx, url)
}

// renewed only repairs with the context.
func renewed(ctx context.Context, send func() error) error {
	if err := send(); err == nil { // region: retry kind=sequential attempts=2 ctx=partly
		return nil
	}
	if err := get(ctx, "http://repair"); err != nil {
		return err
	}
	return send()
}
