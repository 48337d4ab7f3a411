// Package poll waits for a build to finish in many ways. None of them is a
// retry: what drives them is a state that is not there yet, and an error ends
// them.
package poll

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"
)

const interval = 100 * time.Millisecond

var errFailed = errors.New("the build failed")

// A Build is built somewhere else.
type Build struct {
	url  string
	http *http.Client
}

// finished asks whether the build is done.
func (b *Build) finished(ctx context.Context) (bool, error) {
	state, err := b.state(ctx)
	return state == "finished", err
}

// state asks for the state of the build.
func (b *Build) state(ctx context.Context) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url, nil)
	if err != nil {
		return "", err
	}
	resp, err := b.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	var reply struct{ State string }
	err = json.NewDecoder(resp.Body).Decode(&reply)
	return reply.State, err
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (b *Build) endless(ctx context.Context) error {
	for {
		done, err := b.finished(ctx)
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		if err := sleep(ctx, interval); err != nil {
			return err
		}
	}
}

func (b *Build) either(ctx context.Context) error {
	for {
		if done, err := b.finished(ctx); done || err != nil {
			return err
		}
		select {
		case <-time.After(interval):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (b *Build) counted(ctx context.Context) error {
	for range 100 {
		done, err := b.finished(ctx)
		switch {
		case err != nil:
			return err
		case done:
			return nil
		}
		time.Sleep(interval)
	}
	return context.DeadlineExceeded
}

func (b *Build) inTheHead(ctx context.Context) (err error) {
	done := false
	for !done && err == nil {
		if done, err = b.finished(ctx); !done && err == nil {
			err = sleep(ctx, interval)
		}
	}
	return err
}

func (b *Build) ticker(ctx context.Context) error {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			done, err := b.finished(ctx)
			if err != nil {
				return err
			}
			if done {
				return nil
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (b *Build) states(ctx context.Context) error {
	for {
		state, err := b.state(ctx)
		if err != nil {
			return err
		}
		switch state {
		case "finished":
			return nil
		case "failed":
			return errFailed
		}
		if err := sleep(ctx, interval); err != nil {
			return err
		}
	}
}

func (b *Build) label(ctx context.Context) error {
ask:
	state, err := b.state(ctx)
	if err != nil {
		return err
	}
	if state == "running" {
		if err := sleep(ctx, interval); err != nil {
			return err
		}
		goto ask
	}
	return nil
}

func (b *Build) recursive(ctx context.Context) error {
	done, err := b.finished(ctx)
	if done || err != nil {
		return err
	}
	if err := sleep(ctx, interval); err != nil {
		return err
	}
	return b.recursive(ctx)
}

// A helper that waits for a condition.
func until(ctx context.Context, condition func(context.Context) (bool, error)) error {
	for {
		ok, err := condition(ctx)
		if err != nil {
			return err
		}
		if ok {
			return nil
		}
		if err := sleep(ctx, interval); err != nil {
			return err
		}
	}
}

func (b *Build) helper(ctx context.Context) error { return until(ctx, b.finished) }

func (b *Build) helperWithClosure(ctx context.Context) error {
	var last string
	return until(ctx, func(ctx context.Context) (bool, error) {
		state, err := b.state(ctx)
		if err != nil {
			return false, err
		}
		last = state
		return last != "running", nil
	})
}

func (b *Build) deadline(ctx context.Context) error {
	end := time.Now().Add(time.Minute)
	for time.Now().Before(end) {
		done, err := b.finished(ctx)
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		time.Sleep(interval)
	}
	return context.DeadlineExceeded
}
