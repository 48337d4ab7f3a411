package summary

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A variable of the package that only its declaration sets holds what that
// says: a number, or a struct of settings. What sets a field of it elsewhere,
// or takes its address, makes it a variable like any other.

// initials are the variables of a package that only their declaration sets.
type initials struct {
	start  *ssa.Function                // the function that initializes the package
	sets   map[*ssa.Global][]*ssa.Store // what it puts into each
	values map[*ssa.Global]*term        // once they are asked for
	frame  *frame
	// changed are those that are set elsewhere, too, in the order of their
	// declarations.
	changed []*ssa.Global
}

// newInitials finds these variables.
func newInitials(fns []*ssa.Function) *initials {
	in := &initials{sets: make(map[*ssa.Global][]*ssa.Store), values: make(map[*ssa.Global]*term)}
	for _, fn := range fns {
		if fn.Pkg != nil && fn == fn.Pkg.Func("init") {
			in.start = fn
		}
	}
	if in.start == nil {
		return in
	}
	for _, b := range in.start.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok {
				if g := variableOf(s.Addr); g != nil && isSetting(g) {
					in.sets[g] = append(in.sets[g], s)
				}
			}
		}
	}
	if len(in.sets) > 0 {
		for _, fn := range fns {
			in.dropChanged(fn)
		}
		slices.SortFunc(in.changed, func(a, b *ssa.Global) int { return cmp.Compare(a.Pos(), b.Pos()) })
	}
	return in
}

// isSetting reports whether a variable can hold settings, and is not set by
// other packages.
func isSetting(g *ssa.Global) bool {
	if g.Object() == nil || g.Object().Exported() {
		return false
	}
	t := deref(g.Type())
	if _, ok := t.Underlying().(*types.Struct); ok {
		return relevant(t)
	}
	return isInteger(t)
}

// dropChanged takes out the variables that a function may change.
func (in *initials) dropChanged(fn *ssa.Function) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && fn == in.start && variableOf(s.Addr) != nil && variableOf(s.Val) == nil {
				continue
			}
			if onlyReads(instr) {
				continue
			}
			for _, op := range instr.Operands(nil) {
				if g := variableOf(*op); g != nil && in.sets[g] != nil {
					delete(in.sets, g)
					in.changed = append(in.changed, g)
				}
			}
		}
	}
}

// onlyReads reports whether an instruction only reads from an address, or goes
// on to a part of what is there.
func onlyReads(instr ssa.Instruction) bool {
	switch v := instr.(type) {
	case *ssa.UnOp:
		return v.Op == token.MUL
	case *ssa.FieldAddr, *ssa.DebugRef:
		return true
	}
	return false
}

// variableOf returns the package-level variable in which an address lies, nil
// if it lies behind a pointer.
func variableOf(addr ssa.Value) *ssa.Global {
	for {
		switch a := addr.(type) {
		case *ssa.Global:
			return a
		case *ssa.FieldAddr:
			addr = a.X
		default:
			return nil
		}
	}
}

// initial returns what a variable holds for as long as the program runs, nil
// when that is not known.
func (e *engine) initial(g *ssa.Global) *term {
	in := e.initials
	if in == nil || in.sets[g] == nil {
		return nil
	}
	if t, ok := in.values[g]; ok {
		return t
	}
	in.values[g] = nil // while it is found out
	if in.frame == nil {
		in.frame = e.frame(in.start)
	}
	t := e.null
	if typ := deref(g.Type()); !isInteger(typ) {
		t = e.structure(e.names.typeName(typ), nil)
	}
	for _, s := range in.sets[g] {
		_, path := root(s.Addr)
		t = in.frame.setPath(t, path, in.frame.stored(s.Val, s))
	}
	if t.op == opaque || t.roots != 0 {
		return nil
	}
	in.values[g] = t
	return t
}
