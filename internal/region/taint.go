package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// maxSlice bounds the values that one slice visits; what is larger counts as
// computed from the failure, so that nothing is claimed of it.
const maxSlice = 600

// tainted reports whether a value is computed from the failure of the trial.
func (w *walk) tainted(v ssa.Value) bool {
	t := w.tracer
	if known, ok := t.memo[v]; ok {
		return known
	}
	s := slice{w: w, seen: map[ssa.Value]bool{}}
	is := s.from(v)
	t.memo[v] = is
	return is
}

// A slice follows a value back to what it is computed from.
type slice struct {
	w    *walk
	seen map[ssa.Value]bool
}

func (s *slice) from(v ssa.Value) bool {
	if v == nil || s.seen[v] {
		return false
	}
	if len(s.seen) > maxSlice {
		return true
	}
	s.seen[v] = true
	if v == ssa.Value(s.w.trialValue()) || s.w.tracer.given[v] {
		return true
	}
	switch v := v.(type) {
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok && (b.Name() == "len" || b.Name() == "cap") {
			return false // how many answers there were, not what they say
		}
		if v.Call.IsInvoke() && isContext(v.Call.Value.Type()) {
			return false
		}
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Select); ok {
			return false // which case was ready, whatever it waits for
		}
	case *ssa.UnOp:
		for _, st := range s.w.f.storesInto(v.Parent(), v.X) {
			if s.from(st.Val) {
				return true
			}
		}
		if fv, ok := v.X.(*ssa.FreeVar); ok && fv != nil && (isError(v.Type()) || isResponse(v.Type())) {
			return true
		}
	case *ssa.Alloc: // the target of errors.As, a variadic slice, a struct
		for _, st := range storesTo(v) {
			if s.from(st.Val) {
				return true
			}
		}
		if s.filled(v) {
			return true
		}
	}
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	var room [8]*ssa.Value
	for _, op := range instr.Operands(room[:0]) {
		if *op != nil && s.from(*op) {
			return true
		}
	}
	return false
}

// filled reports whether a call that is handed the failure, or a store to a
// part, leaves it in the variable.
func (s *slice) filled(v *ssa.Alloc) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.FieldAddr:
			for _, st := range storesTo(r) {
				if s.from(st.Val) {
					return true
				}
			}
		case *ssa.IndexAddr:
			for _, st := range storesTo(r) {
				if s.from(st.Val) {
					return true
				}
			}
		case *ssa.MakeInterface: // errors.As(err, &target)
			if s.handed(r) {
				return true
			}
		case *ssa.Call:
			if s.from(r) {
				return true
			}
		}
	}
	return false
}

func (s *slice) handed(m *ssa.MakeInterface) bool {
	for _, r := range *m.Referrers() {
		if call, ok := r.(*ssa.Call); ok && s.from(call) {
			return true
		}
	}
	return false
}

func (w *walk) trialValue() ssa.Value {
	if call, ok := w.trial.(*ssa.Call); ok && call != nil {
		return call
	}
	return nil
}

// refuses reports whether a condition asks something that remembers, and that
// outlives the call: a budget, a breaker. It is not what waits or operates.
func (f *finder) refuses(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		if e, isPart := v.(*ssa.Extract); isPart {
			call, ok = e.Tuple.(*ssa.Call)
		}
	}
	if !ok {
		return false
	}
	c := call.Common()
	if f.limits(c) {
		return true
	}
	fn := f.target(c)
	if fn == nil {
		return false
	}
	if recv := receiverOf(c); recv == nil || fn.Signature.Recv() == nil {
		if fn.Signature.Recv() != nil || !changesGlobal(fn) {
			return false
		}
	} else if !outlives(recv) || !changes(fn) {
		return false
	}
	b := f.behavior(fn)
	return b != nil && !b.Operates && b.Waits == nil
}

// outlives reports whether a value is not made by the function that uses it.
func outlives(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global:
		return true
	case *ssa.UnOp:
		return outlives(v.X)
	case *ssa.FieldAddr:
		return outlives(v.X)
	case *ssa.Field:
		return outlives(v.X)
	}
	return false
}

// changes reports whether a method changes its receiver.
func changes(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.Store:
				if cellOf(v.Addr).root == ssa.Value(fn.Params[0]) {
					return true
				}
			case *ssa.Call:
				callee := calledFunc(v.Common())
				if callee != nil && callee.Pkg() != nil && callee.Pkg().Path() == "sync/atomic" && !reads(callee) {
					return true
				}
			}
		}
	}
	return false
}

// changesGlobal reports whether a function changes a variable of its package.
func changesGlobal(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.Store:
				if isGlobal(v.Addr) {
					return true
				}
			case *ssa.Call:
				callee := calledFunc(v.Common())
				if callee != nil && callee.Pkg() != nil && callee.Pkg().Path() == "sync/atomic" && !reads(callee) && len(v.Call.Args) > 0 && isGlobal(v.Call.Args[0]) {
					return true
				}
			}
		}
	}
	return false
}

// isGlobal reports whether an address is that of a package variable, or of a part
// of one.
func isGlobal(addr ssa.Value) bool {
	for {
		switch v := addr.(type) {
		case *ssa.Global:
			return true
		case *ssa.FieldAddr:
			addr = v.X
		case *ssa.IndexAddr:
			addr = v.X
		case *ssa.UnOp:
			addr = v.X
		default:
			return false
		}
	}
}

func reads(fn *types.Func) bool { return len(fn.Name()) >= 4 && fn.Name()[:4] == "Load" }
