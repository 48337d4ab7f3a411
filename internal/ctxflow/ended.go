package ctxflow

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/order"
)

// Ended reports whether instr runs only after the context of the function, or
// the whole program, was told to end: after a receive from a channel that says
// so, or where ctx.Err() is not nil. Work that is done then needs a context that
// still lives.
func Ended(instr ssa.Instruction) bool {
	b := instr.Block()
	for _, d := range b.Parent().Blocks {
		if !d.Dominates(b) {
			continue
		}
		for _, i := range d.Instrs {
			switch i := i.(type) {
			case *ssa.UnOp:
				if isReceive(i) && TellsEnd(i.X.Type()) && order.Precedes(i, instr) {
					return true
				}
			case *ssa.Select:
				if selectsEnd(i, b) {
					return true
				}
			case *ssa.If:
				if x, there := failed(i); x != nil && isCtxErr(x) && there.Dominates(b) {
					return true
				}
			}
		}
	}
	return false
}

// Failed reports whether instr runs only after a failure, or where a context is
// missing: what is done there may clean up, and needs a context that still
// lives.
func Failed(instr ssa.Instruction) bool {
	b := instr.Block()
	for _, d := range b.Parent().Blocks {
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || d == b || !d.Dominates(b) {
			continue
		}
		if x, there := failed(branch); x != nil && there.Dominates(b) {
			return true
		}
		if missing := missing(branch); missing != nil && missing.Dominates(b) {
			return true
		}
	}
	return false
}

func isReceive(u *ssa.UnOp) bool { return u.Op == token.ARROW }

// TellsEnd reports whether channels of type t can only say that it is time to end: the
// Done of a context, a channel of empty structs, one of signals.
func TellsEnd(t types.Type) bool {
	c, ok := t.Underlying().(*types.Chan)
	if !ok {
		return false
	}
	if isNamed(c.Elem(), "os", "Signal") {
		return true
	}
	st, ok := c.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// selectsEnd reports whether b is reached only by the case of s that tells the
// end.
func selectsEnd(s *ssa.Select, b *ssa.BasicBlock) bool {
	for i, st := range s.States {
		if st.Dir != types.RecvOnly || !TellsEnd(st.Chan.Type()) {
			continue
		}
		if c := Case(s, i); c != nil && c.Dominates(b) {
			return true
		}
	}
	return false
}

// Case returns the block to which a select goes for its i-th case, or nil.
func Case(s *ssa.Select, i int) *ssa.BasicBlock {
	for _, r := range *s.Referrers() {
		index, ok := r.(*ssa.Extract)
		if !ok || index.Index != 0 || index.Referrers() == nil {
			continue
		}
		for _, rr := range *index.Referrers() {
			op, ok := rr.(*ssa.BinOp)
			if !ok {
				continue
			}
			if c, ok := op.Y.(*ssa.Const); !ok || c.Value == nil || c.Int64() != int64(i) {
				continue
			}
			for _, use := range *op.Referrers() {
				if branch, ok := use.(*ssa.If); ok {
					return branch.Block().Succs[0]
				}
			}
		}
	}
	return nil
}

// failed returns the error that a branch looks at and the block to which it
// goes if there is one; nil if it does not look at an error.
func failed(branch *ssa.If) (ssa.Value, *ssa.BasicBlock) {
	x, there, _ := nilTest(branch)
	if x == nil || !isError(x.Type()) || !only(branch.Block(), there) {
		return nil, nil
	}
	return x, there
}

// missing returns the block to which a branch goes if there is no context.
func missing(branch *ssa.If) *ssa.BasicBlock {
	x, _, none := nilTest(branch)
	if x == nil || !IsContext(x.Type()) && !IsRequest(x.Type()) && !isDone(x) || !only(branch.Block(), none) {
		return nil
	}
	return none
}

// Missing reports whether instr runs only where there is no context, or one that
// cannot end.
func Missing(instr ssa.Instruction) bool {
	b := instr.Block()
	for _, d := range b.Parent().Blocks {
		branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
		if !ok || d == b || !d.Dominates(b) {
			continue
		}
		if none := missing(branch); none != nil && none.Dominates(b) {
			return true
		}
	}
	return false
}

// isDone reports whether a value is the channel that says that a context has
// ended.
func isDone(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.IsInvoke() && IsContext(call.Call.Value.Type()) && call.Call.Method.Name() == "Done"
}

// nilTest returns the value that a branch compares with nil, and the blocks to
// which it goes if it is something and if it is nil.
func nilTest(branch *ssa.If) (x ssa.Value, there, none *ssa.BasicBlock) {
	op, ok := branch.Cond.(*ssa.BinOp)
	if !ok || op.Op != token.EQL && op.Op != token.NEQ {
		return nil, nil, nil
	}
	switch {
	case isNil(op.Y):
		x = op.X
	case isNil(op.X):
		x = op.Y
	default:
		return nil, nil, nil
	}
	there, none = branch.Block().Succs[0], branch.Block().Succs[1]
	if op.Op == token.EQL {
		there, none = none, there
	}
	return x, there, none
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}

// isCtxErr reports whether an error is what a context says of itself.
func isCtxErr(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	return ok && call.Call.IsInvoke() && IsContext(call.Call.Value.Type()) && call.Call.Method.Name() == "Err"
}

// only reports whether a block is entered from one other alone.
func only(from, b *ssa.BasicBlock) bool { return len(b.Preds) == 1 && b.Preds[0] == from }
