package helpers

import (
	"context"
	"time"

	"github.com/ethereum-optimism/optimism/op-service/retry"
	"github.com/go-kit/log"
	"github.com/robfig/cron/v3"
	"github.com/thanos-io/thanos/pkg/runutil"
)

func Thanos(ctx context.Context, op func() error) error {
	return runutil.Retry(time.Second, ctx.Done(), op)
}

func ThanosLog(ctx context.Context, op func() error) error {
	return runutil.RetryWithLog(log.NewNopLogger(), time.Minute, ctx.Done(), op)
}

// ThanosInfinitely goes on whatever comes of the operation.
func ThanosInfinitely(op func() error) (err error) {
	stop := make(chan struct{})
	runutil.RepeatInfinitely(log.NewNopLogger(), time.Second, stop, func() error {
		if err = op(); err == nil {
			close(stop)
		}
		return err
	})
	return err
}

// ThanosRepeat goes on for as long as the operation succeeds.
func ThanosRepeat(op func() error) error {
	return twice(func() error {
		stop := make(chan struct{})
		return runutil.Repeat(time.Second, stop, func() error {
			if err := op(); err != nil {
				return err
			}
			close(stop)
			return nil
		})
	})
}

func Optimism(ctx context.Context, op func() error) error {
	_, err := retry.Do(ctx, 4, retry.Exponential(), func() (int, error) { return 0, op() })
	return err
}

func OptimismFixed(ctx context.Context, op func() error) error {
	return retry.Do0(ctx, 3, retry.Fixed(time.Second), op)
}

func OptimismTwo(ctx context.Context, op func() error) error {
	_, _, err := retry.Do2(ctx, 6, retry.Fixed(time.Minute), func() (int, int, error) { return 0, 0, op() })
	return err
}

// Cron goes on whatever comes of the operation.
func Cron(op func() error) (err error) {
	c := cron.New()
	done := make(chan struct{})
	if _, err := c.AddFunc("@every 1s", func() {
		if err = op(); err == nil {
			close(done)
		}
	}); err != nil {
		return err
	}
	c.Start()
	<-done
	<-c.Stop().Done()
	return err
}
