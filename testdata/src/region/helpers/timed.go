package helpers

import (
	"context"
	"errors"
	"time"
)

// untilDone does it again after what the caller says, until the context ends.
func untilDone[T any](ctx context.Context, op func() (T, error), next func(error) time.Duration) (T, error) {
	var timer *time.Timer
	var res T
	var err error
	defer func() {
		if timer != nil {
			timer.Stop()
		}
	}()
	for { // region: retry attempts=unbounded delay=fixed
		res, err = op()
		if err == nil {
			return res, nil
		}
		d := next(err)
		if timer == nil {
			timer = time.NewTimer(d)
		} else {
			timer.Reset(d)
		}
		select {
		case <-ctx.Done():
			return res, errors.Join(ctx.Err(), err)
		case <-timer.C:
		}
	}
}

type timedClient struct {
	timeout time.Duration
	get     func(string) (string, error)
}

// timedField: the time is a setting.
func (c *timedClient) timedField(url string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), c.timeout)
	defer cancel()
	return untilDone(ctx, func() (string, error) { return c.get(url) }, func(error) time.Duration { return time.Second }) // region: retry attempts=time-bound
}

// timedConst: the time is a number.
func (c *timedClient) timedConst(url string) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return untilDone(ctx, func() (string, error) { return c.get(url) }, func(error) time.Duration { return time.Second }) // region: retry attempts=time-bound
}

// timedByCaller: nothing is known of the time.
func (c *timedClient) timedByCaller(ctx context.Context, url string) (string, error) {
	return untilDone(ctx, func() (string, error) { return c.get(url) }, func(error) time.Duration { return time.Second }) // region: retry attempts=unbounded
}
