package retry

import (
	"context"
	"iter"
)

// An attempts counter that the loop asks whether to go on.
type attempts struct {
	ctx  context.Context
	made int
	max  int
}

func (a *attempts) next() bool {
	if a.made >= a.max {
		return false
	}
	if a.made > 0 && sleep(a.ctx, pause) != nil {
		return false
	}
	a.made++
	return true
}

func (c *Client) iterator(ctx context.Context) error {
	var err error
	for a := (&attempts{ctx: ctx, max: 3}); a.next(); { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err == nil {
			return nil
		}
	}
	return err
}

// The same with a wait that the loop calls itself.

type backoff struct {
	ctx  context.Context
	left int
}

func (b *backoff) ongoing() bool { return b.ctx.Err() == nil && b.left > 0 }

func (b *backoff) wait() {
	b.left--
	sleep(b.ctx, pause)
}

func (c *Client) ongoing(ctx context.Context) error {
	var err error
	b := &backoff{ctx: ctx, left: 3}
	for b.ongoing() { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		err = c.send(ctx)
		if err == nil {
			return nil
		}
		b.wait()
	}
	return err
}

// An iterator function.

func tries(ctx context.Context, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if i > 0 && sleep(ctx, pause) != nil {
				return
			}
			if !yield(i) {
				return
			}
		}
	}
}

func (c *Client) rangeOverFunc(ctx context.Context) error {
	var err error
	for range tries(ctx, 3) { // region: retry attempts=3 delay=fixed ctx=yes errors=all
		if err = c.send(ctx); err == nil {
			return nil
		}
	}
	return err
}
