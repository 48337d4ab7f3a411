package backoff

import (
	"go/token"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// few is how many attempts may follow each other at once: a single repeat
// after a connection was found to be stale costs little.
const few = 2

// delays reports an operation that is repeated without any wait.
func (c *check) delays() {
	if !c.row.Remote() || len(c.row.Below) > 0 {
		return // in memory; or a layer below waits
	}
	if c.row.Kind == region.HelperCall && c.helperIsHere() {
		return // reported once, in the helper
	}
	if c.row.Attempts.Kind == attempt.Count && c.row.Attempts.N <= few && !c.strict {
		return
	}
	if !c.row.AllErrors && !c.strict && (c.row.Errors == errclass.Of(errclass.Conflict) || c.row.Renames()) {
		return // somebody else was first: that is soon over, and spreads no load
	}
	way, ok := c.bare()
	if !ok {
		return
	}
	always := true
	for _, w := range c.trace.Plain() {
		always = always && len(w.Waits) == 0
	}
	c.reportNoDelay(way, always)
}

// helperIsHere reports whether the helper that repeats is one of this package.
func (c *check) helperIsHere() bool {
	fn := c.row.Trials[0].Common().StaticCallee()
	return fn != nil && fn.Pkg == c.row.Fn.Pkg
}

// bare returns a way back on which nothing waits and nothing is mended.
func (c *check) bare() (region.Way, bool) {
	if c.row.Callback >= 0 && c.row.Delay.Growth != attempt.NoDelay {
		return region.Way{}, false // the helper waits, or nobody knows
	}
	for _, w := range c.trace.Plain() {
		if w.Paced || waits(w) || w.Opaque || w.Repair || w.Budget || w.Hint {
			continue
		}
		return w, true
	}
	return region.Way{}, false
}

// waits reports whether time passes on a way.
func waits(w region.Way) bool {
	for _, wait := range w.Waits {
		if wait.Delay.Growth != attempt.NoDelay {
			return true
		}
	}
	return false
}

// jitters reports waits that are the same for each client.
func (c *check) jitters() {
	if !c.strict || !c.row.Remote() {
		return
	}
	if c.row.Callback >= 0 {
		if d := c.row.Delay; d.Growth > attempt.NoDelay && !d.Jitter {
			c.reportJitter(c.row.Trials[0].Pos(), d)
		}
		return
	}
	var at token.Pos
	var delay attempt.Delay
	for _, w := range c.trace.Plain() {
		if w.Hint {
			return
		}
		for _, wait := range w.Waits {
			if wait.Delay.Jitter || wait.Delay.Growth <= attempt.NoDelay {
				return // random, or nobody knows
			}
			if !at.IsValid() || wait.Delay.Growth > delay.Growth {
				at, delay = wait.Pos, wait.Delay
			}
		}
	}
	if at.IsValid() {
		c.reportJitter(at, delay)
	}
}
