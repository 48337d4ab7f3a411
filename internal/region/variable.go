package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/order"
)

// Variables that closures share, or whose address is taken, are places in
// memory. What is read from one is what was stored there before.

// localVariable returns the variable of the function from which v is read.
func localVariable(v ssa.Value) (*ssa.Alloc, bool) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil, false
	}
	a, ok := load.X.(*ssa.Alloc)
	return a, ok
}

// onlyStore returns the value of the single store to a local or captured
// variable, or nil.
func onlyStore(addr ssa.Value) ssa.Value {
	if fv, ok := addr.(*ssa.FreeVar); ok {
		if _, addr = ctxflow.Binding(fv); addr == nil {
			return nil
		}
		return onlyStore(addr)
	}
	alloc, ok := addr.(*ssa.Alloc)
	if !ok {
		return nil
	}
	var val ssa.Value
	for _, s := range storesTo(alloc) {
		if val != nil {
			return nil
		}
		val = s.Val
	}
	return val
}

// lastSet returns what a local variable was set to last before an instruction of
// its function, nil if that differs between the ways there, or closures set it.
func lastSet(variable *ssa.Alloc, at ssa.Instruction) ssa.Value {
	var last *ssa.Store
	for _, s := range storesTo(variable) {
		switch {
		case s.Parent() != at.Parent():
			return nil
		case order.Precedes(s, at):
			if last == nil || order.Precedes(last, s) {
				last = s
			}
		case order.LeadsTo(s.Block(), at.Block()):
			return nil
		}
	}
	if last == nil {
		return nil
	}
	return last.Val
}

// storesTo lists the stores to a variable, those in closures included.
func storesTo(addr ssa.Value) []*ssa.Store {
	var out []*ssa.Store
	refs := addr.Referrers()
	if refs == nil {
		return nil
	}
	for _, r := range *refs {
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

// storesInto lists the stores of a function to what an address denotes. It reads
// the function once, however many are asked for.
func (f *finder) storesInto(fn *ssa.Function, addr ssa.Value) []*ssa.Store {
	if a, ok := addr.(*ssa.Alloc); ok {
		return storesTo(a)
	}
	all, ok := f.stores[fn]
	if !ok {
		all = make(map[cell][]*ssa.Store)
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if s, ok := instr.(*ssa.Store); ok {
					c := cellOf(s.Addr)
					all[c] = append(all[c], s)
				}
			}
		}
		if f.stores == nil {
			f.stores = make(map[*ssa.Function]map[cell][]*ssa.Store)
		}
		f.stores[fn] = all
	}
	return all[cellOf(addr)]
}
