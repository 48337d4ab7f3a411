package region

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
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

// blocks reports whether something in the given blocks, apart from the trials,
// waits for another goroutine: for a token, a turn, a signal. For how long is not
// to be seen. What operates waits for what it does, and is no pause.
func (f *finder) blocks(fn *ssa.Function, within map[*ssa.BasicBlock]bool, trials []ssa.CallInstruction) bool {
	for _, b := range fn.Blocks {
		if within != nil && !within[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					return true
				}
			case *ssa.Select:
				if instr.Blocking {
					return true
				}
			case *ssa.Call:
				if !slices.Contains(trials, ssa.CallInstruction(instr)) && f.blocksAt(instr.Common()) {
					return true
				}
			}
		}
	}
	return false
}

// blocksAt reports whether a call that does nothing outside the program waits for
// another goroutine.
func (f *finder) blocksAt(c *ssa.CallCommon) bool {
	if fn := calledFunc(c); standard(fn) {
		return fn.FullName() == "(*sync.Cond).Wait"
	}
	if fn := f.target(c); c.IsInvoke() || fn != nil && f.busy[fn] {
		return false
	}
	b := f.behaviorOf(c)
	return b != nil && b.Blocks && !b.Operates
}

// delayBetween is how long the pauses between two attempts last: unknown where
// there are none but another goroutine lets the next attempt begin, or something is
// called that may wait.
func (f *finder) delayBetween(fn *ssa.Function, pauses []pause, within map[*ssa.BasicBlock]bool, trials []ssa.CallInstruction) attempt.Delay {
	if len(pauses) == 0 && (f.blocks(fn, within, trials) || f.mayPause(fn, within)) {
		return attempt.Delay{Growth: attempt.UnknownGrowth}
	}
	return delayOver(pauses)
}

// mayPause reports whether something is called in the given blocks that does no work
// and runs a function of which nothing is known, and that could wait.
func (f *finder) mayPause(fn *ssa.Function, within map[*ssa.BasicBlock]bool) bool {
	for _, call := range calls(fn, within) {
		c := call.Common()
		if to := f.target(c); to != nil && f.busy[to] || f.operates(c) {
			continue
		}
		if b := f.behaviorOf(c); b != nil && b.MayWait {
			return true
		}
	}
	return false
}

// own reports whether a call is that of an interface of the package at hand: of
// a library that is analyzed itself, what is known of it is not all.
func (f *finder) own(c *ssa.CallCommon) bool {
	return c.IsInvoke() && c.Method.Pkg() != nil && c.Method.Pkg() == f.pkg()
}
