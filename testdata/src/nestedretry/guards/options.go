// Package guards has inner retries that an outer one turns off.
package guards

import (
	"context"
	"net/http"
)

func send(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Options say how to call.
type Options struct {
	NoRetry  bool
	Attempts int
}

// bounded sets its number of attempts by an option.
func bounded(ctx context.Context, o Options) (err error) {
	most := 3
	if o.NoRetry {
		most = 1
	}
	for range most {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

// early does not come to its loop.
func early(ctx context.Context, o Options) (err error) {
	if o.NoRetry {
		return send(ctx)
	}
	for range 3 {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

// leaving ends its loop after the first failure.
func leaving(ctx context.Context, o *Options) (err error) {
	for range 3 {
		if err = send(ctx); err == nil || o.NoRetry {
			return err
		}
	}
	return err
}

// counted is told how often.
func counted(ctx context.Context, attempts int) (err error) {
	for range attempts {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

type client struct {
	disableRetries bool
}

func newClient(o Options) *client { return &client{disableRetries: o.NoRetry} }

func (c *client) send(ctx context.Context) (err error) {
	for attempt := 1; ; attempt++ {
		err = send(ctx)
		if err == nil || c.disableRetries || attempt == 4 {
			return err
		}
	}
}

func off(ctx context.Context) (err error) {
	once := newClient(Options{NoRetry: true})
	for range 2 {
		if err = bounded(ctx, Options{NoRetry: true}); err == nil {
			break
		}
	}
	for range 2 {
		if err = early(ctx, Options{NoRetry: true}); err == nil {
			break
		}
	}
	for range 2 {
		if err = leaving(ctx, &Options{NoRetry: true}); err == nil {
			break
		}
	}
	for range 2 {
		if err = counted(ctx, 1); err == nil {
			break
		}
	}
	for range 2 {
		if err = once.send(ctx); err == nil {
			break
		}
	}
	return err
}

func on(ctx context.Context, o Options) (err error) {
	often := newClient(Options{})
	for range 2 {
		if err = bounded(ctx, Options{}); err == nil { // want `up to 6 calls`
			break
		}
	}
	for range 2 {
		if err = early(ctx, Options{Attempts: 1}); err == nil { // want `up to 6 calls`
			break
		}
	}
	for range 2 {
		if err = leaving(ctx, &o); err == nil { // want `up to 6 calls`
			break
		}
	}
	for range 2 {
		if err = counted(ctx, 2); err == nil { // want `up to 4 calls`
			break
		}
	}
	for range 2 {
		if err = often.send(ctx); err == nil { // want `up to 8 calls`
			break
		}
	}
	return err
}
