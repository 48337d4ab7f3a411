package summary

import (
	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// A Book is a set of summaries in the form in which facts carry them: tables
// that refer to each other by index, without maps, positions or pointers, so
// that equal content is equal bytes. Index 0 stands for none.
type Book struct {
	Strings []string
	Terms   []TermEntry
	Layers  []LayerEntry
	Funcs   []FuncEntry
}

// A TermEntry is one term; its parts come before it.
type TermEntry struct {
	Op   uint8
	Name int
	N    int64
	Keys []int
	Args []int
}

// A LayerEntry is one layer.
type LayerEntry struct {
	Fn, File, Line int
	Kind, Class    int
	Delay          attempt.Delay
	Errors, Sees   errclass.Set

	Bound         attempt.Kind
	Add, Step     int64
	Most          int64
	Value, Within int
	Policy, Name  int
}

// A PathEntry is one path.
type PathEntry struct {
	Layers    []int
	End, Leaf int
	Lost      bool
}

// A FuncEntry is the summary of one function.
type FuncEntry struct {
	Name    int
	Closure bool
	Params  []int
	Results []int
	Out     []int
	Paths   []PathEntry
	Effects []PlaceEntry
}

// A PlaceEntry says what a field, a variable or the values behind an
// interface method may be.
type PlaceEntry struct {
	Place  int
	Values []int
}

// A writer fills a book.
type writer struct {
	e       *engine
	book    Book
	strings map[string]int
	terms   map[*term]int
	funcs   map[string]bool
	pending []string
	// layered says that paths without layers are left out of functions that
	// are only mentioned.
	layered bool
}

func newWriter(e *engine) *writer {
	return &writer{e: e, strings: make(map[string]int), terms: make(map[*term]int), funcs: make(map[string]bool)}
}

func (w *writer) string(s string) int {
	if s == "" {
		return 0
	}
	i, ok := w.strings[s]
	if !ok {
		w.book.Strings = append(w.book.Strings, s)
		i = len(w.book.Strings)
		w.strings[s] = i
	}
	return i
}

// term writes t and notes the functions that it mentions.
func (w *writer) term(t *term) int {
	if t == nil {
		return 0
	}
	if i, ok := w.terms[t]; ok {
		return i
	}
	entry := TermEntry{Op: uint8(t.op), Name: w.string(t.name), N: t.n}
	for _, k := range t.keys {
		entry.Keys = append(entry.Keys, w.string(k))
	}
	entry.Args = w.list(t.args)
	switch t.op {
	case fn:
		w.mention(t.name)
	case iface:
		for _, m := range w.e.methodsOf(t.name) {
			w.mention(m)
		}
	}
	w.book.Terms = append(w.book.Terms, entry)
	i := len(w.book.Terms)
	w.terms[t] = i
	return i
}

func (w *writer) list(ts []*term) []int {
	var out []int
	for _, t := range ts {
		out = append(out, w.term(t))
	}
	return out
}

// mention makes sure that the book has the summary of a function that one of
// its terms may call.
func (w *writer) mention(name string) {
	if !w.funcs[name] {
		w.funcs[name] = true
		w.pending = append(w.pending, name)
	}
}

func (w *writer) layer(l *layer) int {
	w.book.Layers = append(w.book.Layers, LayerEntry{
		Fn: w.string(l.fn), File: w.string(l.file), Line: l.line,
		Kind: w.string(string(l.kind)), Class: w.string(string(l.class)),
		Delay: l.delay, Errors: l.errors, Sees: l.sees,
		Bound: l.limit.kind, Add: l.limit.add, Step: l.limit.step, Most: l.limit.most,
		Value: w.term(l.limit.value), Within: w.term(l.limit.within),
		Policy: w.term(l.limit.policy), Name: w.string(l.limit.name),
	})
	return len(w.book.Layers)
}

func (w *writer) path(p *path) PathEntry {
	entry := PathEntry{End: w.term(p.end), Leaf: w.string(p.leaf), Lost: p.lost}
	for _, l := range p.layers {
		entry.Layers = append(entry.Layers, w.layer(l))
	}
	return entry
}

// function writes a summary; the functions that it mentions follow by
// [writer.rest].
func (w *writer) function(s *summary, all bool) {
	w.funcs[s.name] = true
	entry := FuncEntry{Name: w.string(s.name), Closure: s.closure, Results: w.list(s.results)}
	for _, p := range s.params {
		entry.Params = append(entry.Params, w.string(p))
	}
	for _, o := range s.out {
		entry.Out = append(entry.Out, w.term(o))
	}
	for _, p := range s.paths {
		if all || len(p.layers) > 0 {
			entry.Paths = append(entry.Paths, w.path(p))
		}
	}
	for _, eff := range s.effects {
		entry.Effects = append(entry.Effects, PlaceEntry{w.string(eff.place), []int{w.term(eff.value)}})
	}
	w.book.Funcs = append(w.book.Funcs, entry)
}

// rest writes the functions that are mentioned and not written yet.
func (w *writer) rest() {
	for len(w.pending) > 0 {
		name := w.pending[0]
		w.pending = w.pending[1:]
		if s := w.e.summary(name); s != nil && !s.trivial() {
			w.function(s, !w.layered)
		}
	}
}

// size estimates the encoded size of the book.
func (b *Book) size() int {
	n := 0
	for _, s := range b.Strings {
		n += len(s) + 2
	}
	for _, t := range b.Terms {
		n += 6 + 2*len(t.Args) + 2*len(t.Keys)
	}
	n += 40 * len(b.Layers)
	for _, f := range b.Funcs {
		n += 10 + 2*len(f.Results) + 2*len(f.Out) + 2*len(f.Params) + 8*len(f.Effects)
		for _, p := range f.Paths {
			n += 8 + 2*len(p.Layers)
		}
	}
	return n
}

// A reader turns a book back into terms of a pool. Facts come from other
// processes: an index out of range reads as unknown.
type reader struct {
	e     *engine
	book  *Book
	terms []*term
}

func newReader(e *engine, b *Book) *reader {
	r := &reader{e: e, book: b}
	for _, t := range b.Terms {
		u := term{op: op(t.Op), name: r.string(t.Name), n: t.N, args: r.list(t.Args)}
		for _, k := range t.Keys {
			u.keys = append(u.keys, r.string(k))
		}
		r.terms = append(r.terms, e.reread(u))
	}
	return r
}

func (r *reader) string(i int) string {
	if i <= 0 || i > len(r.book.Strings) {
		return ""
	}
	return r.book.Strings[i-1]
}

func (r *reader) term(i int) *term {
	switch {
	case i == 0:
		return nil
	case i < 0 || i > len(r.terms):
		return r.e.none
	}
	return r.terms[i-1]
}

func (r *reader) list(is []int) []*term {
	var out []*term
	for _, i := range is {
		t := r.term(i)
		if t == nil {
			t = r.e.none
		}
		out = append(out, t)
	}
	return out
}

func (r *reader) layer(i int) *layer {
	if i <= 0 || i > len(r.book.Layers) {
		return nil
	}
	l := r.book.Layers[i-1]
	return &layer{
		fn: r.string(l.Fn), file: r.string(l.File), line: l.Line,
		kind: region.Kind(r.string(l.Kind)), class: region.Class(r.string(l.Class)),
		delay: l.Delay, errors: l.Errors, sees: l.Sees,
		limit: limit{
			kind: l.Bound, add: l.Add, step: l.Step, most: l.Most, value: r.term(l.Value), within: r.term(l.Within),
			policy: r.term(l.Policy), name: r.string(l.Name),
		},
	}
}

func (r *reader) path(p PathEntry) *path {
	q := &path{end: r.term(p.End), leaf: r.string(p.Leaf), lost: p.Lost}
	for _, i := range p.Layers {
		if l := r.layer(i); l != nil {
			q.layers = append(q.layers, l)
		}
	}
	return q
}

func (r *reader) function(f FuncEntry) *summary {
	s := &summary{name: r.string(f.Name), closure: f.Closure, results: r.list(f.Results)}
	for _, p := range f.Params {
		s.params = append(s.params, r.string(p))
	}
	for _, o := range f.Out {
		s.out = append(s.out, r.term(o))
	}
	for _, p := range f.Paths {
		s.paths = append(s.paths, r.path(p))
	}
	for _, eff := range f.Effects {
		for _, v := range r.list(eff.Values) {
			s.effects = append(s.effects, effect{place: r.string(eff.Place), value: v})
		}
	}
	return s
}

// reread makes a term of the parts that a book gives. What it takes for a
// form that it is not is unknown.
func (e *engine) reread(t term) *term {
	if arity, ok := arities[t.op]; !ok || len(t.args) < arity || t.op == structure && len(t.keys) != len(t.args) {
		return e.none
	}
	return e.intern(t)
}

// arities gives the least number of parts of each form.
var arities = map[op]int{
	opaque: 0, zero: 0, integer: 0, param: 0, free: 0, field: 1, structure: 0, with: 2, fn: 0, bound: 1,
	iface: 1, unwrap: 1, apply: 1, invoke: 1, result: 1, after: 1, global: 0, list: 0, concat: 1, elem: 1,
	fold: 3, rounds: 3, acc: 0, item: 0, choice: 1, cond: 3, arith: 2, length: 1, literal: 0,
}
