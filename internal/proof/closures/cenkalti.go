// Package closures repeats an operation by libraries that are handed a function.
package closures

import (
	"context"
	"time"

	backoff3 "github.com/cenkalti/backoff/v3"
	backoff4 "github.com/cenkalti/backoff/v4"
	backoff5 "github.com/cenkalti/backoff/v5"
)

func CenkaltiV3(op func() error) error {
	return backoff3.Retry(op, backoff3.WithMaxRetries(backoff3.NewExponentialBackOff(), 5))
}

func CenkaltiV3Zero(op func() error) error {
	return backoff3.Retry(op, backoff3.WithMaxRetries(backoff3.NewConstantBackOff(time.Second), 0))
}

func CenkaltiV3Default(op func() error) error {
	return backoff3.Retry(op, backoff3.NewExponentialBackOff())
}

func CenkaltiV4(op func() error) error {
	return backoff4.Retry(op, backoff4.WithMaxRetries(backoff4.NewExponentialBackOff(), 5))
}

func CenkaltiV4Zero(op func() error) error {
	return backoff4.Retry(op, backoff4.WithMaxRetries(backoff4.NewConstantBackOff(time.Second), 0))
}

func CenkaltiV4Default(op func() error) error {
	return backoff4.Retry(op, backoff4.NewExponentialBackOff())
}

func CenkaltiV4Elapsed(op func() error) error {
	return backoff4.Retry(op, backoff4.NewExponentialBackOff(backoff4.WithMaxElapsedTime(2*time.Minute)))
}

func CenkaltiV4Endless(op func() error) error {
	b := backoff4.NewExponentialBackOff()
	b.MaxElapsedTime = 0
	return backoff4.Retry(op, b)
}

func CenkaltiV4Constant(op func() error) error {
	return backoff4.Retry(op, backoff4.NewConstantBackOff(time.Second))
}

func CenkaltiV4Stop(op func() error) error {
	return backoff4.Retry(op, &backoff4.StopBackOff{})
}

func CenkaltiV4Context(ctx context.Context, op func() error) error {
	b := backoff4.WithContext(backoff4.WithMaxRetries(backoff4.NewExponentialBackOff(), 2), ctx)
	return backoff4.RetryNotify(op, b, func(error, time.Duration) {})
}

func CenkaltiV4Data(op func() error) error {
	_, err := backoff4.RetryWithData(func() (int, error) { return 0, op() }, backoff4.WithMaxRetries(&backoff4.ZeroBackOff{}, 3))
	return err
}

func CenkaltiV5Default(ctx context.Context, op func() error) error {
	_, err := backoff5.Retry(ctx, func() (int, error) { return 0, op() })
	return err
}

func CenkaltiV5Tries(ctx context.Context, op func() error) error {
	_, err := backoff5.Retry(ctx, func() (int, error) { return 0, op() }, backoff5.WithMaxTries(4), backoff5.WithBackOff(backoff5.NewConstantBackOff(time.Second)))
	return err
}

func CenkaltiV5Elapsed(ctx context.Context, op func() error) error {
	_, err := backoff5.Retry(ctx, func() (int, error) { return 0, op() }, backoff5.WithMaxElapsedTime(time.Minute))
	return err
}

func CenkaltiV5Endless(ctx context.Context, op func() error) error {
	_, err := backoff5.Retry(ctx, func() (int, error) { return 0, op() }, backoff5.WithMaxElapsedTime(0))
	return err
}

func CenkaltiV5Stop(ctx context.Context, op func() error) error {
	_, err := backoff5.Retry(ctx, func() (int, error) { return 0, op() }, backoff5.WithBackOff(&backoff5.StopBackOff{}))
	return err
}
