package bounds

import (
	"context"
	"errors"
	"flag"
	"time"

	"github.com/grafana/dskit/backoff"
)

type plan struct {
	attempts int
	wait     time.Duration
}

var (
	shortPlan   = plan{attempts: 4, wait: time.Second}
	longPlan    = plan{attempts: 6, wait: time.Minute}
	setPlan     = plan{attempts: 5}
	flaggedPlan = plan{attempts: 5}

	iteratorPlan = backoff.Config{MinBackoff: time.Second, MaxRetries: 7}

	mostTries = 3
	setTries  = 3
)

func init() { flag.IntVar(&flaggedPlan.attempts, "attempts", 5, "") }

// Set changes what others read.
func Set(n int) {
	setPlan.attempts = n
	setTries = n
}

func byShortPlan(c conn) (err error) {
	for range shortPlan.attempts { // region: retry attempts=4
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

func byLongPlan(c conn) (err error) {
	for i := 0; i <= longPlan.attempts; i++ { // region: retry attempts=7
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

func byCopy(c conn) error { return byPlan(c, longPlan) }

func byPlan(c conn, p plan) (err error) {
	for range p.attempts { // region: retry attempts=6
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

func byIterator(ctx context.Context, c conn) (err error) {
	b := backoff.New(ctx, iteratorPlan)
	for b.Ongoing() { // region: retry kind=iterator attempts=7
		if err = c.dial(); err == nil {
			return nil
		}
		b.Wait()
	}
	return err
}

func byNumber(c conn) (err error) {
	for range mostTries { // region: retry attempts=3
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

// Near misses: these are set elsewhere, too.

func bySetPlan(c conn) (err error) {
	for range setPlan.attempts { // region: retry attempts=attempts
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

func byFlaggedPlan(c conn) (err error) {
	for range flaggedPlan.attempts { // region: retry attempts=attempts
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

func bySetNumber(c conn) (err error) {
	for range setTries { // region: retry attempts=setTries
		if err = c.dial(); err == nil {
			return nil
		}
	}
	return err
}

// chosen takes its bound from either of two places, right before the loop.
func (c *chooser) chosen(patient bool) (err error) {
	try, most := 0, 3
	if patient {
		most = c.most + 1
	}
	for ; try < most; try++ { // region: retry attempts=most
		if err = c.op.Do(); err == nil {
			break
		}
	}
	return err
}

type chooser struct {
	op   interface{ Do() error }
	most int
}

// supervised gives up when it has failed too soon, and else goes on for ever.
func (c *chooser) supervised() error {
	start := time.Now()
	for attempt := 0; ; attempt++ { // region: retry attempts=unbounded
		if attempt == 3 && time.Since(start) < 10*time.Second {
			return errors.New("failed three times at once")
		}
		if err := c.op.Do(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

// late gives up when it has taken too long.
func (c *chooser) late() error {
	start := time.Now()
	for { // region: retry attempts=time-bound
		err := c.op.Do()
		if err == nil {
			return nil
		}
		if time.Since(start) < time.Minute {
			time.Sleep(time.Second)
			continue
		}
		return err
	}
}
