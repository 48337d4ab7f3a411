package summary

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// rows lists all regions of the package, their bounds resolved.
func (e *engine) rows(fns []*ssa.Function, found *region.Found) []*Row {
	var given givenLimits // looked for when it is first asked for
	deadlines := e.deadlines()
	var out []*Row
	for _, fn := range fns {
		s := e.own[e.names.ssaName(fn)]
		for _, r := range found.Regions[fn] {
			row := &Row{Region: r, Func: within(e.pkg.Path(), e.names.ssaName(fn))}
			if r.Reads {
				row.Effect = "read"
			}
			best := e.largestThrough(s, r)
			if isHelper(r) {
				if e.fillFromCallee(row, best); calledOnce(row) {
					continue
				}
			} else {
				row.Attempts = e.rowBound(fn, r, func(id string) []givenLimit {
					if given == nil {
						given = e.givenLimits(fns)
					}
					return given[id]
				})
			}
			row.Below = e.belowOf(r, best)
			row.Time = e.rowTime(r, best, deadlines)
			out = append(out, row)
		}
	}
	slices.SortStableFunc(out, func(a, b *Row) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	return out
}

// rowBound resolves the bound of a region written out in fn. A name that only
// this package gives a value, always the same, is that value. given tells what
// callers give to a layer.
func (e *engine) rowBound(fn *ssa.Function, r *region.Region, given func(id string) []givenLimit) attempt.Bound {
	f := e.frames[fn]
	l := f.layer(r)
	closed := e.closeLimit(l.limit)
	b := e.boundOf(closed)
	if closed.value == nil || exported(l.fn) {
		return b
	}
	if _, ok := e.largest(closed.value); ok {
		return b
	}
	var only *attempt.Bound
	for _, g := range given(l.id()) {
		v := e.boundOf(e.closeLimit(g.limit))
		if v.Kind == attempt.Named && e.passedOn(g.caller, g.limit.value) {
			continue
		}
		if only != nil && v != *only {
			return b
		}
		only = &v
	}
	if only == nil {
		return b
	}
	return *only
}

// A givenLimit is the limit that a path of a caller gives a layer.
type givenLimit struct {
	caller string
	limit  limit
}

// givenLimits are those of each layer, by its identity.
type givenLimits map[string][]givenLimit

// givenLimits collects, for each region, the limits that the paths of callers
// give it. What a test gives says nothing of other code.
func (e *engine) givenLimits(fns []*ssa.Function) givenLimits {
	given := make(givenLimits)
	for _, fn := range fns {
		name := e.names.ssaName(fn)
		tests := isTest(e.fset.Position(fn.Pos()).Filename)
		for _, p := range e.own[name].paths {
			for _, l := range p.layers {
				id := l.id()
				switch {
				case l.def != "":
					id = l.def
				case l.fn == name, tests && !isTest(l.file):
					continue
				}
				given[id] = append(given[id], givenLimit{name, l.limit})
			}
		}
	}
	return given
}

// passedOn reports whether a number is what a function is handed, by callers
// that are all in this package: they say what it is.
func (e *engine) passedOn(fn string, t *term) bool {
	return t != nil && (t.op == param || t.op == free) && !exported(fn)
}

func isTest(file string) bool { return strings.HasSuffix(file, "_test.go") }

// largestThrough returns the path with the largest product through r, of those
// whose failures r is told of, if there are some.
func (e *engine) largestThrough(s *summary, r *region.Region) *path {
	var best *path
	var bestTotal attempt.Total
	var told bool
	for _, p := range s.paths {
		if !p.here || !slices.ContainsFunc(r.Trials, func(c ssa.CallInstruction) bool { return posOf(c) == p.at }) {
			continue
		}
		for _, q := range e.closed(p) {
			total, tells := attempt.Product(e.boundsOf(q)...), e.hears(r, q)
			if best == nil || tells && !told || tells == told && total.Compare(bestTotal) > 0 {
				best, bestTotal, told = q, total, tells
			}
		}
	}
	return best
}

func (e *engine) boundsOf(p *path) []attempt.Bound {
	bounds := make([]attempt.Bound, len(p.layers))
	for i, l := range p.layers {
		bounds[i] = e.boundOf(e.closeLimit(l.limit))
	}
	return bounds
}

// fillFromCallee takes what the caller of a helper cannot show from the helper.
func (e *engine) fillFromCallee(row *Row, p *path) {
	if p == nil || len(p.layers) == 0 {
		return
	}
	l := p.layers[0]
	row.Attempts = e.boundOf(e.closeLimit(l.limit))
	r := *row.Region
	if d := e.delayOf(l); d.Growth != attempt.UnknownGrowth {
		r.Delay = d
	}
	if r.Errors == 0 {
		r.Errors = l.errors
	}
	row.Region = &r
}

// calledOnce reports whether the helper of a row is told to make one attempt.
func calledOnce(row *Row) bool {
	return row.Kind != region.Library && row.Class == region.Retry && row.Attempts == attempt.Times(1)
}

// placeOf returns which layer of the path r is, -1 for none.
func (e *engine) placeOf(r *region.Region, p *path) int {
	if isHelper(r) {
		return min(0, len(p.layers)-1)
	}
	id := e.frames[r.Fn].layer(r).id()
	return slices.IndexFunc(p.layers, func(l *layer) bool { return l.id() == id })
}

// hears reports whether the region r is told of what fails at the end of a path.
func (e *engine) hears(r *region.Region, p *path) bool {
	at := e.placeOf(r, p)
	return at >= 0 && p.layers[at].sees != 0
}

// belowOf lists the bounds of the layers under r on the path p.
func (e *engine) belowOf(r *region.Region, p *path) []attempt.Bound {
	if p == nil {
		return nil
	}
	return e.below(p, e.placeOf(r, p))
}

// below lists the bounds of the layers of a path under one of them, -1 for none.
func (e *engine) below(p *path, at int) []attempt.Bound {
	if at < 0 || p.layers[at].sees == 0 {
		return nil
	}
	var below []attempt.Bound
	for i, b := range e.boundsOf(p) {
		if i <= at {
			continue
		}
		if b == (attempt.Bound{}) {
			b = e.unset(p.layers[i])
		}
		if b.Repeats() {
			below = append(below, b)
		}
	}
	return below
}

// unset is the bound of a client that repeats unless it is told not to, where
// nobody knows what it is told: the name of its setting. It is for the inventory
// alone, since a finding would claim that it does repeat.
func (e *engine) unset(l *layer) attempt.Bound {
	call := l.limit.policy
	if call == nil || call.op != apply || call.args[0].op != fn {
		return attempt.Bound{}
	}
	f := e.knownFunc(call.args[0].name)
	if f == nil || f.Kind != known.Client || !f.Default.Repeats() {
		return attempt.Bound{}
	}
	return f.Record.Unset()
}

// within prints the name of a function as inside its own package.
func within(pkg, name string) string {
	if i := strings.IndexByte(name, '$'); i >= 0 {
		name = name[:i]
	}
	return strings.Replace(name, pkg+".", "", 1)
}
