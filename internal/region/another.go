package region

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// An attempt that sends something else is not the one that failed: it asks for
// another name, or leaves out what was not understood.

// Renames reports whether each attempt is handed a name that is drawn anew: one
// made of the time, of a random number, of an identifier.
func (r *Region) Renames() bool {
	if r.tracing == nil {
		return false
	}
	f := r.tracing.f
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, trial := range r.Trials {
		for _, a := range trial.Common().Args {
			if isName(a.Type()) && f.drawn(a, r.Body, 0) {
				return true
			}
		}
	}
	return false
}

// isName reports whether values of a type can be names.
func isName(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Array:
		return types.Identical(u.Elem(), types.Typ[types.Byte])
	}
	return false
}

// maxDrawn bounds the steps from a name to what it is made of.
const maxDrawn = 12

// drawn reports whether a value comes from a call, in one of the blocks, that
// returns another value each time. A nil set stands for all blocks.
func (f *finder) drawn(v ssa.Value, within map[*ssa.BasicBlock]bool, depth int) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || depth > maxDrawn || within != nil && !within[instr.Block()] {
		return false
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return false
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn != nil {
			if m := known.MakingOf(fn); m != nil {
				return m.What == "key" && m.Arg < 0
			}
		}
		if to := f.target(v.Common()); to != nil {
			return f.draws(to, depth+1)
		}
		if !standard(fn) {
			return false
		}
	case *ssa.UnOp: // a variable that a closure captures
		for _, s := range f.storesInto(v.Parent(), v.X) {
			if f.drawn(s.Val, within, depth+1) {
				return true
			}
		}
		return false
	case *ssa.Alloc: // the list of a variadic call
		for _, r := range *v.Referrers() {
			if part, ok := r.(*ssa.IndexAddr); ok {
				for _, s := range storesTo(part) {
					if f.drawn(s.Val, within, depth+1) {
						return true
					}
				}
			}
		}
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && f.drawn(*op, within, depth+1) {
			return true
		}
	}
	return false
}

// draws reports whether a function returns another value each time.
func (f *finder) draws(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if f.drawn(r, nil, depth) {
				return true
			}
		}
	}
	return false
}

// changesInput reports whether the edge from pred to the head of a loop hands
// the next attempt another text, or other parts, than the one that failed had.
func (w *walk) changesInput(pred *ssa.BasicBlock) bool {
	for _, instr := range w.loop.header.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			return false
		}
		if !isName(phi.Type()) && !isParts(phi.Type()) || !w.feeds(phi) {
			continue
		}
		for i, p := range w.loop.header.Preds {
			if p == pred && !leavesAs(phi.Edges[i], phi) {
				return true
			}
		}
	}
	return false
}

// isParts reports whether values of a type are lists of texts: the arguments of
// a command, the lines of a query.
func isParts(t types.Type) bool {
	s, ok := t.Underlying().(*types.Slice)
	return ok && isName(s.Elem())
}

// leavesAs reports whether a value that a loop carries on may be what it was
// before.
func leavesAs(v ssa.Value, phi *ssa.Phi) bool {
	if v == phi {
		return true
	}
	merge, ok := v.(*ssa.Phi)
	if !ok || merge.Block() == phi.Block() {
		return false
	}
	for _, e := range merge.Edges {
		if e == phi {
			return true
		}
	}
	return false
}

// feeds reports whether the trial is handed what is computed from a value.
func (w *walk) feeds(v ssa.Value) bool {
	fed, known := w.tracer.fed[v]
	if !known {
		seen := map[ssa.Value]bool{}
		for _, a := range w.trial.Common().Args {
			fed = fed || computedFrom(a, v, true, seen)
		}
		w.tracer.fed[v] = fed
	}
	return fed
}

// computedFrom reports whether one value is computed from another or, unless
// through reads of memory, holds its address.
func computedFrom(v, from ssa.Value, read bool, seen map[ssa.Value]bool) bool {
	if v == from {
		return true
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || seen[v] || len(seen) > maxSlice {
		return false
	}
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL && !read {
		return false
	}
	seen[v] = true
	for _, part := range partsOf(v) {
		if computedFrom(part, from, read, seen) {
			return true
		}
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && computedFrom(*op, from, read, seen) {
			return true
		}
	}
	return false
}

// partsOf lists what is stored in the fields or elements of what v points to.
func partsOf(v ssa.Value) []ssa.Value {
	var out []ssa.Value
	if v.Referrers() == nil {
		return nil
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, s := range storesTo(r) {
				out = append(out, s.Val)
			}
		case *ssa.IndexAddr:
			for _, s := range storesTo(r) {
				out = append(out, s.Val)
			}
		}
	}
	return out
}

// setElsewhere reports whether a closure sets a variable.
func setElsewhere(a *ssa.Alloc) bool {
	return slices.ContainsFunc(storesTo(a), func(s *ssa.Store) bool { return s.Parent() != a.Parent() })
}

// readsBack reports whether a value is read from a variable that a call was
// handed, and may have filled: what a command wrote, what an answer holds.
func readsBack(v ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok || seen[v] || len(seen) > maxSlice {
		return false
	}
	seen[v] = true
	if a, ok := v.(*ssa.Alloc); ok {
		for _, arg := range call.Call.Args {
			if _, closure := arg.(*ssa.MakeClosure); closure && !setElsewhere(a) {
				continue // it only reads it
			}
			if computedFrom(arg, a, false, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && readsBack(*op, call, seen) {
			return true
		}
	}
	return false
}
