package region

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A verdict is what the two worlds say of one call in one cycle.
type verdict struct {
	call  *ssa.Call
	fails []*walk // the failing worlds that come back to the call
	// againOK says that the succeeding world comes back as well; leftOK that
	// it leaves the cycle.
	againOK, leftOK bool
}

// retries reports whether the call is made again because it failed, and not
// when it succeeded.
func (v *verdict) retries() bool { return len(v.fails) > 0 && !v.againOK && v.leftOK }

// judge walks the worlds of one call. It returns nil when nothing was proved.
func (f *finder) judge(fn *ssa.Function, loop *cycle, call *ssa.Call) *verdict {
	if c := call.Common(); hasBool(c.Signature()) && (f.opaque(c) || f.relays(c)) {
		return f.judgeOpaque(fn, loop, call)
	}
	ok := f.failAt(fn, loop, call, succeeding)
	if ok == nil || ok.capped {
		return nil
	}
	v := &verdict{call: call, againOK: ok.again || f.comesElsewhere(fn, loop, call), leftOK: ok.left && !ok.settles()}
	for _, m := range f.modes(call) {
		w := f.failAt(fn, loop, call, m)
		if w == nil || w.capped {
			continue
		}
		if w.again {
			v.fails = append(v.fails, w)
		}
		if m == failing && w.again && !v.againOK {
			break // it fails by its error; what statuses do is asked later
		}
	}
	return v
}

// comesElsewhere reports whether the loop makes the same call in another place,
// and does so next when this one succeeded.
func (f *finder) comesElsewhere(fn *ssa.Function, loop *cycle, call *ssa.Call) bool {
	same := map[*ssa.Call]bool{}
	for _, other := range calls(fn, loop.blocks) {
		if other != call && sameCall(call.Common(), other.Common()) && sameInputs(call, other) {
			same[other] = true
		}
	}
	if len(same) == 0 {
		return false
	}
	points, ok := f.arrivals(fn, loop, call)
	if !ok {
		return false
	}
	w := f.newWalk(fn, loop, succeeding)
	w.trial, w.watch, w.reached = call, same, map[*ssa.Call]bool{}
	for i := range points {
		w.fail(points[i].st, call)
		points[i].failed = true
		points[i].index++
	}
	w.run(points...)
	return len(w.reached) > 0
}

// opaque reports whether nothing is known of what a call runs but its type: a
// function that is handed in.
func (f *finder) opaque(c *ssa.CallCommon) bool {
	return !c.IsInvoke() && calledFunc(c) == nil && f.target(c) == nil
}

// relays reports whether a call hands on a function that the caller was handed,
// and returns what that does: it says as little of when to call it again.
func (f *finder) relays(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		sig, ok := a.Type().Underlying().(*types.Signature)
		if ok && types.Identical(sig.Results(), c.Signature().Results()) && f.paramOrigin(a) != nil {
			return true
		}
	}
	return false
}

// judgeOpaque judges a call of an unknown function by what the loop makes of
// its boolean and its error: success is the pair without an error, if any,
// after which the loop is left.
func (f *finder) judgeOpaque(fn *ssa.Function, loop *cycle, call *ssa.Call) *verdict {
	again, walks := f.againIn(fn, loop, call)
	v := &verdict{call: call}
	done := (falseNil | trueNil) &^ again
	v.leftOK, v.againOK = done != 0, done == 0
	if !hasError(call.Call.Signature()) || again&onError == 0 && again != 0 {
		v.againOK = true // it tells a state, not a failure
	}
	for _, w := range walks {
		if w.world == failing {
			v.fails = append(v.fails, w)
		}
	}
	return v
}

// asked returns the call of a function that is handed in and whose boolean
// alone says whether to call it again: what a poll helper is made of, and an
// iterator that is ranged over. Whether it makes a retry is up to the function.
func (f *finder) asked(fn *ssa.Function, loop *cycle, verdicts []*verdict) (*ssa.Call, []*walk) {
	for _, v := range verdicts {
		c := v.call.Common()
		if !hasBool(c.Signature()) || !f.opaque(c) || f.paramOrigin(c.Value) == nil || f.item(loop, v.call) != noItem {
			continue
		}
		if again, walks := f.againIn(fn, loop, v.call); again != 0 && again != always && len(walks) > 0 {
			return v.call, walks[:1]
		}
	}
	return nil, nil
}

// comparesStatus reports whether a function compares an integer from a field
// or call with a number that can be an HTTP status.
func (f *finder) comparesStatus(fn *ssa.Function) bool {
	if known, ok := f.statusy[fn]; ok {
		return known
	}
	found := false
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			op, ok := instr.(*ssa.BinOp)
			if !ok {
				continue
			}
			switch op.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				x, y := op.X, op.Y
				if _, isConst := x.(*ssa.Const); isConst {
					x, y = y, x
				}
				if c, isConst := y.(*ssa.Const); isConst && isIntField(x) && !inError(x) {
					a := constAbs(c)
					found = found || a.Kind == Int && a.N >= 100 && a.N <= 599
				}
			}
		}
	}
	f.statusy[fn] = found
	return found
}

// regions returns the regions of one function: its cycles, then its calls of
// functions that repeat what they are handed.
func (f *finder) regions(fn *ssa.Function) []*Region {
	var out []*Region
	for _, loop := range f.cycles(fn) {
		if r := f.loopRegion(fn, loop); r != nil {
			out = append(out, r)
		}
	}
	out = append(out, f.sequentials(fn, out)...)
	if r := f.recursions(fn); r != nil {
		out = append(out, r)
	}
	return append(out, f.callRegions(fn)...)
}

// loopRegion classifies one cycle. It returns nil when nothing in it reaches
// outside the program.
func (f *finder) loopRegion(fn *ssa.Function, loop *cycle) *Region {
	var verdicts []*verdict
	var ops []*ssa.Call
	for _, call := range calls(fn, loop.blocks) {
		c := call.Common()
		if !f.operates(c) {
			continue
		}
		ops = append(ops, call)
		if !f.canFail(call) || len(ops) > maxTrials {
			continue
		}
		if v := f.judge(fn, loop, call); v != nil {
			verdicts = append(verdicts, v)
		}
	}
	if len(ops) == 0 && !swapsIn(fn, loop) {
		return nil
	}
	r := &Region{Fn: fn, Body: loop.blocks, Callback: -1, Kind: f.kindOf(fn, loop)}
	r.Pos, r.End = span(fn, loop)
	var failover []ssa.CallInstruction
	var walks []*walk
	for _, v := range verdicts {
		kept := f.keepsItem(loop, v)
		if !v.retries() && !kept {
			continue
		}
		switch k := f.item(loop, v.call); {
		case k == typed:
			continue
		case !kept && k != noItem:
			failover = append(failover, v.call)
			continue
		}
		r.Trials = append(r.Trials, v.call)
		walks = append(walks, v.fails...)
	}
	if len(r.Trials) > 0 && (f.searches(fn, loop, ops, r.Trials) || f.consults(walks) || f.driven(loop, walks)) {
		r.Trials, walks = nil, nil
	}
	switch {
	case len(r.Trials) > 0 && slices.ContainsFunc(r.Trials, func(c ssa.CallInstruction) bool { return accepts(c.Common()) }):
		r.Class = Accept // also the step that takes one connection
	case len(r.Trials) > 0 && !slices.ContainsFunc(r.Trials, func(c ssa.CallInstruction) bool { return !looks(c.Common()) }) && len(f.pauses(fn, loop.blocks, loop)) > 0:
		r.Class = Poll // waits for something to be there
	case len(r.Trials) > 0:
		r.Class = Retry
	case len(failover) > 0:
		r.Class = Failover
		r.Trials = failover
		for _, v := range verdicts {
			walks = append(walks, v.fails...)
		}
	default:
		r.Class = f.otherClass(fn, loop, ops, verdicts)
		if call, ws := f.asked(fn, loop, verdicts); call != nil {
			r.Class, r.Trials, walks = Poll, []ssa.CallInstruction{call}, ws
		}
	}
	f.describe(r, loop, ops, walks)
	if r.Class == Retry && !r.AllErrors && f.interrupted(loop, r.Errors) {
		return nil
	}
	if r.Class == Retry {
		r.Cuts = f.cuts(fn, loop, walks)
	}
	if r.Class == Retry && !r.AllErrors {
		r.Private = !slices.ContainsFunc(r.Trials, func(c ssa.CallInstruction) bool { return !f.private(fn, loop, c.(*ssa.Call)) })
	}
	if r.Class == Retry || r.Class == Failover {
		r.tracing = &tracing{f: f, loop: loop}
	}
	return r
}

// searches reports whether each round does something with the next item, and
// without a wait: then what fails on the way there, the same each time, is not
// why the rounds go on.
func (f *finder) searches(fn *ssa.Function, loop *cycle, ops []*ssa.Call, trials []ssa.CallInstruction) bool {
	for _, op := range ops {
		if slices.Contains(trials, ssa.CallInstruction(op)) {
			continue
		}
		if slices.ContainsFunc(op.Call.Args, func(a ssa.Value) bool { return isError(a.Type()) }) {
			continue // it is asked what to make of a failure
		}
		if k := f.item(loop, op); k == element || k == message {
			return len(f.pauses(fn, loop.blocks, loop)) == 0
		}
	}
	return false
}
