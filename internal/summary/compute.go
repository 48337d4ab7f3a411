package summary

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/region"
)

// maxRounds ends the iteration over a recursion. Each round can add paths
// only, and a recursion has finitely many, so this is a guard.
const maxRounds = 12

// compute summarizes all functions, callees first, recursions to a fixpoint.
func (e *engine) compute(fns []*ssa.Function, found *region.Found) []*summary {
	e.found = found
	e.initials = newInitials(fns)
	for _, g := range e.initials.changed {
		e.heap.places.bind(globalName(g), e.none, token.NoPos)
	}
	groups := bottomUp(fns)
	for _, f := range fns {
		e.declare(f)
	}
	for _, group := range groups {
		for _, f := range group {
			e.waiting[e.names.ssaName(f)] = group
		}
	}
	for _, group := range groups {
		e.ensure(group)
	}
	return e.order
}

// ensure summarizes a group unless that is done or being done. A function
// that is only called through an interface is not among those that its caller
// uses: its summary is made when the call is understood.
func (e *engine) ensure(group []*ssa.Function) {
	if e.waiting[e.names.ssaName(group[0])] == nil {
		return
	}
	for _, f := range group {
		delete(e.waiting, e.names.ssaName(f))
	}
	if recursive(group) {
		e.fixpoint(group)
		return
	}
	e.finish(group[0], e.summarize(group[0], e.found.Regions[group[0]]))
}

func (e *engine) fixpoint(group []*ssa.Function) {
	for _, f := range group {
		e.building[e.names.ssaName(f)] = true
	}
	sums := make([]*summary, len(group))
	for before, round := -1, 0; round < maxRounds; round++ {
		size := 0
		for i, f := range group {
			if round == 0 {
				sums[i] = e.summarize(f, e.found.Regions[f])
			} else if !sums[i].idle {
				sums[i] = e.recompose(f, e.found.Regions[f], sums[i])
			}
			e.own[sums[i].name] = sums[i]
			e.forget()
			size += len(sums[i].paths)
		}
		if size == before {
			break
		}
		before = size
	}
	for _, s := range sums {
		e.seal(s)
	}
	for _, s := range sums {
		delete(e.building, s.name)
	}
	e.forget()
	for i, f := range group {
		e.finish(f, sums[i])
	}
}

// seal ends what a function of the recursion at hand returns where it returns
// what another run of the recursion does. Each caller would else follow the
// recursion again, as deep as terms may be and in every way that it can go on.
func (e *engine) seal(s *summary) {
	done := make(map[*term]*term)
	for i, r := range s.results {
		s.results[i] = e.sealed(r, done)
	}
	for i, o := range s.out {
		if o != nil {
			s.out[i] = e.sealed(o, done)
		}
	}
}

func (e *engine) sealed(t *term, done map[*term]*term) *term {
	if u, ok := done[t]; ok {
		return u
	}
	u := e.none
	if !e.recurs(t) {
		args := e.each(t.args, func(a *term) *term { return e.sealed(a, done) })
		if u = t; len(args) > 0 && !slices.Equal(args, t.args) {
			u = e.rebuild(t, args)
		}
	}
	done[t] = u
	return u
}

// recurs reports whether t is what a function of the recursion at hand returns.
func (e *engine) recurs(t *term) bool {
	if t.op != result || t.args[0].op != apply {
		return false
	}
	f := t.args[0].args[0]
	return f.op == fn && e.building[f.name]
}

// finish makes the summary of a function available to its callers.
func (e *engine) finish(f *ssa.Function, s *summary) {
	s.behavior = e.found.Behaviors[f]
	e.affirm(f, s)
	e.record(s)
	e.own[s.name] = s
	e.order = append(e.order, s)
}
