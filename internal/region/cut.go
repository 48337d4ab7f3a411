package region

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Cut is a condition that does not change while a region runs, and under
// which the first failure ends it: an option that turns retries off, the mark of
// a context.
type Cut struct {
	Cond ssa.Value
	When bool // the truth of Cond that cuts
}

// maxCuts bounds the conditions of one loop that are tried out.
const maxCuts = 4

// cuts finds the conditions of a loop that cut its attempts to one: those that,
// taken for true or for false, keep every failing world from coming back.
func (f *finder) cuts(fn *ssa.Function, loop *cycle, walks []*walk) []Cut {
	var out []Cut
	tried := 0
	for _, b := range fn.Blocks {
		if !loop.blocks[b] || len(b.Succs) != 2 {
			continue
		}
		instr, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok || !f.settled(instr.Cond, loop, 0) {
			continue
		}
		if tried++; tried > maxCuts {
			break
		}
		for _, when := range []bool{true, false} {
			if f.cutsAll(fn, loop, walks, instr.Cond, when) {
				out = append(out, Cut{instr.Cond, when})
			}
		}
	}
	return out
}

// cutsAll reports whether no failure comes back to its trial under a condition.
func (f *finder) cutsAll(fn *ssa.Function, loop *cycle, walks []*walk, cond ssa.Value, when bool) bool {
	return !slices.ContainsFunc(walks, func(like *walk) bool {
		w := f.failWith(fn, loop, like.trial.(*ssa.Call), like.world, map[ssa.Value]Abs{cond: boolean(when)})
		return w == nil || w.capped || w.again
	})
}

// settled reports whether a condition is the same in each round: it is made of
// what the function is handed and of constants.
func (f *finder) settled(v ssa.Value, loop *cycle, depth int) bool {
	if depth > 6 {
		return false // options are asked for in a few steps
	}
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar:
		return true
	case *ssa.UnOp:
		return v.Op == token.NOT && f.settled(v.X, loop, depth+1) ||
			v.Op == token.MUL && f.settledPlace(v.X, loop, depth+1)
	case *ssa.Field:
		return f.settled(v.X, loop, depth+1)
	case *ssa.BinOp:
		return f.settledPart(v.X, loop, depth+1) && f.settledPart(v.Y, loop, depth+1)
	case *ssa.Extract:
		return f.settled(v.Tuple, loop, depth+1)
	case *ssa.TypeAssert:
		return f.settled(v.X, loop, depth+1)
	case *ssa.Call:
		return f.settledCall(v, loop, depth+1)
	}
	return false
}

// settledPlace is like settled for what an address holds.
func (f *finder) settledPlace(addr ssa.Value, loop *cycle, depth int) bool {
	switch a := addr.(type) {
	case *ssa.FieldAddr:
		if setsIn(loop, cellOf(addr)) {
			return false
		}
		if _, ok := a.X.(*ssa.Parameter); ok {
			return true
		}
		return f.settledPlace(a.X, loop, depth+1)
	case *ssa.UnOp:
		return f.settled(a, loop, depth+1)
	case *ssa.Alloc, *ssa.FreeVar:
		return onlyStore(addr) != nil || isContext(deref(addr.Type()))
	}
	return false
}

// setsIn reports whether the loop stores to a cell.
func setsIn(loop *cycle, c cell) bool {
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			if s, ok := instr.(*ssa.Store); ok && cellOf(s.Addr) == c {
				return true
			}
		}
	}
	return false
}

func (f *finder) settledPart(v ssa.Value, loop *cycle, depth int) bool {
	_, isConst := v.(*ssa.Const)
	return isConst || f.settled(v, loop, depth)
}

// settledCall reports whether a call asks a context for a value, or is handed
// what is settled and does nothing outside the program.
func (f *finder) settledCall(call *ssa.Call, loop *cycle, depth int) bool {
	c := call.Common()
	if c.IsInvoke() {
		return isContext(c.Value.Type()) && c.Method.Name() == "Value"
	}
	if c.StaticCallee() == nil || len(c.Args) == 0 || f.operates(c) && !handedContext(c) {
		return false
	}
	for _, a := range c.Args {
		if isError(a.Type()) || !isContext(a.Type()) && !f.settledPart(a, loop, depth) {
			return false
		}
	}
	return c.Signature().Results().Len() == 1
}
