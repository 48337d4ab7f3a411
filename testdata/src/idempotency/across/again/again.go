// Package again repeats what it is handed.
package again

import (
	"context"
	"time"
)

type Options struct {
	Attempts int
	Wait     time.Duration
}

func Do(ctx context.Context, o Options, fn func(ctx context.Context) error) error {
	var err error
	for i := 0; i < o.Attempts; i++ {
		if err = fn(ctx); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(o.Wait):
		}
	}
	return err
}
