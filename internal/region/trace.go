package region

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A Trace says what a region does with each kind of failure of its operation.
// Each of them costs a walk, so none is followed before a pass asks for it, and
// none twice.
type Trace struct {
	region *Region
	trials []*tracedTrial // nil until somebody asks
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
	// Unlisted says that no test in the code is about it.
	Unlisted bool
}

// Unlisted is the failure that no test in the code is about.
var Unlisted = Fault{Class: errclass.Other, Unlisted: true}

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

// maxTraced bounds the trials of one region that are traced.
const maxTraced = 4

// Trace returns what the region does with failures; nil for regions that are
// no retry.
func (r *Region) Trace() *Trace {
	if r.tracing == nil {
		return nil
	}
	r.tracing.once.Do(func() { r.tracing.trace = &Trace{region: r} })
	return r.tracing.trace
}

// Plain lists the ways back after some failure, whatever it is.
func (t *Trace) Plain() []Way {
	f := t.lock()
	defer f.mu.Unlock()
	var out []Way
	for _, trial := range t.trials {
		f.hear(t.region, trial)
		out = append(out, trial.plain...)
	}
	return out
}

// Faults lists the failures that the code can tell apart: those that come in
// answers, those that tests ask for, that of a canceled call, and one that no
// test is about.
func (t *Trace) Faults() []Fault {
	f := t.lock()
	defer f.mu.Unlock()
	var out []Fault
	for _, trial := range t.trials {
		for _, fail := range f.faults(t.region, trial) {
			if !slices.Contains(out, fail) {
				out = append(out, fail)
			}
		}
	}
	return out
}

// Ways lists the ways from one of the faults to the next attempt: none if it
// ends the repetition. It reports whether that is known.
func (t *Trace) Ways(fail Fault) (ways []Way, ok bool) {
	f := t.lock()
	defer f.mu.Unlock()
	for _, trial := range t.trials {
		if !slices.Contains(f.faults(t.region, trial), fail) {
			continue
		}
		if to := f.follow(t.region, trial, fail); to.ok {
			ways, ok = append(ways, to.ways...), true
		}
	}
	return ways, ok
}

// Asks says by what the code tells failures apart: class by an error that a
// library documents, typed by a type of error of which nothing is known.
func (t *Trace) Asks() (class, typed bool) {
	f := t.lock()
	defer f.mu.Unlock()
	for _, trial := range t.trials {
		f.faults(t.region, trial)
		class, typed = class || trial.asked.class, typed || trial.asked.typed
	}
	return class, typed
}

// Lost lists the places where an error that is marked as final becomes one that
// the helper repeats.
func (t *Trace) Lost() []Loss {
	f := t.lock()
	defer f.mu.Unlock()
	var out []Loss
	for _, trial := range t.trials {
		if loss := f.loses(t.region, trial.call); loss.Pos.IsValid() {
			out = append(out, loss)
		}
	}
	return out
}

// Marks reports whether the operation marks some errors as final itself.
func (t *Trace) Marks() bool {
	f := t.lock()
	defer f.mu.Unlock()
	u := t.region.tracing.use
	return u != nil && slices.ContainsFunc(t.trials, func(trial *tracedTrial) bool { return f.marksFor(*u, trial.call) })
}

// lock makes the trace ready for a question. The caller unlocks.
func (t *Trace) lock() *finder {
	f := t.region.tracing.f
	f.mu.Lock()
	if t.trials == nil {
		t.trials = []*tracedTrial{}
		for i, call := range f.tracedTrials(t.region) {
			if i == maxTraced {
				break
			}
			t.trials = append(t.trials, &tracedTrial{call: call, known: map[Fault]followed{}})
		}
	}
	return f
}
