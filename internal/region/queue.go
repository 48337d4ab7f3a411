package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// emptied reports whether the loop is left when what a call is asked of has
// nothing left: it takes the next thing off a queue.
func (s *slicer) emptied(call *ssa.Call) bool {
	queue := receiverOf(call.Common())
	if queue == nil {
		return false
	}
	for _, other := range calls(call.Parent(), s.loop.blocks) {
		if other == call || !isInteger(other.Type()) || len(nonReceiverArgs(other.Common())) > 0 {
			continue
		}
		if of := receiverOf(other.Common()); of != nil && sameValue(of, queue) && leavesAtZero(other, s.loop) {
			return true
		}
	}
	return false
}

// leavesAtZero reports whether the loop is left when a number is zero.
func leavesAtZero(n *ssa.Call, loop *cycle) bool {
	for _, r := range *n.Referrers() {
		op, ok := r.(*ssa.BinOp)
		if !ok {
			continue
		}
		switch op.Op {
		case token.EQL, token.NEQ, token.GTR, token.LEQ:
			if c, ok := op.Y.(*ssa.Const); ok && constAbs(c) == (Abs{Int, 0}) && boolLeaves(op, loop) {
				return true
			}
		}
	}
	return false
}

// filled reports whether a variable that is new in each round gets what a call of
// the loop hands, bit by bit, to a closure: the next page.
func (s *slicer) filled(page *ssa.Alloc) bool {
	if !s.inLoop(page) {
		return false
	}
	for _, store := range storesTo(page) {
		fn := store.Parent()
		if fn == page.Parent() || !appends(store.Val) {
			continue
		}
		for _, p := range fn.Params {
			if takenFrom(store.Val, p, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

func appends(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	b, ok := call.Call.Value.(*ssa.Builtin)
	return ok && b.Name() == "append"
}

// takenFrom reports whether a value is a parameter, or a list to which it is
// added. What a call makes of it is another thing.
func takenFrom(v ssa.Value, p *ssa.Parameter, seen map[ssa.Value]bool) bool {
	if v == ssa.Value(p) {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || seen[v] {
		return false
	}
	seen[v] = true
	if _, call := v.(*ssa.Call); call && !appends(v) {
		return false
	}
	for _, part := range partsOf(v) {
		if takenFrom(part, p, seen) {
			return true
		}
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && takenFrom(*op, p, seen) {
			return true
		}
	}
	return false
}
