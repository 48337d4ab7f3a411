package region

import (
	"go/types"
	"iter"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"

	"github.com/retryvet/retryvet/internal/known"
)

// asksErr returns the context whose end a call asks for: ctx.Err() or
// context.Cause(ctx).
func asksErr(c *ssa.CallCommon) (ctx ssa.Value, ok bool) {
	if c.IsInvoke() {
		return c.Value, isContext(c.Value.Type()) && c.Method.Name() == "Err"
	}
	fn := calledFunc(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" || fn.Name() != "Cause" || len(c.Args) != 1 {
		return nil, false
	}
	return c.Args[0], true
}

// looksAtCtx reports whether the loop asks a context, or a stop channel,
// whether to go on: itself, or by a function of the package whose answer it
// tests.
func (f *finder) looksAtCtx(fn *ssa.Function, loop *cycle) bool {
	for _, b := range fn.Blocks {
		if !loop.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.Call:
				if _, ok := asksErr(v.Common()); ok || f.testsCtx(v) {
					return true
				}
			case *ssa.Select:
				for _, st := range v.States {
					if st.Dir == types.RecvOnly && (isDone(st.Chan) || isStop(st.Chan)) {
						return true
					}
				}
			}
		}
	}
	return false
}

// testsCtx reports whether a call hands a context to a function of the package
// that says whether it has ended, and does nothing outside the program.
func (f *finder) testsCtx(call *ssa.Call) bool {
	to := f.target(call.Common())
	if to == nil || !handedContext(call.Common()) || zero(call.Type()).Kind != Bool || f.operates(call.Common()) {
		return false
	}
	for _, c := range calls(to, nil) {
		if ctx, ok := asksErr(c.Common()); ok {
			if _, param := ctx.(*ssa.Parameter); param {
				return true
			}
		}
	}
	return false
}

// asksCtx reports whether the loop asks a context whether it has ended, or is
// left by a select that finds that without waiting for it.
func asksCtx(loop *cycle) bool {
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.Call:
				if _, asks := asksErr(v.Common()); asks {
					return true
				}
			case *ssa.Select:
				if !v.Blocking && leavesWhenDone(v, loop) {
					return true
				}
			}
		}
	}
	return false
}

// received lists the channels from which the selects of a loop receive to leave it,
// each with the block that this leads to.
func (c *cycle) received() iter.Seq2[ssa.Value, *ssa.BasicBlock] {
	return func(yield func(ssa.Value, *ssa.BasicBlock) bool) {
		for b := range c.blocks {
			for _, instr := range b.Instrs {
				s, ok := instr.(*ssa.Select)
				if !ok {
					continue
				}
				for i, st := range s.States {
					if st.Dir != types.RecvOnly {
						continue
					}
					if to := ctxflow.Case(s, i); to != nil && !c.blocks[to] && !yield(st.Chan, to) {
						return
					}
				}
			}
		}
	}
}

func leavesWhenDone(s *ssa.Select, loop *cycle) bool {
	for i, st := range s.States {
		if st.Dir == types.RecvOnly && isDone(st.Chan) {
			if b := ctxflow.Case(s, i); b != nil && !loop.blocks[b] {
				return true
			}
		}
	}
	return false
}

// endless reports whether a context is certain never to end: it is made from
// nothing, and nobody can cancel it.
func endless(ctx ssa.Value) bool {
	for range 8 { // contexts are derived in a few steps
		switch v := ctx.(type) {
		case *ssa.UnOp:
			if ctx = onlyStore(v.X); ctx == nil {
				return false
			}
			continue
		case *ssa.Call:
			fn := calledFunc(v.Common())
			if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
				return false
			}
			switch fn.Name() {
			case "Background", "TODO":
				return true
			case "WithValue":
				ctx = v.Call.Args[0]
				continue
			}
		}
		return false
	}
	return false
}

// withEnd reports whether some call is handed a context that may end.
func withEnd(ops []ssa.CallInstruction) bool {
	for _, op := range ops {
		for _, a := range op.Common().Args {
			if isContext(a.Type()) && !endless(a) {
				return true
			}
		}
	}
	return false
}

// onlyEndless reports whether a call is handed a context, and none that may
// end.
func onlyEndless(c *ssa.CallCommon) bool {
	found := false
	for _, a := range c.Args {
		if isContext(a.Type()) {
			if !endless(a) {
				return false
			}
			found = true
		}
	}
	return found
}

// heldContext returns the context with which the iterator was made that a loop
// asks, or nil.
func (f *finder) heldContext(loop *cycle) ssa.Value {
	for _, call := range calls(loop.header.Parent(), loop.blocks) {
		if !isIterator(call.Common()) {
			continue
		}
		made := receiverOf(call.Common())
		for range 4 { // a variable, or one behind another
			load, ok := made.(*ssa.UnOp)
			if !ok {
				break
			}
			made = onlyStore(load.X)
		}
		maker, ok := made.(*ssa.Call)
		if !ok {
			return nil
		}
		fn := calledFunc(maker.Common())
		if fn == nil {
			return nil
		}
		if _, s := known.LookupSetting(fn); s != nil && s.Counts == known.CountsCtx && s.Arg >= 0 {
			return argument(maker.Common(), s.Arg)
		}
	}
	return nil
}

// ctxOf says whether the loop and its waits end with a context. A stop channel
// takes the place of a context where there is none.
func (f *finder) ctxOf(fn *ssa.Function, loop *cycle, pauses []pause) Tri {
	return triOf(f.endedBy(fn, pauses), f.looksAtCtx(fn, loop))
}

// endedBy returns the pauses as they are to a caller with a context.
func (f *finder) endedBy(fn *ssa.Function, pauses []pause) []pause {
	if !takesContext(fn) {
		return pauses
	}
	out := make([]pause, len(pauses))
	for i, p := range pauses {
		p.ctx = p.ctx && !p.stop
		out[i] = p
	}
	return out
}

// takesContext reports whether a function, or one around it, is handed a
// context.
func takesContext(fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		for _, p := range fn.Params {
			if isContext(p.Type()) {
				return true
			}
		}
	}
	return false
}

func triOf(pauses []pause, asks bool) Tri {
	aware := 0
	for _, p := range pauses {
		if p.ctx {
			aware++
		}
	}
	switch {
	case len(pauses) > 0 && aware == len(pauses):
		return Yes
	case len(pauses) == 0 && asks:
		return Yes
	case aware > 0 || asks:
		return Partly
	}
	return No
}
