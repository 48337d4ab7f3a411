package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// Reset returns where the loop compares a counter that is set anew in each
// round with its limit, so that the limit is never reached.
func (r *Region) Reset() token.Pos {
	if r.tracing == nil || r.tracing.loop == nil {
		return token.NoPos
	}
	loop := r.tracing.loop
	for _, b := range r.Fn.Blocks {
		if !loop.blocks[b] || len(b.Succs) != 2 {
			continue
		}
		instr, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		op, ok := instr.Cond.(*ssa.BinOp)
		if !ok || !isInteger(op.X.Type()) {
			continue
		}
		switch op.Op {
		case token.LSS, token.LEQ, token.GTR, token.GEQ, token.EQL:
		default:
			continue
		}
		if fresh(op.X, loop) || fresh(op.Y, loop) {
			return op.Pos()
		}
	}
	return token.NoPos
}

// fresh reports whether a value is a counter that starts in the loop, and is
// counted on once before the round ends.
func fresh(v ssa.Value, loop *cycle) bool {
	switch v := v.(type) {
	case *ssa.BinOp:
		if v.Op != token.ADD && v.Op != token.SUB || !loop.blocks[v.Block()] {
			return false
		}
		_, x := v.X.(*ssa.Const)
		_, y := v.Y.(*ssa.Const)
		return x && y
	case *ssa.UnOp:
		a, ok := v.X.(*ssa.Alloc)
		return ok && v.Op == token.MUL && loop.blocks[a.Block()] && steps(a, loop, token.ADD, token.SUB) && onlyConstants(a)
	}
	return false
}

// onlyConstants reports whether a variable is only set to constants, or
// counted on from what it was.
func onlyConstants(a *ssa.Alloc) bool {
	for _, s := range storesTo(a) {
		switch v := s.Val.(type) {
		case *ssa.Const:
		case *ssa.BinOp:
			if _, ok := v.Y.(*ssa.Const); !ok {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// Renewed returns where a generator of waits is made in each round, so that
// the waits never grow.
func (r *Region) Renewed() token.Pos {
	if r.tracing == nil || r.tracing.loop == nil {
		return token.NoPos
	}
	loop := r.tracing.loop
	for _, call := range calls(r.Fn, loop.blocks) {
		fn := calledFunc(call.Common())
		if fn == nil {
			continue
		}
		w := known.Wait(fn)
		if w == nil || w.Form != known.Next {
			continue
		}
		recv := receiverOf(call.Common())
		if m, ok := recv.(*ssa.MakeInterface); ok {
			recv = m.X
		}
		made, ok := recv.(*ssa.Call)
		if ok && loop.blocks[made.Block()] && innermost(loop, made.Block(), r.tracing.f.cycles(r.Fn)) {
			return made.Pos()
		}
	}
	return token.NoPos
}

// innermost reports whether no cycle within the loop holds the block.
func innermost(loop *cycle, b *ssa.BasicBlock, all []*cycle) bool {
	for _, c := range all {
		if c != loop && c.within(loop) && c.blocks[b] {
			return false
		}
	}
	return true
}
