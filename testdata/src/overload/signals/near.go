package signals

import (
	"context"
	"errors"
)

// Nothing in this file is reported.

// A Broker is one of several.
type Broker interface {
	Ping(ctx context.Context) error
}

// Ping asks the next broker whatever the last one said, unless nobody waits for
// the answer any more.
func Ping(ctx context.Context, brokers, seeds []Broker) (err error) {
	for _, some := range [2][]Broker{brokers, seeds} {
		for _, b := range some {
			if err = b.Ping(ctx); err == nil {
				return nil
			} else if ended(err) && ctx.Err() != nil {
				return err
			}
		}
	}
	return err
}

func ended(err error) bool {
	return errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// Hasten tells only those apart who have gone.
func Hasten(ctx context.Context, b Broker) (err error) {
	for range 5 {
		if err = b.Ping(ctx); err == nil || ended(err) {
			return err
		}
	}
	return err
}
