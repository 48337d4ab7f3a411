package region

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// What a loop does not show: a wait, or an end, in what it calls.

// asks reports whether a call of which nothing is known decides whether the
// loop goes on: then it may have a limit of its own.
func (f *finder) asks(loop *cycle) bool {
	for _, cond := range loop.exits() {
		if f.hearsAndEnds(cond) {
			return true
		}
		if not, ok := cond.(*ssa.UnOp); ok {
			cond = not.X
		}
		call, ok := cond.(*ssa.Call)
		if !ok || f.operates(call.Common()) {
			continue
		}
		if f.target(call.Common()) != nil {
			if receiverOf(call.Common()) != nil && len(nonReceiverArgs(call.Common())) == 0 {
				return true // such as whether somebody has stopped it
			}
			continue
		}
		told := false
		for _, a := range call.Call.Args {
			told = told || isError(a.Type()) || isResponse(a.Type()) || zero(a.Type()).Kind == Int
		}
		if fn := calledFunc(call.Common()); !told && fn != nil && !known.Pure(fn) {
			return true
		}
	}
	return false
}

// hearsAndEnds reports whether a condition is about the error of a method that
// is told of a failure: one that waits before the next attempt, and says when
// there is none. What only wraps an error always returns one.
func (f *finder) hearsAndEnds(cond ssa.Value) bool {
	op, ok := cond.(*ssa.BinOp)
	if !ok || !isNilConst(op.Y) || !isError(op.X.Type()) {
		return false
	}
	v := op.X
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || receiverOf(call.Common()) == nil {
		return false
	}
	for _, a := range nonReceiverArgs(call.Common()) {
		if isError(a.Type()) {
			return true
		}
	}
	return false
}

// asksWhetherToWait reports whether a condition compares a length of time with
// zero: if there is any, it is waited for.
func asksWhetherToWait(v ssa.Value) bool {
	op, ok := v.(*ssa.BinOp)
	if !ok || !isDuration(op.X.Type()) {
		return false
	}
	return constAbsOf(op.Y) == Abs{Int, 0} || constAbsOf(op.X) == Abs{Int, 0}
}

// mayWait reports whether a call of which nothing is known could be a wait: it
// tells nothing, and is handed nothing but a context or a duration.
func mayWait(c *ssa.CallCommon) bool {
	fn := calledFunc(c)
	if standard(fn) || fn != nil && (known.Pure(fn) || known.Op(fn) != nil) {
		return false
	}
	value := !c.IsInvoke() && fn == nil
	if c.Signature().Results().Len() > 0 && !value {
		return false
	}
	args := nonReceiverArgs(c)
	for _, a := range args {
		if isContext(a.Type()) || isDuration(a.Type()) {
			return true
		}
	}
	return len(args) == 0 && c.Signature().Results().Len() == 0
}

// mayWait reports whether a function, or one that it calls, runs a function
// value that could wait.
func (f *finder) mayWait(fn *ssa.Function) bool {
	for _, call := range calls(fn, nil) {
		c := call.Common()
		if _, ok := c.Value.(*ssa.Builtin); ok {
			continue
		}
		if to := f.target(c); to != nil && f.busy[to] {
			continue
		}
		if b := f.behaviorOf(c); b != nil {
			if b.MayWait {
				return true
			}
			continue
		}
		if c.IsInvoke() || calledFunc(c) != nil || f.target(c) != nil {
			continue
		}
		for _, a := range c.Args {
			if isContext(a.Type()) || isDuration(a.Type()) {
				return true
			}
		}
	}
	return false
}

// own reports whether a call is that of an interface of the package at hand: of
// a library that is analyzed itself, what is known of it is not all.
func (f *finder) own(c *ssa.CallCommon) bool {
	return c.IsInvoke() && c.Method.Pkg() != nil && c.Method.Pkg() == f.pkg()
}
