package closures

import (
	"context"
	"time"

	"github.com/sethvargo/go-retry"
)

func Sethvargo(ctx context.Context, op func() error) error {
	return retry.Do(ctx, retry.WithMaxRetries(4, retry.NewExponential(time.Second)), func(ctx context.Context) error {
		if err := op(); err != nil {
			return retry.RetryableError(err)
		}
		return nil
	})
}

func SethvargoZero(ctx context.Context, op func() error) error {
	return retry.Do(ctx, retry.WithMaxRetries(0, retry.NewConstant(time.Second)), func(ctx context.Context) error {
		return retry.RetryableError(op())
	})
}

func SethvargoWrapped(ctx context.Context, op func() error) error {
	b := retry.NewFibonacci(time.Second)
	b = retry.WithCappedDuration(5*time.Second, b)
	b = retry.WithJitter(100*time.Millisecond, b)
	b = retry.WithMaxRetries(7, b)
	return retry.Do(ctx, b, func(ctx context.Context) error {
		return retry.RetryableError(op())
	})
}

func SethvargoTime(ctx context.Context, op func() error) error {
	b := retry.WithMaxDuration(time.Minute, retry.NewConstant(time.Second))
	return retry.Do(ctx, b, func(ctx context.Context) error {
		return retry.RetryableError(op())
	})
}

func SethvargoPlain(ctx context.Context, op func() error) error {
	return retry.Do(ctx, retry.WithMaxRetries(4, retry.NewConstant(time.Second)), func(ctx context.Context) error {
		return op()
	})
}

func SethvargoEndless(ctx context.Context, op func() error) error {
	return retry.Exponential(ctx, time.Second, func(ctx context.Context) error { return retry.RetryableError(op()) })
}

func SethvargoConstant(ctx context.Context, op func() error) error {
	return retry.Constant(ctx, time.Second, func(ctx context.Context) error { return retry.RetryableError(op()) })
}
