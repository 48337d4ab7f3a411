package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// LocalBudget returns where the region asks a limiter, without waiting for it,
// that its own function made: it holds back no other call.
func (r *Region) LocalBudget() token.Pos {
	if r.tracing == nil || r.tracing.loop == nil {
		return token.NoPos
	}
	f := r.tracing.f
	for _, call := range calls(r.Fn, r.tracing.loop.blocks) {
		c := call.Common()
		switch {
		case f.limits(c):
			if known.Wait(calledFunc(c)) != nil {
				continue
			}
		case !numbered(r.tracing.loop) || !f.takesToken(call):
			continue
		}
		made := receiverOf(c)
		instr, ok := made.(ssa.Instruction)
		if ok && instr.Parent() == r.Fn && f.makesAnew(made) && keptLocal(made) {
			return made.Pos()
		}
	}
	return token.NoPos
}

// numbered reports whether a loop counts its rounds and ends at a number: then
// what else counts in it is there for something else.
func numbered(loop *cycle) bool {
	for _, cond := range loop.exits() {
		op, ok := cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		for _, v := range []ssa.Value{op.X, op.Y} {
			if sum, ok := v.(*ssa.BinOp); ok {
				v = sum.X
			}
			if phi, ok := v.(*ssa.Phi); ok && phi.Block() == loop.header && zero(phi.Type()).Kind == Int {
				return true
			}
		}
	}
	return false
}

// takesToken reports whether a call is that of a method of this package that
// counts a field of its receiver down and answers with yes or no.
func (f *finder) takesToken(call *ssa.Call) bool {
	fn := f.target(call.Common())
	if fn == nil || fn.Signature.Recv() == nil || !isPredicate(fn) || len(fn.Params) == 0 {
		return false
	}
	if b := f.behavior(fn); b == nil || b.Operates || b.Waits != nil {
		return false
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok || cellOf(s.Addr).root != ssa.Value(fn.Params[0]) {
				continue
			}
			sum, ok := s.Val.(*ssa.BinOp)
			if !ok || sum.Op != token.SUB {
				continue
			}
			load, ok := sum.X.(*ssa.UnOp)
			if ok && cellOf(load.X) == cellOf(s.Addr) && constAbsOf(sum.Y) == (Abs{Int, 1}) {
				return true
			}
		}
	}
	return false
}

// makesAnew reports whether a value is an object that is new each time that its
// function runs: of a limiter of a library, one that a call returns.
func (f *finder) makesAnew(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		_, ok := v.(*ssa.Alloc)
		return ok
	}
	fn := f.target(call.Common())
	if fn == nil {
		return true
	}
	for _, b := range fn.Blocks {
		if ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			if _, ok := ret.Results[0].(*ssa.Alloc); !ok {
				return false
			}
		}
	}
	return true
}

// keptLocal reports whether a value is only used to call its methods.
func keptLocal(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr: // where it is made
			if !onlyStored(r) {
				return false
			}
		case *ssa.Call:
			if receiverOf(r.Common()) != ssa.Value(v) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}

func onlyStored(addr *ssa.FieldAddr) bool {
	for _, r := range *addr.Referrers() {
		if s, ok := r.(*ssa.Store); !ok || s.Addr != ssa.Value(addr) {
			return false
		}
	}
	return true
}
