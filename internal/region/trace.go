package region

import (
	"go/token"
	"slices"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// A Trace says what a region does with each kind of failure of its operation.
// It costs a walk for each of them, so it is only made when a pass asks.
type Trace struct {
	// Plain are the ways back after some failure, whatever it is.
	Plain []Way
	// Fates say what becomes of the failures that the code can tell apart, and
	// of those that it cannot.
	Fates []Fate
	// Lost are the places where an error that is marked as final becomes one
	// that the helper repeats.
	Lost []Loss
	// Marks says that the operation marks some errors as final itself.
	Marks bool
	// Status, Code and Class say by what the code tells failures apart: an HTTP
	// status, a gRPC code, an error that a library documents. Typed says that it
	// asks for a type of error of which nothing is known.
	Status, Code, Class, Typed bool
}

// A Loss is a place where an error loses its mark. Wrapped says that the error
// keeps the mark inside, where the helper does not look.
type Loss struct {
	Pos     token.Pos
	Wrapped bool
}

// A Fault is one kind of failure, as exact as code can ask.
type Fault struct {
	Class  errclass.Class
	Status int64 // HTTP, 0 for none
	Code   int64 // gRPC, 0 for none
	// Answer says that the status comes in a response, with a nil error.
	Answer bool
	// Unlisted is an error that no test in the code is about.
	Unlisted bool
}

// A Fate says how a failure comes back to the operation.
type Fate struct {
	Fault
	Ways []Way // none if it ends the repetition
}

// A Way leads from a failure to the next attempt.
type Way struct {
	Trial ssa.CallInstruction
	Waits []Wait
	// Sure says that every test that looks at the failure is understood: it
	// does take this way.
	Sure bool
	// Hint says that the answer is asked how long to wait.
	Hint bool
	// Budget says that something that callers share could refuse the attempt.
	Budget bool
	// Repair says that another operation is done before the next attempt.
	Repair bool
	// Opaque says that something unknown is called, which may wait.
	Opaque bool
	// Paced says that the operation itself waits.
	Paced bool
	// Where is the condition, list element or return that lets the failure
	// through; invalid when the code does not look at it.
	Where token.Pos
	// Named says that Where is a test for just that failure.
	Named bool
}

// A Wait is one pause on a way.
type Wait struct {
	Delay attempt.Delay // with Base for a constant
	Pos   token.Pos
	Ctx   bool
}

// Trace returns what the region does with failures; nil for regions that are
// no retry.
func (r *Region) Trace() *Trace {
	if r.tracing == nil {
		return nil
	}
	r.tracing.once.Do(func() {
		f := r.tracing.f
		f.mu.Lock()
		defer f.mu.Unlock()
		r.tracing.trace = f.trace(r)
	})
	return r.tracing.trace
}

// maxTraced bounds the trials of one region that are traced.
const maxTraced = 4

func (f *finder) trace(r *Region) *Trace {
	t := &Trace{}
	for i, trial := range f.tracedTrials(r) {
		if i == maxTraced {
			break
		}
		f.traceTrial(r, t, trial)
	}
	return t
}

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

func (f *finder) traceTrial(r *Region, t *Trace, trial *ssa.Call) {
	var asked questions
	hears := false // the trial returns an error
	for _, m := range f.modes(trial) {
		w := f.traced(r, trial, m, nil)
		if w == nil {
			continue
		}
		q := w.tracer.asked
		asked = asked.or(q)
		switch {
		case !m.answer:
			hears = true
			t.Plain = append(t.Plain, f.waysOf(r, w)...)
		default:
			class, _ := known.HTTPStatus(m.status)
			t.add(Fault{Class: class, Status: m.status, Answer: true}, f.waysOf(r, w))
			asked.status = false // they come in the answer
		}
	}
	t.lose(f, r, trial)
	t.Status, t.Code, t.Class, t.Typed = t.Status || asked.status, t.Code || asked.code, t.Class || asked.class, t.Typed || asked.typed
	if !hears {
		return
	}
	follow := func(fail Fault, in world) {
		if w := f.traced(r, trial, in, nil); w != nil {
			t.add(fail, f.waysOf(r, w))
		}
	}
	if asked.status {
		for _, s := range samples {
			w := ofStatus(s)
			follow(Fault{Class: w.class, Status: s}, w)
		}
	}
	if asked.code {
		for c := int64(1); c <= known.LastCode; c++ {
			w := ofCode(c)
			follow(Fault{Class: w.class, Code: c}, w)
		}
	}
	for _, c := range errclass.All() {
		if c != errclass.Other && (asked.class || c == errclass.Canceled) {
			follow(Fault{Class: c}, world{fails: true, class: c, classed: true})
		}
	}
	follow(Fault{Class: errclass.Other, Unlisted: true}, unlisted)
}

// lose follows an error that the trial has marked as final to the helper.
func (t *Trace) lose(f *finder, r *Region, trial *ssa.Call) {
	u := r.tracing.use
	b := f.behaviorOf(trial.Common())
	if u == nil || u.known == nil || u.marked() || b == nil || !b.Marks {
		return
	}
	t.Marks = true
	in := failing
	in.bare = slices.ContainsFunc(u.known.Record.Marks, func(m *known.Mark) bool { return m.Bare })
	w := f.traced(r, trial, in, pair{err: Abs{Kind: Final}}.results(trial.Call.Signature()))
	if w != nil && w.tracer.lost.Pos.IsValid() && len(f.handedBack(w, *u)) > 0 {
		t.Lost = append(t.Lost, w.tracer.lost)
	}
}

// add joins what different trials do with one failure.
func (t *Trace) add(fail Fault, ways []Way) {
	for i := range t.Fates {
		if t.Fates[i].Fault == fail {
			t.Fates[i].Ways = append(t.Fates[i].Ways, ways...)
			return
		}
	}
	t.Fates = append(t.Fates, Fate{fail, ways})
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
		w.tracer.around = nil
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
	paced := b != nil && b.Waits != nil
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
