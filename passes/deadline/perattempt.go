package deadline

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

// repeats reports whether a region makes the same attempt again after a
// failure.
func repeats(row *summary.Row) bool {
	return row.Class == region.Retry || row.Class == region.Failover || row.Class == region.PollErr
}

// perAttempt reports timeouts that are made in the wrong place for the
// attempts that they are meant for.
func (c *check) perAttempt() {
	for _, row := range c.result.Rows() {
		if !repeats(row) && row.Class != region.Poll && row.Class != region.Reconnect {
			continue
		}
		if call := c.chainedIn(row); call != nil {
			c.addChained(row, call)
			continue
		}
		if repeats(row) && !isHelper(row.Region) {
			c.sharedBy(row)
		}
	}
}

// chainedIn returns the call that derives the context of an attempt from that
// of the one before.
func (c *check) chainedIn(row *summary.Row) *ssa.Call {
	if isHelper(row.Region) {
		fn := closureArgument(row.Trials[0])
		if fn == nil {
			return nil
		}
		for _, b := range fn.Blocks {
			if call := ctxflow.Chained(b, nil); call != nil {
				return call
			}
		}
		return nil
	}
	for _, b := range row.Fn.Blocks {
		if !row.Body[b] {
			continue
		}
		if call := ctxflow.Chained(b, row.Body); call != nil {
			return call
		}
	}
	return nil
}

func (c *check) addChained(row *summary.Row, call *ssa.Call) {
	what := "ends by the timeout of the first attempt at the latest"
	if !ctxflow.IsTimeout(call.Common()) {
		what = "starts canceled"
	}
	d := finding.Draft{
		Category: chained,
		Message: fmt.Sprintf("each attempt of %s derives its context from that of the attempt before: a later one %s",
			operation(row), what),
		Identity: []string{row.Func, row.Operation},
	}
	d.Pos, d.End = c.extent(call.Pos())
	c.add(d)
}

// sharedBy reports a timeout that is made before the loop when the loop goes
// on after it has expired: the later attempts have no time at all.
func (c *check) sharedBy(row *summary.Row) {
	if row.Ctx != region.No && !row.GoesOn || !row.AllErrors || !row.Attempts.Repeats() {
		return
	}
	for _, t := range row.Trials {
		for _, a := range t.Common().Args {
			if !ctxflow.IsContext(a.Type()) && !ctxflow.IsRequest(a.Type()) {
				continue
			}
			made := timeoutBefore(row.Region, a)
			if made == nil {
				continue
			}
			what := "one timeout"
			if d, ok := length(ctxflow.Length(made.Common())); ok {
				what = "one timeout of " + d.String()
			}
			n := "all attempts"
			if row.Attempts.Kind == attempt.Count {
				n = fmt.Sprintf("all %d attempts", row.Attempts.N)
			}
			d := finding.Draft{
				Category: shared,
				Message:  fmt.Sprintf("%s covers %s of %s: when it has expired, the others start without any time left", what, n, operation(row)),
				Identity: []string{row.Func, row.Operation},
			}
			d.Pos, d.End = c.extent(made.Pos())
			c.add(d)
			return
		}
	}
}

// timeoutBefore returns the call that gave a context its timeout, when that is
// before the loop and nothing in the loop gives it another one.
func timeoutBefore(r *region.Region, ctx ssa.Value) *ssa.Call {
	if len(r.Body) == 0 {
		return nil // a recursion may make it anew in each call
	}
	ways := ctxflow.Ways(ctx)
	for _, d := range ctxflow.Common(ways) {
		if !ctxflow.IsTimeout(d.Common()) {
			continue
		}
		if d.Parent() != r.Fn || r.Body[d.Block()] {
			return nil
		}
		return d
	}
	return nil
}
