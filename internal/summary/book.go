package summary

import (
	"maps"
	"slices"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/compact"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A Book is a set of summaries in the form in which facts carry them: tables
// that refer to each other by index, without maps, positions or pointers, so
// that equal content is equal bytes. Index 0 stands for none.
type Book struct {
	Strings []string
	Terms   []TermEntry
	Layers  []LayerEntry
	Acts    []ActEntry
	Funcs   []FuncEntry
}

// An ActEntry is what an operation changes outside the process.
type ActEntry struct {
	Kind, Fn, Site, File, Line     int
	Verb, Key, Body, Object, Needs int
	Likely, Own                    bool
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
	Handed        bool
	Policy, Name  int

	Names        []int
	Onces        []int
	Fresh        int
	Spent, Stale bool
	Tx           bool

	// Of the waits: Paced says that they are known, Wait is 0 for none.
	Paced, Early bool
	Last         lastWait
	Init, Steps  []int
	Wait         int
}

// A ScopeEntry is one timeout on a path.
type ScopeEntry struct {
	Depth, Within  int
	Fn, File, Line int
	Owner          uint8
}

// A PathEntry is one path.
type PathEntry struct {
	Layers    []int
	Scopes    []ScopeEntry
	End, Leaf int
	Act       int
	Commits   bool
	Told      telling
	Gives     []int
	Guards    []int
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
	acts    map[string]int
	funcs   map[string]bool // that are written or about to be
	called  map[string]bool // methods that interfaces may call
	pending []string
	size    int // an estimate of the encoded size
}

func newWriter(e *engine) *writer {
	return &writer{
		e: e, strings: make(map[string]int), terms: make(map[*term]int), acts: make(map[string]int),
		funcs: make(map[string]bool), called: make(map[string]bool),
	}
}

func (w *writer) string(s string) int {
	if s == "" {
		return 0
	}
	i, ok := w.strings[s]
	if !ok {
		w.book.Strings = append(w.book.Strings, s)
		w.size += len(s) + 2
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
			w.called[m] = true
			w.mention(m)
		}
	}
	w.book.Terms = append(w.book.Terms, entry)
	w.size += 6 + 2*len(entry.Args) + 2*len(entry.Keys)
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

// mention makes sure that the book, or that of its package, has the summary of
// a function that one of its terms may call.
func (w *writer) mention(name string) {
	if !w.funcs[name] {
		w.funcs[name] = true
		w.pending = append(w.pending, name)
	}
}

func (w *writer) layer(l *layer) int {
	entry := LayerEntry{
		Fn: w.string(l.fn), File: w.string(l.file), Line: l.line,
		Kind: w.string(string(l.kind)), Class: w.string(string(l.class)),
		Delay: l.delay, Errors: l.errors, Sees: l.sees,
		Bound: l.limit.kind, Add: l.limit.add, Step: l.limit.step, Most: l.limit.most,
		Value: w.term(l.limit.value), Within: w.term(l.limit.within), Handed: l.limit.handed,
		Policy: w.term(l.limit.policy), Name: w.string(l.limit.name),
		Names: w.words(l.names),
		Onces: w.list(l.onces), Fresh: w.term(l.fresh), Spent: l.spent, Stale: l.stale, Tx: l.tx,
	}
	if s := l.waits; s != nil {
		entry.Paced, entry.Early, entry.Last = true, s.early, s.last
		entry.Init, entry.Steps, entry.Wait = w.list(s.init), w.list(s.step), w.term(s.value)
	}
	w.book.Layers = append(w.book.Layers, entry)
	w.size += 40
	return len(w.book.Layers)
}

// words are the indexes of some strings.
func (w *writer) words(list []string) []int {
	var out []int
	for _, s := range list {
		out = append(out, w.string(s))
	}
	return out
}

func (w *writer) path(p *path) PathEntry {
	entry := PathEntry{End: w.term(p.end), Leaf: w.string(p.leaf), Act: w.act(p.act), Commits: p.commits, Told: p.told, Gives: w.words(p.gives), Guards: w.list(p.guards)}
	for _, l := range p.layers {
		entry.Layers = append(entry.Layers, w.layer(l))
	}
	for _, s := range p.scopes {
		if s.open {
			continue
		}
		entry.Scopes = append(entry.Scopes, ScopeEntry{
			Depth: s.depth, Within: w.term(s.within), Fn: w.string(s.fn), File: w.string(s.file), Line: s.line, Owner: uint8(s.owner),
		})
		w.size += 12
	}
	return entry
}

func (w *writer) act(a *act) int {
	if a == nil {
		return 0
	}
	if i, ok := w.acts[a.id()]; ok {
		return i
	}
	w.book.Acts = append(w.book.Acts, ActEntry{
		Kind: w.string(a.kind), Fn: w.string(a.fn), Site: w.string(a.site), File: w.string(a.file), Line: a.line,
		Verb: w.term(a.verb), Key: w.term(a.key), Body: w.term(a.body), Object: w.term(a.object), Needs: w.term(a.needs), Likely: a.likely, Own: a.own,
	})
	w.size += 20
	i := len(w.book.Acts)
	w.acts[a.id()] = i
	return i
}

// function writes a summary; the functions that it mentions follow by
// [writer.rest]. When the book is half full, paths without layers are left out,
// when it is full, whole functions.
func (w *writer) function(s *summary) bool {
	if w.size > maxChunk {
		w.e.cut++
		return false
	}
	all := w.size <= maxChunk/2
	w.funcs[s.name] = true
	entry := FuncEntry{Name: w.string(s.name), Closure: s.closure, Results: w.list(s.results)}
	for _, p := range s.params {
		entry.Params = append(entry.Params, w.string(p))
	}
	for _, o := range s.out {
		entry.Out = append(entry.Out, w.term(o))
	}
	for _, p := range s.paths {
		if all || len(p.layers) > 0 || p.act != nil {
			entry.Paths = append(entry.Paths, w.path(p))
			w.size += 8 + 2*len(p.layers)
		}
	}
	for _, eff := range s.effects {
		entry.Effects = append(entry.Effects, PlaceEntry{w.string(eff.place), []int{w.term(eff.value)}})
	}
	w.book.Funcs = append(w.book.Funcs, entry)
	w.size += 10 + 2*len(entry.Results) + 2*len(entry.Out) + 2*len(entry.Params) + 8*len(entry.Effects)
	return true
}

// rest writes the functions of this package that are mentioned and not written
// yet. Those of others are in the books of their packages.
func (w *writer) rest() {
	for len(w.pending) > 0 {
		name := w.pending[0]
		w.pending = w.pending[1:]
		if s := w.e.summary(name); s != nil && s == w.e.own[name] && !s.trivial() {
			w.function(s)
		}
	}
}

// calledMethods lists the methods of types that the book puts behind an
// interface.
func (w *writer) calledMethods() []string { return slices.Sorted(maps.Keys(w.called)) }

// foreignPackages lists the packages that have a chunk with functions that
// the book mentions.
func (w *writer) foreignPackages() []string {
	found := make(map[string]bool)
	for name := range w.funcs {
		if pkg, _ := symbol(name); w.e.chunks[pkg] != nil {
			found[pkg] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// A packedBook is a book in the form in which facts hold it: what tells which
// functions are in it is at hand, the rest is packed until one is asked for.
type packedBook struct {
	Strings []string
	Names   []int // of the functions
	Rest    []byte
}

type bookTables struct {
	Terms  []TermEntry
	Layers []LayerEntry
	Acts   []ActEntry
	Funcs  []FuncEntry
}

func (b *Book) pack() packedBook {
	packed := packedBook{Strings: b.Strings, Rest: compact.Pack(bookTables{b.Terms, b.Layers, b.Acts, b.Funcs})}
	for _, f := range b.Funcs {
		packed.Names = append(packed.Names, f.Name)
	}
	return packed
}
