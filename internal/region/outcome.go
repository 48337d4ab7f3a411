package region

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
)

// maxTrials bounds the operations of one function whose failure is walked.
const maxTrials = 32

// behavior returns what is known of a function with a body, computing it on
// first use. Within a recursion it returns nil: nothing is known yet.
func (f *finder) behavior(fn *ssa.Function) *Behavior {
	if b, ok := f.found.Behaviors[fn]; ok {
		return b
	}
	if f.busy[fn] || len(fn.Blocks) == 0 {
		return nil
	}
	f.busy[fn] = true
	defer delete(f.busy, fn)
	b := &Behavior{}
	var trials []*ssa.Call
	for _, block := range fn.Blocks {
		for _, instr := range block.Instrs {
			c, ok := instr.(ssa.CallInstruction)
			if !ok || !f.operates(c.Common()) {
				continue
			}
			b.Operates = true
			b.Writes = b.Writes || !f.reads(c.Common())
			b.Remote = b.Remote || f.remote(c.Common())
			b.Answers |= f.answersOf(c.Common())
			if call, ok := c.(*ssa.Call); ok {
				trials = append(trials, call)
			}
		}
	}
	b.Operates = b.Operates || f.hearsOf(fn)
	f.outcomes(fn, b, trials)
	b.Tests = f.tests(fn)
	b.ReadsHint = f.hints(fn)
	b.MayWait = f.mayWait(fn)
	b.Blocks = f.blocks(fn, nil, nil)
	b.Prompts = f.prompts(fn)
	b.Marks = f.marks(fn)
	if b.Operates && b.Remote && hasError(fn.Signature) && f.asksResponse(fn) {
		b.Answers |= HTTPAnswers
	}
	if made := f.returned(fn, 0); made != nil && made != fn {
		if m := f.behavior(made); m != nil {
			b.Returned = m.Repeats
		}
	}
	f.waits(fn, b)
	for _, anon := range fn.AnonFuncs { // what they repeat may be ours
		f.behavior(anon)
	}
	if e := f.early[fn]; e != nil {
		b.Repeats = e.Repeats
	}
	f.found.Behaviors[fn] = b
	f.repeats(fn)
	delete(f.arrived, arrivalKey{fn, nil})
	return b
}

// outcomes computes what a function returns when all succeeds and when one of
// its operations fails.
func (f *finder) outcomes(fn *ssa.Function, b *Behavior, trials []*ssa.Call) {
	ok := f.succeed(fn, nil, len(trials) > 0)
	if ok.capped {
		return
	}
	b.NoReturn = !ok.left && len(f.cycles(fn)) == 0
	b.OK = ok.successes(fn.Signature)
	b.CellsOK = cellList(fn, ok.cells)
	if len(trials) > maxTrials {
		return
	}
	var failures []*walk
	for _, trial := range trials {
		for _, m := range f.modes(trial) {
			if w := f.failAt(fn, nil, trial, m); w != nil && w.left && !w.capped {
				failures = append(failures, w)
				if m == failing && w.unheard(b) {
					f.found.Unheard[trial] = true
				}
				break // one way to fail is enough to know what comes out
			}
		}
	}
	for i, w := range failures {
		b.Fail = joinAll(b.Fail, w.returns)
		cells := cellList(fn, w.cells)
		if i == 0 {
			b.CellsFail = cells
			continue
		}
		b.CellsFail = joinAll(b.CellsFail, cells)
	}
	b.Refuses = pairOf(fn.Signature, b.Fail).err.Kind == Nil && returnsErrors(fn)
}

// unheard reports whether the function returns a nil error after the failure,
// and leaves the variables that it shares with its callers as if there was none.
func (w *walk) unheard(b *Behavior) bool {
	told := false
	for i, v := range slices.Collect(w.fn.Signature.Results().Variables()) {
		if isError(v.Type()) {
			told = true
			if i >= len(w.returns) || w.returns[i].Kind != Nil {
				return false
			}
		}
	}
	return told && slices.Equal(cellList(w.fn, w.cells), b.CellsOK)
}

// successes joins the results of the returns that are no failure: where all
// operations succeed, an error is one that the function found itself.
func (w *walk) successes(sig *types.Signature) []Abs {
	var out []Abs
	if sig.Results().Len() == 0 {
		return w.returns
	}
	for _, r := range w.exits {
		if !pairOf(sig, r).err.notNil() {
			out = joinAll(out, r)
		}
	}
	return out
}

// cellList orders the contents of captured variables like the variables.
func cellList(fn *ssa.Function, cells map[ssa.Value]Abs) []Abs {
	if len(fn.FreeVars) == 0 {
		return nil
	}
	out := make([]Abs, len(fn.FreeVars))
	for i, v := range fn.FreeVars {
		out[i] = cells[v]
	}
	return out
}

// writes applies what a called closure leaves in the variables that it shares
// with the caller.
func (f *finder) writes(w *walk, st *state, c *ssa.CallCommon, cells func(*Behavior) []Abs) {
	fn := f.target(c)
	if fn == nil || len(fn.FreeVars) == 0 {
		return
	}
	b := f.behavior(fn)
	for i, fv := range fn.FreeVars {
		if len(storesTo(fv)) == 0 {
			continue
		}
		addr := closureBinding(c.Value, fn, i, w.fn)
		if addr == nil {
			continue
		}
		a := top
		if b != nil {
			if list := cells(b); i < len(list) {
				a = list[i]
			}
		}
		st.store(f.ids, cellOf(addr), a)
	}
}

// closureBinding returns the variable of the calling function that the i-th
// captured variable of the called closure stands for.
func closureBinding(v ssa.Value, fn *ssa.Function, i int, caller *ssa.Function) ssa.Value {
	if mc, ok := v.(*ssa.MakeClosure); ok && mc.Fn == fn {
		return mc.Bindings[i]
	}
	if fn.Parent() == caller {
		_, bound := ctxflow.Binding(fn.FreeVars[i])
		return bound
	}
	return nil
}

// modes lists the worlds in which a call can fail.
func (f *finder) modes(call *ssa.Call) []world {
	c := call.Common()
	var out []world
	hasErr, hasAnswer, hasNumber := false, false, false
	for i, t := range resultTypes(c) {
		switch {
		case !observed(call, i):
		case isError(t) || isErrorLike(t):
			hasErr = true
		case isResponse(t):
			hasAnswer = true
		case zero(t).Kind == Int:
			hasNumber = true
		}
	}
	b := f.behaviorOf(c)
	if hasErr && !(b != nil && f.swallows(call, b)) {
		out = append(out, failing)
	}
	if hasAnswer || f.comparesStatus(call.Parent()) && (hasErr || hasNumber) {
		for _, s := range samples {
			out = append(out, answering(s))
		}
	}
	if f.namesFault(call) {
		out = append(out, world{fails: true, blamed: true})
	}
	if !hasErr && b != nil && quiet(call, b) {
		out = append(out, world{fails: true, quiet: true})
	}
	return out
}

// observed reports whether anything reads the i-th result of a call.
func observed(call *ssa.Call, i int) bool {
	refs := call.Referrers()
	if refs == nil {
		return false
	}
	if call.Call.Signature().Results().Len() == 1 {
		return len(*refs) > 0
	}
	for _, r := range *refs {
		if e, ok := r.(*ssa.Extract); !ok || e.Index == i && e.Referrers() != nil && len(*e.Referrers()) > 0 {
			return true
		}
	}
	return false
}

// swallows reports whether a function is known to return a nil error even when
// an operation in it fails, and has no other reason to return one.
func (f *finder) swallows(call *ssa.Call, b *Behavior) bool {
	for i, t := range resultTypes(call.Common()) {
		if isError(t) {
			return i < len(b.Fail) && b.Fail[i].Kind == Nil && !b.Refuses
		}
	}
	return false
}

// returnsErrors reports whether some return of a function hands back an error.
func returnsErrors(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if c, isConst := r.(*ssa.Const); isError(r.Type()) && !(isConst && c.IsNil()) {
				return true
			}
		}
	}
	return false
}

// quiet reports whether a result other than an error tells a failure inside
// the callee: it is known to differ between failure and success.
func quiet(call *ssa.Call, b *Behavior) bool {
	for i := range resultTypes(call.Common()) {
		if i < len(b.OK) && i < len(b.Fail) && differ(b.OK[i], b.Fail[i]) {
			return true
		}
	}
	return false
}

// differ reports whether two values cannot be the same.
func differ(a, b Abs) bool {
	switch {
	case a.Kind == Bool && b.Kind == Bool, a.numeric() && b.numeric():
		return a.N != b.N
	case a.Kind == Nil:
		return b.notNil()
	case b.Kind == Nil:
		return a.notNil()
	}
	return false
}

// trialResults is what the trial returns in a world.
func (f *finder) trialResults(call *ssa.Call, w world) []Abs {
	ts := resultTypes(call.Common())
	b := f.behaviorOf(call.Common())
	out := make([]Abs, len(ts))
	for i, t := range ts {
		switch {
		case !w.fails:
			out[i] = guess(call.Call.Signature().Results(), nothing)[i]
			if b != nil && i < len(b.OK) && b.OK[i] != top {
				out[i] = b.OK[i]
			}
		case w.answer || w.blamed:
			if isError(t) {
				out[i] = Abs{Kind: Nil}
			} else if zero(t).Kind == Nil {
				out[i] = Abs{Kind: NonNil}
			}
		case w.quiet:
			out[i] = b.Fail[i]
		case isError(t) || isErrorLike(t):
			out[i] = Abs{Kind: Failure}
		case zero(t).Kind == Bool:
			out[i] = boolean(false)
			if b != nil && i < len(b.Fail) {
				out[i] = b.Fail[i]
			}
		}
	}
	return out
}

// failAt walks on from the trial after it has failed (or, in the succeeding
// world, succeeded). It starts with what holds where all before it succeeded
// or, when the trial is a fallback that is only reached after a failure, with
// nothing. It returns nil when the trial cannot be reached.
func (f *finder) failAt(fn *ssa.Function, loop *cycle, trial *ssa.Call, m world) *walk {
	return f.failWith(fn, loop, trial, m, nil)
}

// failWith is failAt where some values are assumed to be known.
func (f *finder) failWith(fn *ssa.Function, loop *cycle, trial *ssa.Call, m world, assumed map[ssa.Value]Abs) *walk {
	points, ok := f.arrivals(fn, loop, trial)
	if !ok {
		return nil
	}
	if m.classed && !m.exact {
		m.by = f.declaring(trial.Common())
	}
	w := f.newWalk(fn, loop, m)
	w.trial, w.assumed = trial, assumed
	for i := range points {
		p := &points[i]
		w.fallback = p.fallback
		w.fail(p.st, trial)
		p.failed = true
		p.index++
	}
	w.run(points...)
	return w
}

// fail applies to a state what the trial does in the walk's world.
func (w *walk) fail(st *state, trial *ssa.Call) {
	if w.given != nil {
		w.setResults(st, trial, w.given)
		return
	}
	results := w.f.trialResults(trial, w.world)
	if w.tracer != nil && w.world.classed {
		w.blur(trial, results)
	}
	w.setResults(st, trial, results)
	cells := func(b *Behavior) []Abs { return b.CellsFail }
	if !w.world.fails {
		cells = func(b *Behavior) []Abs { return b.CellsOK }
	}
	w.f.writes(w, st, trial.Common(), cells)
}

// An arrivalKey is a part of a function that is walked as one.
type arrivalKey struct {
	fn   *ssa.Function
	loop *cycle
}

// maxArrivals bounds the states in which one call is looked at.
const maxArrivals = 4

// succeed walks from the start while all calls succeed, and notes for
// [finder.arrivals] how it comes to calls, if asked to.
func (f *finder) succeed(fn *ssa.Function, loop *cycle, noting bool) *walk {
	w := f.newWalk(fn, loop, succeeding)
	if noting {
		w.arrived = map[*ssa.Call][]point{}
	}
	start := point{block: fn.Blocks[0], st: newState()}
	if loop != nil {
		start.block = loop.header
	}
	w.run(start)
	if noting {
		key := arrivalKey{fn, loop}
		f.arrived[key], f.loops[key] = w.arrived, w.looped
	}
	return w
}

// arrivals returns the states in which control comes to the trial when all
// calls before it succeed. It reports false when the walk proved nothing.
func (f *finder) arrivals(fn *ssa.Function, loop *cycle, trial *ssa.Call) ([]point, bool) {
	key := arrivalKey{fn, loop}
	all, ok := f.arrived[key]
	if !ok {
		all = f.succeed(fn, loop, true).arrived
	}
	var points []point
	for _, p := range all[trial] {
		p.st = p.st.clone()
		points = append(points, p)
	}
	if len(points) > 0 {
		return points, true
	}
	if f.loops[key] {
		return nil, false // the loop goes on when all succeeds: what it tries next is no repeat
	}
	for i, instr := range trial.Block().Instrs { // a fallback, reached only after another failure
		if instr == ssa.Instruction(trial) {
			points = []point{{block: trial.Block(), index: i, st: newState(), fallback: true}}
		}
	}
	return points, true
}
