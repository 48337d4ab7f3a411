package attempt_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
)

var errTimeout = errors.New("timeout")

// call takes all the time that it is given.
func call(ctx context.Context, d time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	<-ctx.Done()
	return errTimeout
}

// wait ends with the context.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// TestPlansHoldWhenRun runs loops in virtual time and compares the time that
// they take to give up, and the attempts that start, with what a plan says.
func TestPlansHoldWhenRun(t *testing.T) {
	const (
		ms = time.Millisecond
		s  = time.Second
	)
	no := attempt.Constant(attempt.Interval{})
	always := func(lo, hi time.Duration) func(int64) attempt.Interval {
		return attempt.Constant(attempt.Between(lo, hi))
	}
	for _, test := range []struct {
		name     string
		plan     attempt.Plan
		deadline time.Duration // 0 for none
		run      func(ctx context.Context, op func(context.Context) error)
	}{
		{
			"three layers without waits", attempt.Plan{{N: 3, Wait: no}, {N: 3, Wait: no}, {N: 3, Wait: no}, {Within: 2 * s}}, 19 * s,
			func(ctx context.Context, op func(context.Context) error) {
				for range 27 {
					if op(ctx); ctx.Err() != nil {
						return
					}
				}
			},
		},
		{
			"waits that double", attempt.Plan{{N: 3, Wait: attempt.Growing(50*ms, 2, 0)}, {Within: 200 * ms}}, 600 * ms,
			func(ctx context.Context, op func(context.Context) error) {
				d := 50 * ms
				for i := 1; ; i++ {
					op(ctx)
					if i == 3 || wait(ctx, d) != nil {
						return
					}
					d *= 2
				}
			},
		},
		{
			"waits with a cap", attempt.Plan{{N: 6, Wait: attempt.Growing(100*ms, 3, s)}, {Within: 50 * ms}}, 0,
			func(ctx context.Context, op func(context.Context) error) {
				for i := range 6 {
					if op(ctx); i < 5 {
						time.Sleep(min(100*ms*[]time.Duration{1, 3, 9, 27, 81}[i], s))
					}
				}
			},
		},
		{
			"full jitter", attempt.Plan{{N: 5, Wait: always(0, s)}, {Within: 300 * ms}}, 0,
			func(ctx context.Context, op func(context.Context) error) {
				for i := range 5 {
					if op(ctx); i < 4 {
						time.Sleep(rand.N(s))
					}
				}
			},
		},
		{
			"half jitter", attempt.Plan{{N: 4, Wait: always(200*ms, 400*ms)}, {Within: s}}, 3 * s,
			func(ctx context.Context, op func(context.Context) error) {
				for i := range 4 {
					if op(ctx); i == 3 || wait(ctx, 200*ms+rand.N(200*ms)) != nil {
						return
					}
				}
			},
		},
		{
			"a wait after the last attempt", attempt.Plan{{N: 3, Wait: always(s, s), Last: attempt.Span(s)}, {Within: s}}, 0,
			func(ctx context.Context, op func(context.Context) error) {
				for range 3 {
					op(ctx)
					time.Sleep(s)
				}
			},
		},
		{
			"the first wait is longer than the deadline", attempt.Plan{{N: 3, Wait: always(s, s)}, {Within: 200 * ms}}, 800 * ms,
			func(ctx context.Context, op func(context.Context) error) {
				for i := range 3 {
					if op(ctx); i == 2 || wait(ctx, s) != nil {
						return
					}
				}
			},
		},
		{
			"a timeout between two layers", attempt.Plan{{N: 2, Wait: always(s, s)}, {Within: 3 * s}, {N: 4, Wait: no}, {Within: s}}, 0,
			func(ctx context.Context, op func(context.Context) error) {
				for i := range 2 {
					inner, cancel := context.WithTimeout(ctx, 3*s)
					for j := 0; j < 4 && inner.Err() == nil; j++ {
						op(inner)
					}
					cancel()
					if i == 0 {
						time.Sleep(s)
					}
				}
			},
		},
		{
			"linear waits", attempt.Plan{{N: 4, Wait: func(k int64) attempt.Interval { return attempt.Span(time.Duration(k) * s) }}, {Within: s}}, 6 * s,
			func(ctx context.Context, op func(context.Context) error) {
				for i := range 4 {
					if i > 0 && wait(ctx, time.Duration(i)*s) != nil {
						return
					}
					op(ctx)
				}
			},
		},
		{
			"one attempt", attempt.Plan{{N: 1}, {Within: s}}, 0,
			func(ctx context.Context, op func(context.Context) error) { op(ctx) },
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				work, timed, ok := test.plan.Work()
				if !timed || !ok {
					t.Fatalf("the plan has no time: %v", work)
				}
				each := test.plan[len(test.plan)-1].Within
				measure := func(ctx context.Context) (took time.Duration, calls int64) {
					start := time.Now()
					test.run(ctx, func(ctx context.Context) error {
						calls++
						return call(ctx, each)
					})
					return time.Since(start), calls
				}
				if took, _ := measure(t.Context()); took < work.Min || took > work.Max {
					t.Errorf("it took %s to give up, not %s", took, work)
				}
				if test.deadline == 0 {
					return
				}
				ctx, cancel := context.WithTimeout(t.Context(), test.deadline)
				defer cancel()
				most, ok := test.plan.Starts(test.deadline)
				took, calls := measure(ctx)
				if !ok || calls > most || took > test.deadline {
					t.Errorf("%d attempts started in %s, at most %d in %s was expected", calls, took, most, test.deadline)
				}
				if work.Min <= test.deadline {
					t.Errorf("%s fits into %s: the deadline tests nothing", work, test.deadline)
				}
			})
		})
	}
}
