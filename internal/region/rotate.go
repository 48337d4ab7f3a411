package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A list of which always the first is used is walked over all the same when its
// elements change places between the rounds.

// rotates reports whether the loop moves elements within the list at hand.
func (s *slicer) rotates(list ssa.Value) bool {
	for b := range s.loop.blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if moves(instr, list) {
					return true
				}
			case *ssa.Call:
				if instr != s.call && s.f.reorders(instr, list) {
					return true
				}
			}
		}
	}
	return false
}

// moves reports whether a store puts one element of a list in the place of
// another.
func moves(store *ssa.Store, list ssa.Value) bool {
	to, ok := store.Addr.(*ssa.IndexAddr)
	return ok && sameList(to.X, list) && elementOf(store.Val, list)
}

// elementOf reports whether a value was read from a list.
func elementOf(v, list ssa.Value) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	from, ok := load.X.(*ssa.IndexAddr)
	return ok && sameList(from.X, list)
}

// sameList reports whether a value is a list, or a part of it.
func sameList(v, list ssa.Value) bool {
	if part, ok := v.(*ssa.Slice); ok {
		v = part.X
	}
	if alias, ok := v.(*ssa.ChangeType); ok {
		v = alias.X
	}
	if alias, ok := list.(*ssa.ChangeType); ok {
		list = alias.X
	}
	return sameValue(v, list)
}

// reorders reports whether a call moves elements within a list: a copy of a part
// of it to another one, or a function of the package that stores so.
func (f *finder) reorders(call *ssa.Call, list ssa.Value) bool {
	c := call.Common()
	if b, ok := c.Value.(*ssa.Builtin); ok {
		return b.Name() == "copy" && sameList(c.Args[0], list) && sameList(c.Args[1], list)
	}
	fn := f.target(c)
	if fn == nil || len(fn.Params) != len(c.Args) {
		return false
	}
	for i, a := range c.Args {
		if !sameList(a, list) {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					if moves(instr, fn.Params[i]) {
						return true
					}
				case *ssa.Call:
					if _, builtin := instr.Call.Value.(*ssa.Builtin); builtin && f.reorders(instr, fn.Params[i]) {
						return true
					}
				}
			}
		}
	}
	return false
}

// remainder returns the division from which an index is the rest, nil for none.
func remainder(index ssa.Value) *ssa.BinOp {
	if c, ok := index.(*ssa.Convert); ok {
		index = c.X
	}
	if op, ok := index.(*ssa.BinOp); ok && op.Op == token.REM {
		return op
	}
	return nil
}

// onceRound reports whether the loop makes no more rounds than an index has
// values before it begins again: from wherever it starts, each is used once.
func (s *slicer) onceRound(values ssa.Value) bool {
	for _, cond := range s.loop.exits() {
		op, ok := cond.(*ssa.BinOp)
		if !ok || op.Op != token.LSS {
			continue
		}
		if s.fromZero(op.X) && sameCount(op.Y, values) {
			return true
		}
	}
	return false
}

// fromZero reports whether a number counts the rounds of the loop: from 0 or,
// where it is compared after it was moved, from -1.
func (s *slicer) fromZero(v ssa.Value) bool {
	least := int64(0)
	if next, ok := v.(*ssa.BinOp); ok && next.Op == token.ADD && constAbsOf(next.Y) == (Abs{Int, 1}) {
		v, least = next.X, -1
	}
	phi, ok := v.(*ssa.Phi)
	if !ok {
		return false
	}
	step, from := induction(phi, s.loop)
	if step != 1 || from == nil {
		return false
	}
	first := constAbsOf(from)
	return first.Kind == Int && first.N >= least
}

// sameCount reports whether two numbers are the same, or the length of the same
// list.
func sameCount(a, b ssa.Value) bool {
	a, b = unconverted(a), unconverted(b)
	if sameValue(a, b) {
		return true
	}
	x, y := lengthOf(a), lengthOf(b)
	return x != nil && y != nil && sameList(x, y)
}

func unconverted(v ssa.Value) ssa.Value {
	if c, ok := v.(*ssa.Convert); ok {
		return c.X
	}
	return v
}

// lengthOf returns the list whose length a value is, nil if it is none.
func lengthOf(v ssa.Value) ssa.Value {
	call, ok := v.(*ssa.Call)
	if !ok {
		return nil
	}
	if b, ok := call.Call.Value.(*ssa.Builtin); !ok || b.Name() != "len" {
		return nil
	}
	return call.Call.Args[0]
}
