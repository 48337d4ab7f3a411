package orchestrator

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"
)

// ErrOverloaded says that the tool server asks its callers to back off. It is
// never retried here, and nothing above may retry it either.
var ErrOverloaded = errors.New("overloaded")

const (
	// attempts is how often a tool is called; no other layer repeats a call.
	attempts = 2
	// maxWait is the longest wait before the second attempt. The wait is
	// random, so that requests that failed together do not come back together.
	maxWait = 500 * time.Millisecond
)

// retry runs op until it succeeds, at most attempts times. It ends early when
// the caller gives up, the callee is overloaded or the budget is spent.
func (o *Orchestrator) retry(ctx context.Context, op func(context.Context) error) error {
	o.budget.earn()
	for attempt := 1; ; attempt++ {
		err := op(ctx)
		if err == nil || attempt == attempts || errors.Is(err, ErrOverloaded) || !o.budget.spend() {
			return err
		}
		select {
		case <-time.After(rand.N(maxWait)):
		case <-ctx.Done():
			return err
		}
	}
}
