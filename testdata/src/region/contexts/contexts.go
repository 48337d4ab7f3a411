// Package contexts has retries whose loops and waits end with a context, or do
// not.
package contexts

import (
	"context"
	"net/http"
	"time"
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

func both(ctx context.Context, url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=yes
		if err = get(ctx, url); err == nil {
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

// loopOnly ends with ctx, but only after the wait.
func loopOnly(ctx context.Context, url string) (err error) {
	for i := 0; i < 3 && ctx.Err() == nil; i++ { // region: retry attempts=3 delay=fixed ctx=partly
		if err = get(ctx, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// waitOnly ends the wait with ctx and goes on all the same.
func waitOnly(ctx context.Context, url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=partly
		if err = get(ctx, url); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
	return err
}

func neither(ctx context.Context, url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=no
		if err = get(ctx, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// byRequest ends with the context of a request.
func byRequest(r *http.Request, url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=yes
		if err = get(r.Context(), url); err == nil {
			return nil
		}
		select {
		case <-r.Context().Done():
			return r.Context().Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

// byDefault looks at the context once in a while and sleeps without it.
func byDefault(ctx context.Context, url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed ctx=partly
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		if err = get(ctx, url); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// byChannel ends with a channel that is no context.
func byChannel(stop <-chan struct{}, url string) (err error) {
	for range 3 { // region: retry attempts=3 delay=fixed
		if err = get(context.Background(), url); err == nil {
			return nil
		}
		select {
		case <-stop:
			return err
		case <-time.After(time.Second):
		}
	}
	return err
}
