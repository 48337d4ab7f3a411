package summary

import (
	"github.com/retryvet/retryvet/internal/compact"
	"github.com/retryvet/retryvet/internal/region"
)

// A reader turns a book back into terms of a pool, each part when it is needed.
// Facts come from other processes: an index out of range reads as unknown.
type reader struct {
	e      *engine
	packed packedBook
	book   *bookTables // nil until something is read
	terms  []*term
}

func newReader(e *engine, b packedBook) *reader { return &reader{e: e, packed: b} }

func (r *reader) tables() *bookTables {
	if r.book == nil {
		r.book = new(bookTables)
		if compact.Unpack(r.packed.Rest, r.book) != nil {
			*r.book = bookTables{}
		}
		r.terms = make([]*term, len(r.book.Terms))
	}
	return r.book
}

func (r *reader) string(i int) string {
	if i <= 0 || i > len(r.packed.Strings) {
		return ""
	}
	return r.packed.Strings[i-1]
}

func (r *reader) term(i int) *term {
	switch {
	case i == 0:
		return nil
	case i < 0 || i > len(r.tables().Terms):
		return r.e.none
	}
	if t := r.terms[i-1]; t != nil {
		return t
	}
	r.terms[i-1] = r.e.none // until it is read: the parts of a term come before it
	entry := r.book.Terms[i-1]
	t := term{op: op(entry.Op), name: r.string(entry.Name), n: entry.N, args: r.list(entry.Args)}
	for _, k := range entry.Keys {
		t.keys = append(t.keys, r.string(k))
	}
	r.terms[i-1] = r.e.reread(t)
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
	if i <= 0 || i > len(r.tables().Layers) {
		return nil
	}
	l := r.book.Layers[i-1]
	out := &layer{
		fn: r.string(l.Fn), file: r.string(l.File), line: l.Line,
		kind: region.Kind(r.string(l.Kind)), class: region.Class(r.string(l.Class)),
		delay: l.Delay, errors: l.Errors, sees: l.Sees,
		limit: limit{
			kind: l.Bound, add: l.Add, step: l.Step, most: l.Most, value: r.term(l.Value), within: r.term(l.Within), handed: l.Handed,
			policy: r.term(l.Policy), name: r.string(l.Name),
		},
		onces: r.list(l.Onces), fresh: r.term(l.Fresh), spent: l.Spent, stale: l.Stale, tx: l.Tx,
	}
	for _, name := range l.Names {
		out.names = append(out.names, r.string(name))
	}
	if l.Paced && len(l.Init) == len(l.Steps) {
		out.waits = &schedule{init: r.list(l.Init), step: r.list(l.Steps), value: r.term(l.Wait), early: l.Early, last: l.Last}
	}
	return out
}

func (r *reader) path(p PathEntry) *path {
	q := &path{end: r.term(p.End), leaf: r.string(p.Leaf), act: r.act(p.Act), commits: p.Commits, told: p.Told, guards: r.list(p.Guards)}
	for _, i := range p.Layers {
		if l := r.layer(i); l != nil {
			q.layers = append(q.layers, l)
		}
	}
	for _, name := range p.Gives {
		q.gives = append(q.gives, r.string(name))
	}
	for _, s := range p.Scopes {
		within := r.term(s.Within)
		if within == nil || s.Depth < 0 || s.Depth > len(q.layers) {
			continue
		}
		q.scopes = append(q.scopes, &scope{
			depth: s.Depth, within: within, fn: r.string(s.Fn), file: r.string(s.File), line: s.Line, owner: Owner(s.Owner),
		})
	}
	return q
}

func (r *reader) act(i int) *act {
	if i <= 0 || i > len(r.tables().Acts) {
		return nil
	}
	a := r.book.Acts[i-1]
	b := &act{
		kind: r.string(a.Kind), fn: r.string(a.Fn), site: r.string(a.Site), file: r.string(a.File), line: a.Line,
		verb: r.term(a.Verb), key: r.term(a.Key), body: r.term(a.Body), object: r.term(a.Object), needs: r.term(a.Needs), likely: a.Likely, own: a.Own,
	}
	if b.key == nil {
		b.key = r.e.none
	}
	if b.body == nil {
		b.body = r.e.none
	}
	return b
}

// function reads the summary of the function at index i.
func (r *reader) function(i int) *summary {
	if i < 0 || i >= len(r.tables().Funcs) {
		return nil
	}
	f := r.book.Funcs[i]
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
	fold: 3, rounds: 3, acc: 0, item: 0, choice: 1, cond: 3, arith: 2, length: 1, literal: 0, made: 0,
}
