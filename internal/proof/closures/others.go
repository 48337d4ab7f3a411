package closures

import (
	"context"
	"time"

	"github.com/Rican7/retry"
	"github.com/Rican7/retry/backoff"
	"github.com/Rican7/retry/strategy"
	"github.com/eapache/go-resiliency/retrier"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-resty/resty/v2"
	"github.com/juju/clock"
	jujuretry "github.com/juju/retry"
	"github.com/matryer/try"
)

func Eapache(op func() error) error {
	return retrier.New(retrier.ConstantBackoff(5, time.Second), nil).Run(op)
}

func EapacheExponential(ctx context.Context, op func() error) error {
	r := retrier.New(retrier.ExponentialBackoff(3, time.Second), nil)
	return r.RunCtx(ctx, func(context.Context) error { return op() })
}

func EapacheList(op func() error) error {
	return retrier.New([]time.Duration{time.Second, time.Minute}, nil).Run(op)
}

func Failsafe(op func() error) error {
	return failsafe.With(retrypolicy.NewWithDefaults[any]()).Run(op)
}

func FailsafeRetries(op func() error) error {
	p := retrypolicy.NewBuilder[any]().WithDelay(time.Second).WithMaxRetries(4).Build()
	return failsafe.With(p).Run(op)
}

func FailsafeAttempts(op func() error) error {
	return failsafe.With(retrypolicy.NewBuilder[any]().WithMaxAttempts(4).WithBackoff(time.Second, time.Minute).Build()).Run(op)
}

func FailsafeEndless(op func() error) error {
	return failsafe.With(retrypolicy.NewBuilder[any]().WithMaxRetries(-1).WithDelay(time.Second).Build()).Run(op)
}

func FailsafeBare(op func() error) error { return failsafe.With[any]().Run(op) }

func Rican(op func() error) error {
	return retry.Retry(func(uint) error { return op() }, strategy.Limit(4), strategy.Backoff(backoff.Linear(time.Second)))
}

func RicanEndless(op func() error) error {
	return retry.Retry(func(uint) error { return op() }, strategy.Wait(time.Second))
}

func Matryer(op func() error) error {
	return try.Do(func(attempt int) (bool, error) {
		err := op()
		return err != nil, err
	})
}

func Juju(op func() error) error {
	return jujuretry.Call(jujuretry.CallArgs{Func: op, Attempts: 5, Delay: time.Second, Clock: clock.WallClock})
}

func JujuEndless(op func() error) error {
	return jujuretry.Call(jujuretry.CallArgs{Func: op, Attempts: -1, Delay: time.Second, Clock: clock.WallClock})
}

func Resty(op func() error) error {
	return resty.Backoff(func() (*resty.Response, error) { return nil, op() })
}

func RestyRetries(op func() error) error {
	return resty.Backoff(func() (*resty.Response, error) { return nil, op() }, resty.Retries(2), resty.WaitTime(time.Second))
}
