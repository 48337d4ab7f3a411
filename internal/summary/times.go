package summary

import (
	"slices"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/region"
)

// rowTime returns how long a region can take on the path with the largest
// product through it.
func (e *engine) rowTime(r *region.Region, q *path, deadlines map[string]attempt.Interval) Time {
	if q == nil || len(q.layers) == 0 {
		return Time{}
	}
	i := e.placeOf(r, q)
	if i < 0 {
		return Time{}
	}
	t := e.timeOf(q, i)
	if d, ok := deadlines[q.layers[i].id()]; ok {
		t.bound(d)
	}
	return t
}

// deadlines returns the shortest timeout above each layer of the paths of this
// package.
func (e *engine) deadlines() map[string]attempt.Interval {
	out := make(map[string]attempt.Interval)
	for _, s := range e.order {
		for _, p := range s.paths {
			for _, sc := range p.scopes {
				if sc.depth >= len(p.layers) {
					continue
				}
				within, ok := e.withinOf(sc)
				if !ok {
					continue
				}
				for _, l := range p.layers[sc.depth:] {
					if old, seen := out[l.id()]; !seen || within.Min < old.Min {
						out[l.id()] = within
					}
				}
			}
		}
	}
	return out
}

// bound notes a deadline, unless an earlier one is known.
func (t *Time) bound(d attempt.Interval) {
	if t.Deadline == nil || d.Min < t.Deadline.Min {
		t.Deadline = &d
	}
}

// timeOf returns how long layer i of a closed path can take.
func (e *engine) timeOf(q *path, i int) Time {
	var t Time
	scopes := slices.IndexFunc(q.scopes, func(s *scope) bool { return s.depth > i })
	if scopes < 0 {
		scopes = len(q.scopes)
	}
	for _, s := range q.scopes[:scopes] {
		if within, ok := e.withinOf(s); ok {
			t.bound(within)
		}
	}
	plan, ok := e.plan(q, i, scopes, true)
	if !ok || len(plan) == 0 {
		return t
	}
	below := q.layers[i:]
	for j := range plan {
		if plan[j].N > 0 {
			plan[j].Last, below = e.lastOf(below[0], plan[j]), below[1:]
		}
	}
	if waits, ok := plan[0].Waits(); ok && waits.Max < attempt.Longest {
		t.Waits = &waits
	}
	if each, timed, ok := plan[1:].Work(); ok && timed && each.Max < attempt.Longest {
		t.PerAttempt = &each
	}
	if work, timed, ok := plan.Work(); ok && timed && t.Waits != nil && t.PerAttempt != nil {
		t.WorstCase = &work
	}
	return t
}

// lastOf returns the wait after the last of n attempts of a layer.
func (e *engine) lastOf(l *layer, p attempt.Part) attempt.Interval {
	if limit := e.closeLimit(l.limit); limit.policy != nil {
		policy := e.policyOf(limit.policy)
		if policy.Last > 0 && policy.Delay.Jitter {
			return attempt.Interval{Min: policy.Last, Max: attempt.Longest}
		}
		return attempt.Span(policy.Last)
	}
	if p.N < 2 || l.waits == nil || l.waits.value == nil {
		return attempt.Interval{}
	}
	switch last := p.Wait(p.N); l.waits.last {
	case sureLast:
		return last
	case maybeLast:
		return attempt.Interval{Max: last.Max}
	}
	return attempt.Interval{}
}
