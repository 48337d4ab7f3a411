package summary

import (
	"go/token"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/region"
)

// A FuncFact is what callers in other packages must know of a function. It
// holds the summaries of all functions that its own mentions, since the facts
// of packages that are not imported directly do not arrive everywhere.
type FuncFact struct {
	Behavior *region.Behavior
	Book     Book // the function's own summary first, unless it tells nothing
}

// AFact marks FuncFact as a fact.
func (*FuncFact) AFact() {}

func (f *FuncFact) String() string { return "functions:" + strconv.Itoa(len(f.Book.Funcs)) }

// A PackageFact is what importers must know of a package: what its fields and
// variables hold, and the paths that still wait for an implementation. It
// holds what the package's own imports told it, too.
type PackageFact struct {
	Book      Book
	Places    []PlaceEntry
	Converted []PlaceEntry
	Opens     []PathEntry
	// Told are the chains that are reported in this package or below.
	Told []uint64
	// Dropped counts what did not fit.
	Dropped int
}

// AFact marks PackageFact as a fact.
func (*PackageFact) AFact() {}

func (f *PackageFact) String() string { return "places:" + strconv.Itoa(len(f.Places)) }

// Larger facts would cost more than they tell; see [Book.size].
const (
	maxFuncFact    = 16 << 10
	maxPackageFact = 256 << 10
)

// imports is what the facts of the imported packages say together.
type imports struct {
	opens []*path
	told  map[uint64]bool
}

// importPackages reads the facts of the packages that the files import.
func (e *engine) importPackages(pass *analysis.Pass) *imports {
	in := &imports{told: make(map[uint64]bool)}
	seen := make(map[string]bool)
	for _, pkg := range directImports(pass) {
		var fact PackageFact
		if !pass.ImportPackageFact(pkg, &fact) {
			continue
		}
		r := newReader(e, &fact.Book)
		e.readFuncs(r)
		for _, p := range fact.Places {
			for _, v := range r.list(p.Values) {
				e.bind(e.heap.places, r.string(p.Place), v, token.NoPos)
			}
		}
		for _, p := range fact.Converted {
			for _, v := range r.list(p.Values) {
				e.bind(e.heap.converted, r.string(p.Place), v, token.NoPos)
			}
		}
		for _, entry := range fact.Opens {
			p := r.path(entry)
			k := p.key()
			if p.end != nil {
				k += " " + p.end.String()
			}
			if len(p.layers) > 0 && !seen[k] {
				seen[k] = true
				in.opens = append(in.opens, p)
			}
		}
		for _, k := range fact.Told {
			in.told[k] = true
		}
	}
	return in
}

func (e *engine) readFuncs(r *reader) {
	for _, f := range r.book.Funcs {
		s := r.function(f)
		if _, ok := e.foreign[s.name]; !ok && s.name != "" {
			e.foreign[s.name] = s
		}
	}
}

// directImports lists the packages that the files import, by path. What else
// the types know of differs between drivers.
func directImports(pass *analysis.Pass) []*types.Package {
	named := make(map[string]bool)
	for _, f := range pass.Files {
		for _, spec := range f.Imports {
			if path, err := strconv.Unquote(spec.Path.Value); err == nil {
				named[path] = true
			}
		}
	}
	var out []*types.Package
	for _, p := range pass.Pkg.Imports() {
		if named[p.Path()] || named[unvendored(p.Path())] {
			out = append(out, p)
		}
	}
	slices.SortFunc(out, func(a, b *types.Package) int { return strings.Compare(a.Path(), b.Path()) })
	return out
}

// unvendored is the path by which files import a vendored package.
func unvendored(path string) string {
	if i := strings.LastIndex(path, "/vendor/"); i >= 0 {
		return path[i+len("/vendor/"):]
	}
	return path
}

// loader returns what the facts say of functions of other packages.
func (e *engine) loader(pass *analysis.Pass) func(*types.Func) *summary {
	return func(obj *types.Func) *summary {
		var fact FuncFact
		if isStandard(obj.Pkg().Path()) && pass.Pkg.Path() != obj.Pkg().Path() && !pass.ImportObjectFact(obj, &fact) {
			return nil
		}
		if fact.Behavior == nil && len(fact.Book.Funcs) == 0 && !pass.ImportObjectFact(obj, &fact) {
			return nil
		}
		name := e.names.funcName(obj)
		r := newReader(e, &fact.Book)
		s := &summary{name: name}
		for i, f := range fact.Book.Funcs {
			other := r.function(f)
			if i == 0 && other.name == name {
				s = other
			} else if _, ok := e.foreign[other.name]; !ok && other.name != "" {
				e.foreign[other.name] = other
			}
		}
		s.behavior = fact.Behavior
		return s
	}
}

// exportFacts hands on what importers must know.
func (e *engine) exportFacts(pass *analysis.Pass, order []*summary, in *imports, told []uint64) {
	for _, s := range order {
		obj := e.objects[s.name]
		if obj == nil || obj.Pkg() != pass.Pkg || !obj.Exported() || s.trivial() && s.behavior == nil {
			continue
		}
		pass.ExportObjectFact(obj, e.funcFact(s))
	}
	if fact := e.packageFact(order, in, told); fact != nil {
		pass.ExportPackageFact(fact)
	}
}

// funcFact makes the fact of one function, with less in it if it would be too
// large.
func (e *engine) funcFact(s *summary) *FuncFact {
	fact := &FuncFact{Behavior: s.behavior}
	if s.trivial() {
		return fact
	}
	for _, layered := range []bool{false, true} {
		w := newWriter(e)
		w.layered = layered
		w.function(s, !layered)
		w.rest()
		if w.book.size() <= maxFuncFact {
			fact.Book = w.book
			return fact
		}
		e.cut++
	}
	return fact
}

// packageFact makes the fact of the package, nil if there is nothing to tell.
func (e *engine) packageFact(order []*summary, in *imports, told []uint64) *PackageFact {
	fact := &PackageFact{Told: told}
	w := newWriter(e)
	var opens []*path
	for _, s := range order {
		for _, p := range s.paths {
			if p.here && p.end != nil && len(p.layers) > 0 {
				q := &path{layers: e.substLayers(p.layers, &env{params: []*term{}, frees: []*term{}}), leaf: p.leaf, lost: p.lost}
				q.end = e.ground(p.end)
				opens = append(opens, q)
			}
		}
	}
	opens = append(opens, in.opens...)
	for _, p := range opens {
		if w.book.size() > maxPackageFact/2 {
			fact.Dropped++
			continue
		}
		fact.Opens = append(fact.Opens, w.path(p))
	}
	fact.Places = e.writePlaces(w, e.heap.places, &fact.Dropped)
	fact.Converted = e.writePlaces(w, e.heap.converted, &fact.Dropped)
	w.rest()
	fact.Book = w.book
	if len(fact.Opens)+len(fact.Places)+len(fact.Converted)+len(fact.Told) == 0 {
		return nil
	}
	return fact
}

// writePlaces writes the values of those places that can lead to a layer or
// bound one.
func (e *engine) writePlaces(w *writer, table map[string][]binding, dropped *int) []PlaceEntry {
	names := make([]string, 0, len(table))
	for name := range table {
		names = append(names, name)
	}
	slices.Sort(names)
	var out []PlaceEntry
	for _, name := range names {
		var values []*term
		for _, b := range table[name] {
			if e.leads(b.value, nil) {
				values = append(values, b.value)
			}
		}
		if len(values) == 0 {
			continue
		}
		if w.book.size() > maxPackageFact*3/4 {
			*dropped++
			continue
		}
		slices.SortFunc(values, compareTerms)
		out = append(out, PlaceEntry{w.string(name), w.list(values)})
	}
	return out
}

// leads reports whether the value t can matter to an importer: it is or holds
// a function or implementation that has paths, or a number that bounds.
func (e *engine) leads(t *term, seen map[*term]bool) bool {
	if seen[t] {
		return false
	}
	if seen == nil {
		seen = make(map[*term]bool)
	}
	seen[t] = true
	switch t.op {
	case fn:
		if s := e.summary(t.name); s != nil && len(s.paths) > 0 {
			return true
		}
		obj, ok := e.objects[t.name]
		if ok && e.isKnown(obj) {
			return true
		}
	case iface:
		for _, m := range e.methodsOf(t.name) {
			if s := e.summary(m); s != nil && len(s.paths) > 0 {
				return true
			}
		}
	case field, global:
		return true
	case integer:
		return false
	}
	return slices.ContainsFunc(t.args, func(a *term) bool { return e.leads(a, seen) })
}

// methodsOf lists the methods of a type that are called through interfaces.
func (e *engine) methodsOf(typ string) []string {
	if e.methods == nil {
		e.methods = make(map[string][]string)
		add := func(name string) {
			if t, _, ok := splitMethod(name); ok && !slices.Contains(e.methods[t], name) {
				e.methods[t] = append(e.methods[t], name)
			}
		}
		for name := range e.viaInterface {
			add(name)
		}
		for name := range e.foreign {
			add(name)
		}
		for _, names := range e.methods {
			slices.Sort(names)
		}
	}
	own := e.methods[typ]
	if elem, ok := strings.CutPrefix(typ, "*"); ok {
		own = append(slices.Clip(own), e.methods[elem]...)
	}
	return own
}
