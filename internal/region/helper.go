package region

import (
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// demote takes errors without a mark for final, as helpers that want one do.
func (w *walk) demote() {
	for _, r := range w.exits {
		for i, a := range r {
			if a.Kind == Failure || a.Kind == NonNil {
				r[i] = Abs{Kind: Final}
			}
		}
	}
}

// callRegions returns the regions that calls of helpers make.
func (f *finder) callRegions(fn *ssa.Function) []*Region {
	var out []*Region
	for _, u := range f.uses(fn) {
		r := &Region{
			Fn: fn, Kind: u.kind, Pos: u.call.Pos(), End: u.call.Pos(),
			Trials: []ssa.CallInstruction{u.call}, Callback: u.index,
			Delay: u.repeat.Delay, Ctx: u.repeat.Ctx, Class: u.repeat.Class,
			AllErrors: u.repeat.AllErrors, Errors: u.repeat.Errors,
		}
		if f.classifyUse(r, u) {
			if r.Class == Retry {
				r.tracing = &tracing{f: f, use: &u}
			}
			out = append(out, r)
		}
	}
	return out
}

// classifyUse looks into the function that is repeated: it is a retry when
// success always says "done" and some failure says "again". It reports false
// when what is repeated does nothing outside the program.
func (f *finder) classifyUse(r *Region, u use) bool {
	body := f.resolve(u.fn, 0)
	if body == nil {
		r.Operation = "func value"
		if u.fn != nil && calledValue(u.fn) != nil {
			r.Operation = calledValue(u.fn).FullName()
		}
		if r.Class == Poll && u.repeat.Again&onError != 0 {
			r.Class = PollErr
		}
		if f.paramOrigin(u.fn) != nil && (r.Class == Retry || r.Class == Failover) {
			r.Kind = HelperDef
		}
		return u.repeat.Again&onError != 0 || u.known != nil
	}
	if n := body.Syntax(); n != nil && body.Parent() != nil {
		r.End = n.End()
		if !r.Pos.IsValid() { // the body of a range over a function
			r.Pos, r.Kind = n.Pos(), IterLoop
		}
	}
	b := f.behavior(body)
	trials := f.trialsOf(body)
	r.Operation, r.Reads = f.operation(trials)
	if b == nil || u.repeat.Again == 0 {
		return true
	}
	if len(trials) == 0 && !b.Operates && u.known == nil {
		r.Operation, r.Reads = u.repeat.Within, false
		return r.Operation != "" // what runs it may fail all the same
	}
	awaited := sync.OnceValue(func() bool { return f.awaited(body, u) })
	okAgain := b.OK == nil || pairOf(body.Signature, b.OK).may()&u.repeat.Again != 0
	failAgain, always, judged := false, true, false
	var classes errclass.Set
	for _, t := range trials {
		if hasBool(t.Call.Signature()) && f.opaque(t.Common()) {
			again, stops := f.handedOn(body, t, u.repeat.Again)
			okAgain = again&falseNil != 0 && again&trueNil != 0 || !hasError(t.Call.Signature())
			failAgain = failAgain || again&onError != 0
			always = always && again&onError == onError && !stops
			classes = errclass.Any
			continue
		}
		for _, m := range f.modes(t) {
			w := f.failAt(body, nil, t, m)
			if w == nil || w.capped || !w.left {
				continue
			}
			judged = true
			if u.marked() {
				w.demote()
			}
			if m.answer && awaited() {
				continue // a good answer may do the same
			}
			if !w.goesOn(body.Signature, u.repeat.Again) {
				if m == failing {
					always = false
				}
				continue
			}
			failAgain = true
			if w.stops(body.Signature, u.repeat.Again) || f.marksFor(u, t) {
				always = false
			}
			classes |= f.classesOf(body, t, m, u)
		}
	}
	if failAgain {
		r.AllErrors = r.AllErrors && always
		if r.AllErrors {
			classes = errclass.Any
		}
		if r.Errors == 0 {
			r.Errors = errclass.Any
		}
		r.Errors &= classes
	}
	switch {
	case u.repeat.Class == Periodic, u.repeat.Class == Failover && failAgain:
	case failAgain && !okAgain:
		r.Class = Retry
	case failAgain && u.repeat.Again&onError != 0 && u.repeat.Again&falseNil == 0:
		r.Class = Retry // a helper for errors, that also waits for a state
	case failAgain:
		r.Class = PollErr
	case u.repeat.Again&onError == 0 || judged && awaited():
		r.Class = Poll
	case judged:
		r.Class = Dead
	}
	return true
}

// awaited reports whether the function is repeated although all that it does went
// well: until an answer says what it should.
func (f *finder) awaited(body *ssa.Function, u use) bool {
	w := f.succeed(body, nil, false)
	if u.marked() {
		w.demote()
	}
	return !w.capped && w.goesOn(body.Signature, u.repeat.Again)
}

// classesOf returns the classes of a trial's failure after which the helper
// runs the function again.
func (f *finder) classesOf(fn *ssa.Function, t *ssa.Call, m world, u use) errclass.Set {
	if m.answer {
		c, _ := known.HTTPStatus(m.status)
		return errclass.Of(c)
	}
	if m.quiet || m.blamed {
		return errclass.Any
	}
	var classes errclass.Set
	for _, c := range errclass.All() {
		w := f.failAt(fn, nil, t, ofClass(c, statusOf(c)))
		if w == nil || !w.left {
			continue
		}
		if u.marked() {
			w.demote()
		}
		if w.goesOn(fn.Signature, u.repeat.Again) {
			classes |= errclass.Of(c)
		}
	}
	return classes
}

// trialsOf lists the calls of a function that can fail outside the program.
func (f *finder) trialsOf(fn *ssa.Function) []*ssa.Call {
	var out []*ssa.Call
	for _, call := range calls(fn, nil) {
		if f.operates(call.Common()) && f.canFail(call) && len(out) < maxTrials {
			out = append(out, call)
		}
	}
	return out
}
