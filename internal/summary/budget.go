package summary

import (
	"cmp"
	"maps"
	"slices"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// budgets lists the paths below a timeout that take longer than that allows
// and become known in this package, one for each timeout. told are the keys of
// what it lists: importers do not hear of it again.
func (e *engine) budgets(order []*summary, in *imports) (out []*Budget, wired []Wired, told []uint64) {
	worst := make(map[string]*Budget)
	known := make(map[string]Wired)
	look := func(q *path, wiring bool) {
		if q.wiring.IsValid() && !isTest(e.fset.Position(q.wiring).Filename) {
			e.wiredOf(q, known)
		}
		for i, s := range q.scopes {
			if s.open || in.told[budgetKey(s.id())] || wiring && !q.wiring.IsValid() {
				continue
			}
			b := e.overrun(q, i)
			if b == nil {
				continue
			}
			switch b.Here = s.pos().IsValid(); {
			case b.Here:
				b.Pos = s.pos()
			case q.wiring.IsValid():
				b.Pos = q.wiring
			default:
				b.Pos = q.at
			}
			if old := worst[s.id()]; old == nil || e.tellsMore(b, old) {
				worst[s.id()] = b
			}
		}
	}
	timed := maps.Clone(in.timed)
	for _, name := range timedOf(order) {
		timed[name] = true
	}
	followed := make(map[*term]bool)
	for _, s := range order {
		for _, p := range s.paths {
			if len(p.scopes)+len(p.layers) == 0 {
				if followed[p.end] || !opensTimed(p, timed) {
					continue
				}
				followed[p.end] = true // what is below is the same for all
			} else if len(p.scopes) == 0 && p.end == nil {
				continue
			}
			for _, q := range e.closed(p) {
				look(q, false)
			}
		}
	}
	for _, p := range e.reopened(in) {
		for _, q := range e.closed(p) {
			look(q, true)
		}
	}
	for id, b := range worst {
		told = append(told, budgetKey(id))
		out = append(out, b)
	}
	slices.SortFunc(out, func(a, b *Budget) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Leaf, b.Leaf))
	})
	for _, id := range slices.Sorted(maps.Keys(known)) {
		wired = append(wired, known[id])
	}
	return out, wired, told
}

// tellsMore reports whether b is the better witness for what exceeds a timeout:
// that of a test is the last to be shown.
func (e *engine) tellsMore(b, old *Budget) bool {
	tests := isTest(e.fset.Position(old.Pos).Filename)
	if isTest(e.fset.Position(b.Pos).Filename) != tests {
		return tests
	}
	return b.compare(old) > 0
}

func budgetKey(id string) uint64 { return hashOf("budget " + id) }

// compare orders budgets of one timeout by what they take, and by the attempts
// that are made in that time; of equals the one with fewer layers is the better
// witness.
func (b *Budget) compare(c *Budget) int {
	return cmp.Or(
		compareTruth(!b.Shared, !c.Shared),
		compareTruth(b.Timed, c.Timed),
		cmp.Compare(b.Work.Min, c.Work.Min),
		cmp.Compare(b.Plan.Attempts(), c.Plan.Attempts()),
		cmp.Compare(len(c.Layers), len(b.Layers)),
		cmp.Compare(c.Leaf, b.Leaf),
		cmp.Compare(c.Layers[0].Func, b.Layers[0].Func),
	)
}

// overrun compares what is below scope i of a closed path with the time that it
// gives, and returns nil if it fits, or if that is not known.
func (e *engine) overrun(q *path, i int) *Budget {
	s := q.scopes[i]
	if s.depth >= len(q.layers) || polls(q) {
		return nil
	}
	within, ok := e.withinOf(s)
	if !ok {
		return nil
	}
	plan, ok := e.plan(q, s.depth, i+1, false)
	if !ok || !exceeds(plan, within.Max) && !sharesClient(s, plan) {
		return nil
	}
	var layers []Layer
	below := q.layers[s.depth:]
	for _, part := range plan {
		if part.N == 0 {
			continue
		}
		if l := below[0]; part.N > 1 {
			layers = append(layers, e.layerOf(l, e.boundOf(e.closeLimit(l.limit))))
		}
		below = below[1:]
	}
	// A longer timeout around all attempts only never runs out: what counts is
	// what the attempts themselves take.
	for len(plan) > 0 && plan[0].N < 2 {
		plan = plan[1:]
	}
	exceeds := exceeds(plan, within.Max)
	if !exceeds && !sharesClient(s, plan) {
		return nil
	}
	work, timed, _ := plan.Work()
	return &Budget{
		Shared: !exceeds,
		Owner:  s.owner, Func: display(s.fn), File: s.file, Line: s.line, Within: within.Max,
		Layers: layers, Leaf: q.leaf, Plan: plan, Timed: timed, Work: work,
	}
}

// sharesClient reports whether the timeout of an http.Client is the only one for
// several attempts of its transport. A context is looked at by those who go on, and
// passes/deadline looks at them; a transport does not see the end of its client.
func sharesClient(s *scope, plan attempt.Plan) bool {
	_, timed, ok := plan.Work()
	return s.owner == OfClient && ok && !timed && plan.Attempts() > 1
}

// exceeds reports whether a plan is sure to be able to take longer than d.
func exceeds(plan attempt.Plan, d time.Duration) bool {
	work, _, ok := plan.Work()
	return ok && work.Min > d
}

// plan makes the plan of the layers of a closed path from the given one on,
// with the scopes from the given one on: a part for each of them. It reports
// false if a layer has no number. own says that it is about the time of the first
// layer, whatever makes that repeat.
func (e *engine) plan(q *path, layer, scopes int, own bool) (plan attempt.Plan, ok bool) {
	numbers := e.numbers(q.layers[layer:], own)
	if numbers == nil {
		return nil, false
	}
	next := scopes
	for i, l := range q.layers[layer:] {
		for ; next < len(q.scopes) && q.scopes[next].depth <= layer+i; next++ {
			if within, ok := e.withinOf(q.scopes[next]); ok {
				plan = append(plan, attempt.Part{Within: within.Min})
			} else if q.scopes[next].owner == OfContext {
				return nil, false // it may cut off what is below
			}
		}
		plan = append(plan, e.part(l, numbers[i]))
	}
	for ; next < len(q.scopes); next++ {
		if within, ok := e.withinOf(q.scopes[next]); ok {
			plan = append(plan, attempt.Part{Within: within.Min})
		}
	}
	return plan, true
}

// part is one layer that makes n attempts.
func (e *engine) part(l *layer, n int64) attempt.Part {
	p := attempt.Part{N: n}
	if n > 1 {
		p.Wait = e.waitsOf(l)
	}
	return p
}

// numbers returns how many attempts the layers make together, each as a
// number: those that repeat one and the same kind of failure, the kind that
// multiplies most. A first layer of which no kind is known, such as one that is
// told by a result to go on, repeats any if it is about its own. It returns nil
// if a number is missing.
func (e *engine) numbers(layers []*layer, first bool) []int64 {
	own := make([]int64, len(layers))
	for i, l := range layers {
		n, ok := e.boundOf(e.closeLimit(l.limit)).Number()
		if !ok {
			return nil
		}
		own[i] = max(n, 1)
	}
	seen, _ := seen(layers)
	if first && len(layers) > 0 {
		seen[0] |= layers[0].sees
	}
	var best []int64
	most := int64(0)
	for _, class := range errclass.All() {
		chosen := make([]int64, len(layers))
		total := attempt.Plan(nil)
		for i, l := range layers {
			chosen[i] = 1
			if seen[i].Has(class) || first && i == 0 && l.sees == 0 {
				chosen[i] = own[i]
			}
			total = append(total, attempt.Part{N: chosen[i]})
		}
		if n := total.Attempts(); n > most {
			best, most = chosen, n
		}
	}
	return best
}

// withinOf returns the length of time of a scope, if it is known.
func (e *engine) withinOf(s *scope) (attempt.Interval, bool) {
	if s.within == nil || s.open {
		return attempt.Interval{}, false
	}
	v, ok := e.spanOf(e.closedTerm(s.within), nil)
	if !ok || v.lo <= 0 {
		return attempt.Interval{}, false
	}
	return v.interval(), true
}

// waitsOf returns how long a layer waits after attempt k. Where that is not
// known, it may be anything.
func (e *engine) waitsOf(l *layer) func(k int64) attempt.Interval {
	unknown := attempt.Constant(attempt.Interval{Max: attempt.Longest})
	limit := e.closeLimit(l.limit)
	if limit.policy == nil {
		if w := e.pace(l.waits); w != nil {
			return w
		}
		return unknown
	}
	policy := e.policyOf(limit.policy)
	switch d := policy.Delay; {
	case d.Growth == attempt.NoDelay:
		return attempt.Constant(attempt.Interval{})
	case d.Jitter || d.Base <= 0:
		return unknown
	case policy.Factor > 0 && policy.Factor < 1: // it shrinks
		return attempt.Constant(attempt.Interval{Max: d.Base})
	case d.Growth == attempt.Fixed:
		return attempt.Constant(attempt.Span(d.Base))
	case d.Growth == attempt.UnknownGrowth:
		return unknown
	default: // the first wait is the shortest
		most := attempt.Longest
		if d.Cap > 0 {
			most = d.Cap
		}
		return func(k int64) attempt.Interval {
			if k == 1 {
				return attempt.Span(d.Base)
			}
			return attempt.Interval{Min: min(d.Base, most), Max: most}
		}
	}
}
