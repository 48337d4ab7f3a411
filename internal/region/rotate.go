package region

import (
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
