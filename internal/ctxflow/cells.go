package ctxflow

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/order"
)

// stored lists the values that a variable may hold where it is read: those of
// the stores that no later one hides. It reports false if some store is out of
// sight.
func stored(addr ssa.Value, at ssa.Instruction) ([]ssa.Value, bool) {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		made, bound := Binding(fv)
		if bound == nil {
			return nil, false
		}
		return stored(bound, made)
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil, false
	}
	all := storesTo(alloc)
	var out []ssa.Value
	for _, s := range all {
		if s.Parent() != at.Parent() {
			if len(all) > 1 {
				return nil, false // a closure changes it, nobody knows when
			}
			return []ssa.Value{s.Val}, true
		}
		if order.MayFollow(s, at) && !hidden(s, all, at) {
			out = append(out, s.Val)
		}
	}
	return out, len(out) > 0
}

// hidden reports whether another store always comes between s and at.
func hidden(s *ssa.Store, all []*ssa.Store, at ssa.Instruction) bool {
	for _, t := range all {
		if t != s && t.Parent() == s.Parent() && order.Precedes(s, t) && order.Precedes(t, at) {
			return true
		}
	}
	return false
}

// storesTo lists the stores to a variable, those in closures included.
func storesTo(addr ssa.Value) []*ssa.Store {
	var out []*ssa.Store
	if addr.Referrers() == nil {
		return nil
	}
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.Store:
			if r.Addr == addr {
				out = append(out, r)
			}
		case *ssa.MakeClosure:
			fn := r.Fn.(*ssa.Function)
			for i, b := range r.Bindings {
				if b == addr && i < len(fn.FreeVars) {
					out = append(out, storesTo(fn.FreeVars[i])...)
				}
			}
		}
	}
	return out
}

// Binding returns what the enclosing function binds to a captured variable,
// and where it does; nil if that is not a single place.
func Binding(fv *ssa.FreeVar) (*ssa.MakeClosure, ssa.Value) {
	made := Maker(fv.Parent())
	if made == nil {
		return nil, nil
	}
	for i, v := range fv.Parent().FreeVars {
		if v == fv {
			return made, made.Bindings[i]
		}
	}
	return nil, nil
}

// Maker returns the instruction that makes a closure, nil for a function that
// captures nothing.
func Maker(fn *ssa.Function) *ssa.MakeClosure {
	if fn.Parent() == nil || len(fn.FreeVars) == 0 {
		return nil
	}
	for _, b := range fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			if mc, ok := instr.(*ssa.MakeClosure); ok && mc.Fn == fn {
				return mc
			}
		}
	}
	return nil
}

// load returns the address that a value is read from, or nil.
func load(v ssa.Value) (addr ssa.Value, at ssa.Instruction) {
	u, ok := v.(*ssa.UnOp)
	if !ok || u.Op != token.MUL {
		return nil, nil
	}
	return u.X, u
}
