package region

import (
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// tracedTrials lists the calls whose failure is followed: for a helper, those
// in the function that it is handed.
func (f *finder) tracedTrials(r *Region) []*ssa.Call {
	if r.tracing.use != nil {
		body := f.resolve(r.tracing.use.fn, 0)
		if body == nil {
			return nil
		}
		return operationOf(f.trialsOf(body))
	}
	var out []*ssa.Call
	for _, c := range r.Trials {
		if call, ok := c.(*ssa.Call); ok {
			out = append(out, call)
		}
	}
	return operationOf(out)
}

// operationOf leaves out what only reads the answer of another call.
func operationOf(calls []*ssa.Call) []*ssa.Call {
	if slices.ContainsFunc(calls, returnsResponse) {
		return slices.DeleteFunc(calls, func(c *ssa.Call) bool { return !returnsResponse(c) })
	}
	return calls
}

func returnsResponse(call *ssa.Call) bool {
	return slices.ContainsFunc(resultTypes(call.Common()), isResponse)
}

// A tracedTrial is a call whose failure is followed.
type tracedTrial struct {
	call *ssa.Call
	// plain are the ways back after some failure, whatever it is; hears says
	// that one could be followed.
	plain        []Way
	hears, heard bool
	// faults are the kinds of failure that are told apart, by tests that asked
	// names.
	faults []Fault
	asked  questions
	told   bool
	known  map[Fault]followed
}

// Followed is what came of following one kind of failure, and whether that
// proved something.
type followed struct {
	ways []Way
	ok   bool
}

// hear follows a failure of which nothing is known.
func (f *finder) hear(r *Region, trial *tracedTrial) {
	if trial.heard {
		return
	}
	trial.heard = true
	for _, m := range f.modes(trial.call) {
		if m.answer {
			continue
		}
		if w := f.traced(r, trial.call, m, nil); w != nil {
			trial.hears = true
			trial.plain = append(trial.plain, f.waysOf(r, w)...)
			trial.asked = trial.asked.or(w.tracer.asked)
		}
	}
}

// faults lists the kinds of failure of a trial that the code tells apart.
func (f *finder) faults(r *Region, trial *tracedTrial) []Fault {
	if trial.told {
		return trial.faults
	}
	trial.told = true
	f.hear(r, trial)
	for _, m := range f.modes(trial.call) {
		if !m.answer {
			continue
		}
		w := f.traced(r, trial.call, m, nil)
		if w == nil {
			continue
		}
		trial.asked = trial.asked.or(w.tracer.asked)
		trial.asked.status = false // it comes in the answer
		class, _ := known.HTTPStatus(m.status)
		fail := Fault{Class: class, Status: m.status, Answer: true}
		trial.faults = append(trial.faults, fail)
		trial.known[fail] = followed{f.waysOf(r, w), true}
	}
	if trial.hears {
		trial.faults = append(trial.faults, trial.asked.faults()...)
	}
	return trial.faults
}

// faults lists the kinds of errors that some tests tell apart, and that of a
// canceled call and one that no test is about.
func (q questions) faults() []Fault {
	var out []Fault
	if q.status {
		for _, s := range samples {
			out = append(out, Fault{Class: ofStatus(s).class, Status: s})
		}
	}
	if q.code {
		for c := int64(1); c <= known.LastCode; c++ {
			out = append(out, Fault{Class: ofCode(c).class, Code: c})
		}
	}
	for _, c := range errclass.All() {
		if c != errclass.Other && (q.class || c == errclass.Canceled) {
			out = append(out, Fault{Class: c})
		}
	}
	return append(out, Unlisted)
}

// world is what happens when a call fails with an error of this kind.
func (fail Fault) world() world {
	switch {
	case fail.Unlisted:
		return unlisted
	case fail.Status != 0:
		return ofStatus(fail.Status)
	case fail.Code != 0:
		return ofCode(fail.Code)
	}
	return ofClass(fail.Class, 0)
}

// follow follows a kind of failure of the trial.
func (f *finder) follow(r *Region, trial *tracedTrial, fail Fault) followed {
	if to, ok := trial.known[fail]; ok {
		return to
	}
	var to followed
	if w := f.traced(r, trial.call, fail.world(), nil); w != nil {
		to = followed{f.waysOf(r, w), true}
	}
	trial.known[fail] = to
	return to
}

// marksFor reports whether the trial marks errors as final for the helper that
// repeats it.
func (f *finder) marksFor(u use, trial *ssa.Call) bool {
	if u.known == nil || u.marked() {
		return false
	}
	b := f.behaviorOf(trial.Common())
	return b != nil && b.Marks
}

// loses follows an error that the trial has marked as final to the helper, and
// returns where it loses its mark.
func (f *finder) loses(r *Region, trial *ssa.Call) Loss {
	u := r.tracing.use
	if u == nil || !f.marksFor(*u, trial) {
		return Loss{}
	}
	in := failing
	in.bare = slices.ContainsFunc(u.known.Record.Marks, func(m *known.Mark) bool { return m.Bare })
	w := f.traced(r, trial, in, pair{err: Abs{Kind: Final}}.results(trial.Call.Signature()))
	if w == nil || len(f.handedBack(w, *u)) == 0 {
		return Loss{}
	}
	return w.tracer.lost
}

// traced walks from the trial's failure, with all that is remembered of the
// ways. It returns nil when the walk proved nothing.
// given is what the trial returns, nil for what it does in the world.
func (f *finder) traced(r *Region, trial *ssa.Call, in world, given []Abs) *walk {
	fn := trial.Parent()
	w := f.newWalk(fn, nil, succeeding)
	w.trial = trial
	w.tracer = newTracer(fn, in, nil)
	w.given = given
	switch {
	case r.tracing.use != nil:
		w.tracer.around, w.tracer.use = nil, r.tracing.use
	case r.tracing.ring != nil:
		w.ring = r.tracing.ring
	default:
		w.loop = r.tracing.loop
		w.tracer.around = w.loop
		for _, v := range f.bounds(w.loop) {
			if _, isConst := v.(*ssa.Const); !isConst {
				w.tracer.far[v] = true
			}
		}
	}
	w.run(point{block: fn.Blocks[0], st: newState()})
	if !w.reachedTrial() && w.loop != nil && !w.capped { // after another failure
		for _, pred := range w.loop.header.Preds {
			if !w.loop.blocks[pred] {
				w.world = succeeding
				w.run(point{block: w.loop.header, pred: pred, st: newState()})
			}
		}
	}
	if w.capped || !w.reachedTrial() {
		return nil
	}
	return w
}

func (w *walk) reachedTrial() bool { return w.tracer.reached }

// waysOf turns what a walk remembered into ways.
func (f *finder) waysOf(r *Region, w *walk) []Way {
	t := w.tracer
	trails := t.ways[1] // what the second attempt does, all later ones do
	if len(trails) == 0 {
		trails = t.ways[0]
	}
	if u := r.tracing.use; u != nil {
		trails = f.handedBack(w, *u)
	}
	b := f.behaviorOf(w.trial.Common())
	paced := b != nil && b.Waits != nil || f.expires(r, w.trial)
	if u := r.tracing.use; u != nil { // all that is handed over is repeated
		if body := f.resolve(u.fn, 0); body != nil {
			paced = paced || len(f.pauses(body, blocksOf(body), nil)) > 0
		}
	}
	var out []Way
	for _, tr := range trails {
		way := Way{
			Trial: w.trial, Paced: paced, Sure: !tr.guessed, Hint: tr.hint, Budget: tr.budget, Repair: tr.repair, Opaque: tr.opaque,
			Where: tr.where, Named: tr.named,
		}
		for i, p := range t.pauses {
			if tr.pauses&(1<<min(i, 63)) != 0 {
				way.Waits = append(way.Waits, waitOf(p))
			}
		}
		out = append(out, way)
	}
	return slices.Clip(out)
}

func waitOf(p pause) Wait {
	out := Wait{Delay: p.delay, Pos: p.instr.Pos(), Ctx: p.ctx}
	if c, ok := p.duration.(*ssa.Const); ok {
		out.Delay.Base = timeOf(constAbs(c))
	}
	return out
}

// handedBack returns the trails of the returns after which a helper runs the
// function again.
func (f *finder) handedBack(w *walk, u use) []trail {
	if u.marked() {
		w.demoteTraced()
	}
	var out []trail
	for _, e := range w.tracer.exits {
		may := pairOf(w.fn.Signature, e.results).may()
		if may&u.repeat.Again == 0 {
			continue
		}
		tr := e.trail
		if may&^u.repeat.Again != 0 || !f.helperAgrees(u, w.tracer.in) {
			tr.guessed = true
		}
		out = append(out, tr)
	}
	return out
}

func (w *walk) demoteTraced() {
	for _, e := range w.tracer.exits {
		for i, a := range e.results {
			if a.Kind == Failure || a.Kind == NonNil {
				e.results[i] = Abs{Kind: Final}
			}
		}
	}
}

// helperAgrees reports whether a helper is sure to repeat what a function
// fails with in a world.
func (f *finder) helperAgrees(u use, in world) bool {
	if u.repeat.AllErrors {
		return true
	}
	if u.predicate == nil {
		return false
	}
	fn := f.resolve(u.predicate, 0)
	if fn == nil || len(fn.Params) == 0 {
		return false
	}
	args := make([]Abs, len(fn.Params))
	args[len(args)-1] = Abs{Kind: Failure}
	r := f.inlineIn(fn, args, in, 0)
	return len(r) == 1 && r[0].isTrue()
}

func timeOf(a Abs) time.Duration {
	if a.Kind != Int {
		return 0
	}
	return time.Duration(a.N)
}

func blocksOf(fn *ssa.Function) map[*ssa.BasicBlock]bool {
	all := make(map[*ssa.BasicBlock]bool, len(fn.Blocks))
	for _, b := range fn.Blocks {
		all[b] = true
	}
	return all
}
