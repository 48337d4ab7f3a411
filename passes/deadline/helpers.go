package deadline

import (
	"fmt"
	"go/types"
	"iter"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

// ignoredByHelper reports the call of a helper that takes no context.
func (c *check) ignoredByHelper(row *summary.Row, ctx string) {
	call := row.Trials[0]
	if row.Ctx != region.No || row.Delay.Growth < attempt.Fixed || handsEnd(call.Common()) || ctxflow.Ended(call) || returnsFunc(call.Common()) {
		return
	}
	if c.brief(row, row.Delay.Base) && !c.opts.Strict {
		return
	}
	what := "the waits and attempts go on"
	if known, again := afterCancel(row); known && !again {
		what = "a wait goes on"
	}
	d := finding.Draft{
		Category: ignored,
		Message:  fmt.Sprintf("%s repeats %s without %s: when it is done, %s", calleeName(call.Common()), operation(row), ctx, what),
		Identity: []string{row.Func, row.Operation},
	}
	d.Pos, d.End = c.extent(call.Pos())
	c.add(d)
}

// returnsFunc reports whether a call makes a function: what that repeats, it
// repeats for its own callers.
func returnsFunc(c *ssa.CallCommon) bool {
	for v := range c.Signature().Results().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// afterCancel says what becomes of an attempt that fails because its context is
// done: whether it is certain to be made again, or known to be the last.
func afterCancel(row *summary.Row) (known, again bool) {
	trace := row.Trace()
	if trace == nil {
		return false, false
	}
	for _, fault := range trace.Faults() {
		if fault.Class != errclass.Canceled || fault.Status != 0 {
			continue
		}
		ways, ok := trace.Ways(fault)
		if !ok {
			continue
		}
		sure := slices.ContainsFunc(ways, func(w region.Way) bool { return w.Sure })
		return sure || len(ways) == 0, sure
	}
	return false, false
}

// goesOn reports whether attempts that fail because the context is done are made
// again. For what is no retry nobody knows.
func goesOn(row *summary.Row) bool {
	_, again := afterCancel(row)
	return again || row.Class != region.Retry && row.Class != region.Failover
}

// handsEnd reports whether a call is handed something that can end it.
func handsEnd(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if ctxflow.IsContext(a.Type()) || ctxflow.IsRequest(a.Type()) || ctxflow.TellsEnd(a.Type()) {
			return true
		}
	}
	return false
}

// calls yields the calls of a function whose outcome it waits for.
func calls(fn *ssa.Function) iter.Seq[*ssa.Call] {
	return func(yield func(*ssa.Call) bool) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if call, ok := instr.(*ssa.Call); ok && !yield(call) {
					return
				}
			}
		}
	}
}

// callsInReach yields the calls that are made where a context is in reach, each
// with that.
func (c *check) callsInReach() iter.Seq2[*ssa.Call, ctxflow.Reach] {
	return func(yield func(*ssa.Call, ctxflow.Reach) bool) {
		for _, fn := range c.result.Funcs {
			reach, ok := c.reach(fn)
			if !ok {
				continue
			}
			for call := range calls(fn) {
				if !yield(call, reach) {
					return
				}
			}
		}
	}
}

// asksTime reports whether a loop asks a context how much time is left.
func asksTime(r *region.Region) bool {
	for call := range calls(r.Fn) {
		if r.Body[call.Block()] && ctxflow.AsksTime(call.Common()) {
			return true
		}
	}
	return false
}
