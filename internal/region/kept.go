package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A loop that hands on the next thing after a success, and the same thing again
// after a failure, repeats each of them until it succeeds. What tells it from a
// loop that goes through things is the variable that says which one it is: on
// the way back from a failure it is left alone.

// keepsItem reports whether the loop of a verdict goes on with the same thing
// after the failures, and with another one after a success. It narrows the
// verdict to the failures after which that holds.
func (f *finder) keepsItem(loop *cycle, v *verdict) bool {
	if len(v.fails) == 0 || !v.againOK || !v.leftOK {
		return false
	}
	carried, ok := f.carried(loop, v.call)
	if !ok || len(carried) == 0 {
		return false
	}
	good := f.failAt(v.call.Parent(), loop, v.call, succeeding)
	if good == nil || good.capped {
		return false
	}
	moves := false
	for _, phi := range carried {
		same, other := good.carries(phi)
		moves = moves || other && !same
	}
	if !moves {
		return false
	}
	var kept []*walk
	for _, w := range v.fails {
		if w.leavesAll(carried) {
			kept = append(kept, w)
		}
	}
	if len(kept) == 0 {
		return false
	}
	v.fails = kept
	return true
}

// leavesAll reports whether the next round begins with the same values.
func (w *walk) leavesAll(phis []*ssa.Phi) bool {
	for _, phi := range phis {
		if _, other := w.carries(phi); other {
			return false
		}
	}
	return true
}

// unmoved reports whether a condition is what it was when the round began: it is
// computed from variables that the walk leaves alone.
func (w *walk) unmoved(cond ssa.Value) bool {
	var phis []*ssa.Phi
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value) bool
	visit = func(v ssa.Value) bool {
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || !w.loop.blocks[instr.Block()] {
			return true
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Phi:
			phis = append(phis, v)
			return v.Block() == w.loop.header
		case *ssa.BinOp:
			return visit(v.X) && visit(v.Y)
		case *ssa.Convert:
			return visit(v.X)
		case *ssa.Call:
			return lengthOf(v) != nil && visit(lengthOf(v))
		}
		return false
	}
	return visit(cond) && len(phis) > 0 && w.leavesAll(phis)
}

// carries says what a variable holds when the walk begins another round: what
// it held before, or something else.
func (w *walk) carries(phi *ssa.Phi) (same, other bool) {
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		merge, ok := v.(*ssa.Phi)
		switch {
		case v == ssa.Value(phi):
			same = true
		case !ok || !w.loop.blocks[merge.Block()] || merge.Block() == w.loop.header:
			other = true
		case !seen[v]:
			seen[v] = true
			w.incoming(merge, visit)
		}
	}
	w.incoming(phi, func(v ssa.Value) { visit(v) })
	return same, other
}

// incoming calls back for what a variable is set to on the edges that the walk
// took within its loop.
func (w *walk) incoming(phi *ssa.Phi, visit func(ssa.Value)) {
	for i, pred := range phi.Block().Preds {
		if !w.loop.blocks[pred] {
			continue
		}
		for _, to := range w.edges[pred] {
			if to == phi.Block() {
				visit(phi.Edges[i])
				break
			}
		}
	}
}

// carried lists the variables, handed from round to round, from which the inputs
// of a call are computed; counters of the rounds are none. It reports false when
// they also come from what the loop takes or stores elsewhere.
func (f *finder) carried(loop *cycle, call *ssa.Call) ([]*ssa.Phi, bool) {
	var out []*ssa.Phi
	known := true
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		instr, ok := v.(ssa.Instruction)
		if !ok || seen[v] || !loop.blocks[instr.Block()] {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Phi:
			if v.Block() == loop.header {
				if step, _ := induction(v, loop); step == 0 {
					out = append(out, v)
				}
				return
			}
		case *ssa.Next, *ssa.Select:
			known = false
		case *ssa.Call:
			if f.operates(v.Common()) {
				known = false // what was answered this time
			}
		case *ssa.UnOp:
			if _, received := v.X.Type().Underlying().(*types.Chan); received || setsIn(loop, cellOf(v.X)) {
				known = false
			}
		}
		for _, op := range instr.Operands(nil) {
			if *op != nil {
				visit(*op)
			}
		}
		for _, part := range partsOf(v) {
			visit(part)
		}
	}
	for _, a := range call.Call.Args {
		if !isContext(a.Type()) {
			visit(a)
		}
	}
	return out, known
}
