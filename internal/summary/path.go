package summary

import (
	"cmp"
	"fmt"
	"go/token"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// A path is one way from a function down to an operation.
type path struct {
	layers []*layer // outermost first
	// scopes are the timeouts on the way, outermost first.
	scopes []*scope
	// end is the call at the bottom when its callee is not known yet, else nil.
	end *term
	// leaf is the operation at the bottom as printed.
	leaf string
	// loose says that leaf is a call of which nobody knows where it leads.
	loose bool
	// opened counts the open calls that were followed to get there.
	opened int
	// act is what the operation changes outside the process, nil for nothing
	// that is known.
	act *act
	// commits says that the function value at the end is handed something that
	// is committed when it has succeeded.
	commits bool
	// told is what the top learns of a failure at the bottom.
	told telling
	// gives are the errors with names that the functions on the way return.
	gives []string
	// guards are conditions without which the path is not taken.
	guards []*term

	// at is the call in the function at hand through which the path goes.
	at, atEnd token.Pos
	// bounded says that the function at hand puts a timeout around all layers.
	bounded bool
	// here says that the outermost layer is a region of the function at hand.
	here bool
	// site is the call in the outermost layer, if that is in this package.
	site token.Pos
	// wiring is the first place in this package by which the path was closed.
	wiring token.Pos
}

// A layer is a retry region on a path.
type layer struct {
	fn, file string
	line     int
	kind     region.Kind
	class    region.Class
	limit    limit
	delay    attempt.Delay
	// waits is how long it waits, nil where that is not understood.
	waits  *schedule
	errors errclass.Set
	// sees holds the classes of failure at the bottom of the path for which
	// this layer repeats it: errors, unless the path lost them on the way up.
	sees errclass.Set
	// names are the errors that its condition asks for by name.
	names []string
	// def is the id of the region in the helper, when the layer is the call of
	// a helper in this package.
	def string
	// fresh is what makes the key of the path's act anew in each attempt of
	// this layer, nil when it keeps the key.
	fresh *term
	// spent says that what the act uses up is made outside this layer.
	spent bool
	// stale says that the object of the act is made outside this layer.
	stale bool
	// onces are conditions under each of which it makes one attempt.
	onces []*term
	// queue says that this layer is a queue, which hands a message to its handler
	// again; not kept for importers.
	queue bool
	// tx says that this layer repeats what it is handed also after that has
	// succeeded: when the transaction around it cannot be committed.
	tx bool
}

// id tells regions apart.
func (l *layer) id() string {
	return l.fn + " " + l.file + ":" + string(l.kind) + " " + strconv.Itoa(l.line)
}

// A limit is the bound of a layer over the parameters of a function.
type limit struct {
	kind      attempt.Kind
	value     *term // nil when the bound is no number of the program
	add, step int64
	most      int64 // a number that is never passed, 0 for none
	within    *term // of a time bound
	// handed says that only the end of a context ends the attempts which the
	// function is handed.
	handed bool
	// policy is the call of a library function that has its bound from known
	// data.
	policy *term
	// name is printed when the value stays unknown.
	name string
}

func (e *engine) substLimit(l limit, v *env) limit {
	for _, t := range []**term{&l.value, &l.within, &l.policy} {
		if *t != nil {
			*t = e.subst(*t, v)
		}
	}
	return l
}

// boundOf returns the bound that l is known to be.
func (e *engine) boundOf(l limit) attempt.Bound {
	if l.policy != nil {
		b := e.policyOf(l.policy).Attempts
		switch {
		case b.Kind == attempt.Unknown && l.name != "":
			return attempt.Setting(l.name, 0)
		case b.Kind == attempt.Unbounded && l.kind == attempt.Timed:
			return e.timeBound(l)
		}
		return b
	}
	switch l.kind {
	case attempt.Count:
		if l.value == nil {
			return attempt.Times(l.add)
		}
		return e.count(l)
	case attempt.Named:
		if l.value == nil {
			return attempt.Setting(l.name, l.add)
		}
		return e.count(l)
	case attempt.Timed:
		return e.timeBound(l)
	case attempt.Unbounded:
		return attempt.Forever()
	}
	return attempt.Bound{}
}

// timeBound returns the time that l leaves, 0 where that is not known.
func (e *engine) timeBound(l limit) attempt.Bound {
	if l.within != nil {
		if n, ok := e.largest(l.within); ok {
			return attempt.For(time.Duration(n))
		}
	}
	return attempt.For(0)
}

// delayOf returns how l waits: as its policy is configured, else as its body
// or its record says.
func (e *engine) delayOf(l *layer) attempt.Delay {
	if limit := e.closeLimit(l.limit); limit.policy != nil {
		if d := e.policyOf(limit.policy).Delay; d.Growth != attempt.UnknownGrowth {
			return d
		}
	}
	return l.delay
}

// count computes (value + add) / step, rounded up. A negative step is that of
// a counter that goes up from the value to a limit.
func (e *engine) count(l limit) attempt.Bound {
	step := l.step
	if step == 0 {
		step = 1
	}
	n, ok := e.largest(l.value)
	if step < 0 {
		n, ok = e.least(l.value)
	}
	if !ok {
		return named(l, step)
	}
	sum := l.add
	switch {
	case n > 0 && sum > math.MaxInt64-n:
		sum = math.MaxInt64
	case n < 0 && sum < math.MinInt64-n:
		sum = math.MinInt64
	default:
		sum += n
	}
	attempts := sum / step
	if sum%step != 0 && sum > 0 == (step > 0) {
		attempts++
	}
	if attempts <= 0 {
		return named(l, step) // what fills it, such as a decoder, is out of sight
	}
	if l.most > 0 {
		attempts = min(attempts, l.most)
	}
	return attempt.Times(attempts)
}

// named is the bound of which only the name of a setting is known.
func named(l limit, step int64) attempt.Bound {
	name := termName(l.value)
	if name == "" {
		name = l.name
	}
	switch {
	case name == "":
		return attempt.Bound{}
	case step < 0:
		return attempt.Setting(fmt.Sprintf("%d-%s", -l.add, name), 0)
	}
	return attempt.Setting(name, l.add)
}

// largest returns the largest number that t can be, if all it can be are
// numbers.
func (e *engine) largest(t *term) (int64, bool) {
	switch t.op {
	case choice:
		return e.largestOf(t.args)
	case cond:
		return e.largestOf(t.args[1:])
	case iface: // handed over as a type parameter
		return e.largest(t.args[0])
	case result:
		// A library's wrapper around a number.
		if call := t.args[0]; call.op == apply && call.args[0].op == fn && len(call.args) > 1 {
			if s := e.knownSetting(call.args[0].name); s != nil && s.Counts == known.CountsValue && s.Arg+1 < len(call.args) {
				return e.largest(call.args[s.Arg+1])
			}
		}
	}
	return t.number()
}

func (e *engine) largestOf(ts []*term) (int64, bool) {
	var most int64
	for i, t := range ts {
		n, ok := e.largest(t)
		if !ok {
			return 0, false
		}
		if i == 0 || n > most {
			most = n
		}
	}
	return most, len(ts) > 0
}

// least is like [engine.largest] for the smallest.
func (e *engine) least(t *term) (int64, bool) {
	n, ok := e.largest(t)
	for _, a := range t.alternatives() {
		if v, isNumber := a.number(); isNumber {
			n = min(n, v)
		}
	}
	return n, ok
}

// termName returns the name under which a reader finds the value t: that of a
// field, a variable or a setting.
func termName(t *term) string {
	switch t.op {
	case field, global:
		return lastPart(t.name)
	case elem, length, unwrap:
		return termName(t.args[0])
	case rounds:
		for _, v := range t.args[0].args {
			if name := termName(v); name != "" {
				return name
			}
		}
	case arith:
		if termName(t.args[1]) == "" {
			return termName(t.args[0])
		}
	}
	return ""
}

// key tells paths apart by where they repeat and end.
func (p *path) key() string {
	var b strings.Builder
	for _, l := range p.layers {
		b.WriteString(l.id())
		b.WriteByte('|')
	}
	b.WriteString(p.leaf)
	if p.act != nil {
		b.WriteByte('|')
		b.WriteString(p.act.id())
	}
	for _, s := range p.scopes {
		b.WriteString("|")
		b.WriteString(s.key())
	}
	return b.String()
}

// each visits the terms that what the path does depends on.
func (p *path) each(visit func(*term)) {
	note := func(ts ...*term) {
		for _, t := range ts {
			if t != nil {
				visit(t)
			}
		}
	}
	note(p.end)
	for _, l := range p.layers {
		note(l.limit.value, l.limit.within, l.limit.policy)
		if w := l.waits; w != nil {
			note(w.value)
			note(w.init...)
			note(w.step...)
		}
	}
	for _, s := range p.scopes {
		note(s.within)
	}
	if p.act != nil {
		for _, t := range p.act.terms() {
			note(*t)
		}
	}
}

// has reports whether p goes through the region of l.
func (p *path) has(l *layer) bool {
	return slices.ContainsFunc(p.layers, func(m *layer) bool { return m.id() == l.id() })
}

// maxActs bounds the acts of one function that nothing repeats yet.
const maxActs = 12

// maxPaths bounds the paths of one function. Those with layers matter most.
const maxPaths = 48

// trim drops the paths that tell least when there are too many.
func (e *engine) trim(paths []*path) []*path {
	slices.SortStableFunc(paths, func(a, b *path) int {
		return cmp.Or(
			-cmp.Compare(len(a.layers), len(b.layers)),
			-cmp.Compare(e.weight(a), e.weight(b)),
			-cmp.Compare(len(a.scopes), len(b.scopes)),
			compareTruth(a.end == nil, b.end == nil),
			cmp.Compare(a.key(), b.key()),
			compareEnds(a.end, b.end),
		)
	})
	leaves, acts := 0, 0
	kept := paths[:0]
	for _, p := range paths {
		if len(p.layers) == 0 && p.act != nil {
			if acts++; acts > maxActs {
				e.cut++
				continue
			}
		} else if len(p.layers) == 0 && p.end == nil {
			if leaves++; leaves > 2 {
				continue // one name for the bottom is enough
			}
		}
		if len(kept) == maxPaths {
			e.cut++
			continue
		}
		kept = append(kept, p)
	}
	return kept
}

// weight is the product of the counted layers.
func (e *engine) weight(p *path) int64 {
	bounds := make([]attempt.Bound, len(p.layers))
	for i, l := range p.layers {
		bounds[i] = e.boundOf(l.limit)
	}
	return attempt.Product(bounds...).N
}

func compareTruth(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

func compareEnds(a, b *term) int {
	if a == nil || b == nil {
		return compareTruth(a == nil, b == nil)
	}
	return compareTerms(a, b)
}
