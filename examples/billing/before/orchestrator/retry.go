package orchestrator

import (
	"context"
	"fmt"
)

// retry runs op until it succeeds, at most attempts times.
func retry(ctx context.Context, attempts int, op func(context.Context) error) error {
	var err error
	for range attempts {
		if err = op(ctx); err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return err
		}
	}
	return fmt.Errorf("%d attempts: %w", attempts, err)
}
