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
