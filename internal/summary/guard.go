package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/region"
)

// Nested retries that know of each other are no product: the outer layer hands
// down an option, or marks its context, and the inner one makes one attempt. So
// a path carries the conditions under which it is taken, and a layer those
// under which it makes one attempt, as far as callers decide them.

const (
	maxGuards    = 3  // conditions of one path or layer
	maxGuardSize = 30 // of one condition
)

// guards lists the conditions that decide whether the block of a call is
// reached, as far as callers may decide them. Each is true when it is reached.
func (f *frame) guards(b *ssa.BasicBlock) []*term {
	var out []*term
	for d := b.Idom(); d != nil && len(out) < maxGuards; b, d = d, d.Idom() {
		test := branch(d)
		if test == nil {
			continue
		}
		for i, to := range d.Succs {
			if to == b && d.Succs[1-i] != b && onlyFrom(b, d) {
				out = f.addGuard(out, f.truthOf(test.Cond, i == 0))
			}
		}
	}
	return out
}

// onlyFrom reports whether d is the only block from which b is entered: others
// come round a loop.
func onlyFrom(b, d *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if p != d && !b.Dominates(p) {
			return false
		}
	}
	return true
}

// truthOf translates a condition to a term that is not zero if it is as taken.
func (f *frame) truthOf(cond ssa.Value, taken bool) *term {
	t := f.valueAtUse(cond)
	if !taken {
		t = f.negation(t)
	}
	return t
}

func (e *engine) negation(t *term) *term { return e.arith("==", t, e.int(0)) }

// addGuard appends a condition that callers may decide.
func (e *engine) addGuard(guards []*term, t *term) []*term {
	if len(guards) >= maxGuards || t.roots&hasParams == 0 || t.roots&hasSteps != 0 || t.size > maxGuardSize {
		return guards
	}
	return append(guards, t)
}

// onces lists the conditions under which a region makes one attempt.
func (f *frame) onces(r *region.Region) []*term {
	var out []*term
	for _, c := range r.Cuts {
		out = f.addGuard(out, f.truthOf(c.Cond, c.When))
	}
	return out
}

// decide gives conditions the values of one call. held says that none is
// certain to fail, and sure that one is certain to hold; open are those which
// the callers of the caller decide.
func (e *engine) decide(guards []*term, args *env) (open []*term, held, sure bool) {
	held = true
	for _, g := range guards {
		t := e.subst(g, args)
		n, ok := t.number()
		switch {
		case ok && n == 0:
			held = false
		case ok:
			sure = true
		default:
			open = e.addGuard(open, t)
		}
	}
	return open, held, sure
}

// once turns a layer into one attempt if the call of its function says so.
func (e *engine) once(l *layer, args *env) {
	if len(l.onces) == 0 {
		return
	}
	var sure bool
	if l.onces, _, sure = e.decide(l.onces, args); sure {
		l.limit, l.onces, l.waits = limit{kind: attempt.Count, add: 1}, nil, nil
	}
}
