package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/region"
)

// maxRounds ends the iteration over a recursion. Each round can add paths
// only, and a recursion has finitely many, so this is a guard.
const maxRounds = 12

// compute summarizes all functions, callees first, recursions to a fixpoint.
func (e *engine) compute(fns []*ssa.Function, found *region.Found) []*summary {
	for _, f := range fns {
		e.declare(f)
	}
	var order []*summary
	for _, group := range bottomUp(fns) {
		if !recursive(group) {
			f := group[0]
			s := e.summarize(f, found.Regions[f])
			e.finish(s, found.Behaviors[f])
			order = append(order, s)
			continue
		}
		order = append(order, e.fixpoint(group, found)...)
	}
	return order
}

func (e *engine) fixpoint(group []*ssa.Function, found *region.Found) []*summary {
	for _, f := range group {
		e.building[e.names.ssaName(f)] = true
	}
	sums := make([]*summary, len(group))
	for before, round := -1, 0; round < maxRounds; round++ {
		size := 0
		for i, f := range group {
			sums[i] = e.summarize(f, found.Regions[f])
			e.own[sums[i].name] = sums[i]
			e.forget()
			size += len(sums[i].paths)
		}
		if size == before {
			break
		}
		before = size
	}
	clear(e.building)
	e.forget()
	for i, f := range group {
		e.finish(sums[i], found.Behaviors[f])
	}
	return sums
}

// finish makes the summary of a function available to its callers.
func (e *engine) finish(s *summary, b *region.Behavior) {
	s.behavior = b
	e.record(s)
	e.own[s.name] = s
}
