// Package iterators asks a library whether to go round once more.
package iterators

import (
	"context"
	"time"

	"github.com/grafana/dskit/backoff"
	jpillora "github.com/jpillora/backoff"
	lestrrat "github.com/lestrrat-go/backoff/v2"
	"gopkg.in/retry.v1"
)

func Dskit(ctx context.Context, op func() error) (err error) {
	b := backoff.New(ctx, backoff.Config{MinBackoff: time.Second, MaxBackoff: time.Minute, MaxRetries: 4})
	for b.Ongoing() {
		if err = op(); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

func DskitEndless(ctx context.Context, op func() error) (err error) {
	b := backoff.New(ctx, backoff.Config{MinBackoff: time.Second, MaxBackoff: time.Minute})
	for b.Ongoing() {
		if err = op(); err == nil {
			return nil
		}
		b.Wait()
	}
	return b.Err()
}

func Lestrrat(ctx context.Context, op func() error) (err error) {
	p := lestrrat.Exponential(lestrrat.WithMinInterval(time.Second), lestrrat.WithMaxInterval(time.Minute), lestrrat.WithMaxRetries(3))
	c := p.Start(ctx)
	for lestrrat.Continue(c) {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func LestrratDefault(ctx context.Context, op func() error) (err error) {
	c := lestrrat.Constant(lestrrat.WithInterval(time.Second)).Start(ctx)
	for lestrrat.Continue(c) {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func LestrratEndless(ctx context.Context, op func() error) (err error) {
	c := lestrrat.Constant(lestrrat.WithInterval(time.Second), lestrrat.WithMaxRetries(0)).Start(ctx)
	for lestrrat.Continue(c) {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func LestrratNull(ctx context.Context, op func() error) (err error) {
	c := lestrrat.Null().Start(ctx)
	for lestrrat.Continue(c) {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func Rogpeppe(op func() error) (err error) {
	for a := retry.Start(retry.LimitCount(4, retry.Exponential{Initial: time.Second}), nil); a.Next(); {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func RogpeppeZero(op func() error) (err error) {
	for a := retry.Start(retry.LimitCount(0, retry.Exponential{Initial: time.Second}), nil); a.Next(); {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func RogpeppeTime(op func() error) (err error) {
	for a := retry.Start(retry.LimitTime(time.Minute, retry.Exponential{Initial: time.Second}), nil); a.Next(); {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func RogpeppeRegular(op func() error) (err error) {
	strategy := retry.Regular{Total: time.Minute, Delay: time.Second}
	for a := strategy.Start(nil); a.Next(); {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

// Jpillora has waits only: the loop counts.
func Jpillora(op func() error) (err error) {
	b := &jpillora.Backoff{Min: time.Second, Max: time.Minute, Jitter: true}
	for range 6 {
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(b.Duration())
	}
	return err
}
