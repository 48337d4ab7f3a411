package deadline

import (
	"fmt"
	"go/types"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

// negligible is a wait that nobody notices who has canceled.
const negligible = 100 * time.Millisecond

// ignored reports the regions whose waits or attempts go on when the context
// in reach is done.
func (c *check) ignored() {
	for _, row := range c.result.Rows() {
		switch row.Class {
		case region.Retry, region.Failover, region.Poll, region.PollErr, region.Reconnect:
		default:
			continue
		}
		ctx, ok := c.contextOf(row.Region)
		if !ok {
			continue
		}
		if isHelper(row.Region) {
			c.ignoredByHelper(row, ctx)
			continue
		}
		c.ignoredInLoop(row, ctx)
	}
}

// contextOf returns how the source gets the context that the region should end
// with: what its function has from the caller or, in a goroutine of its own,
// what it hands to the operation.
func (c *check) contextOf(r *region.Region) (string, bool) {
	if reach, ok := c.reach(r.Fn); ok {
		return reach.Expr, true
	}
	for _, t := range r.Trials {
		for _, a := range t.Common().Args {
			if name, ok := handed(a); ok {
				return name, true
			}
		}
	}
	return "", false
}

// handed returns the name of a context that can end, if a is one.
func handed(a ssa.Value) (string, bool) {
	if !ctxflow.IsContext(a.Type()) {
		return "", false
	}
	ways := ctxflow.Ways(a)
	for _, w := range ways {
		if w.Kind != ctxflow.Caller && w.Kind != ctxflow.Stored {
			return "", false
		}
	}
	if len(ways) == 0 {
		return "", false
	}
	name := contextName(ways[0].From)
	return name, name != ""
}

// contextName is how the source calls a context that is a parameter or is kept
// in a field.
func contextName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		if ctxflow.IsContext(v.Type()) && v.Name() != "_" {
			return v.Name()
		}
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if st, ok := types.Unalias(fa.X.Type()).Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok {
				return st.Field(fa.Field).Name()
			}
		}
	}
	return ""
}

// ignoredInLoop reports the waits of a loop that do not end with the context
// or, if all do, that the attempts go on.
func (c *check) ignoredInLoop(row *summary.Row, ctx string) {
	if row.Ctx == region.Yes {
		return
	}
	found := false
	for _, p := range row.Pauses {
		if p.Ctx || p.Works || isTrial(row.Region, p.Instr) || ctxflow.Ended(p.Instr) || ctxflow.Missing(p.Instr) || !between(row, p) {
			continue
		}
		found = true
		d, constant := length(p.Duration)
		short := constant && row.Ctx == region.Partly && d <= negligible // and then it looks at the context
		if (short || constant && c.brief(row, d)) && !c.opts.Strict {
			continue
		}
		c.addIgnored(row, p.Instr, fmt.Sprintf("%s between attempts of %s does not end with %s", waiting(p, d, constant), operation(row), ctx))
	}
	switch {
	case found:
	case row.GoesOn && goesOn(row):
		for _, p := range row.Pauses {
			if s, ok := p.Instr.(*ssa.Select); ok && p.Ctx {
				c.addIgnored(row, s, fmt.Sprintf("attempts of %s go on after %s is done: the select ends the wait, not the loop", operation(row), ctx))
				return
			}
		}
	case row.Class == region.Retry && row.Ctx == region.No && len(row.Pauses) == 0 &&
		row.Limit.Kind == attempt.Unbounded && row.AllErrors && row.Errors.Has(errclass.Canceled) && len(row.Trials) == 1 && exits(row.Region) == 1 && !ctxflow.Ended(row.Trials[0]):
		c.addIgnored(row, row.Trials[0], fmt.Sprintf("attempts of %s go on for ever after %s is done: the loop has no other end than success", operation(row), ctx))
	case c.opts.Strict && row.Class == region.Retry && row.Ctx == region.No && len(row.Pauses) == 0 && row.Attempts.Repeats() && !ctxflow.Ended(row.Trials[0]) && !asksTime(row.Region):
		c.addIgnored(row, row.Trials[0], fmt.Sprintf("another attempt of %s starts without a look at what is left of %s", operation(row), ctx))
	}
}

// between reports whether a wait lies between two attempts: what polls may wait
// for something else before it asks.
func between(row *summary.Row, p region.Pause) bool {
	_, call := p.Instr.(*ssa.Call)
	return row.Class != region.Poll && row.Class != region.PollErr || !call || p.Duration != nil
}

func (c *check) addIgnored(row *summary.Row, at ssa.Instruction, message string) {
	d := finding.Draft{Category: ignored, Message: message, Identity: []string{row.Func, row.Operation}}
	d.Pos, d.End = c.extent(at.Pos())
	if fix, ok := c.selectFix(row.Fn, at); ok {
		d.Fixes = append(d.Fixes, fix)
	}
	c.add(d)
}

// brief reports whether all waits of a region of length d each are over before
// anyone minds.
func (c *check) brief(row *summary.Row, d time.Duration) bool {
	if row.Attempts.Kind != attempt.Count || d <= 0 || row.Delay.Growth != attempt.Fixed {
		return false
	}
	return time.Duration(row.Attempts.N) <= negligible/d
}

// exits counts the ways out of a loop.
func exits(r *region.Region) int {
	n := 0
	for b := range r.Body {
		if len(b.Succs) == 0 {
			n++
		}
		for _, s := range b.Succs {
			if !r.Body[s] {
				n++
			}
		}
	}
	return n
}

func isTrial(r *region.Region, instr ssa.Instruction) bool {
	for _, t := range r.Trials {
		if t == instr {
			return true
		}
	}
	return false
}
