package summary

import (
	"cmp"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/compact"
)

// chunkData is the content of a chunk.
type chunkData struct {
	Book      packedBook
	Places    []PlaceEntry
	Converted []PlaceEntry
	Opens     []PathEntry
	// Told are the chains that are reported in this package.
	Told []uint64
	// Dropped counts what did not fit.
	Dropped int
}

// imports is what the facts of the imported packages say together.
type imports struct {
	chunks []Chunk
	opens  []*path
	told   map[uint64]bool
}

// importPackages reads the facts of the packages that the files import.
func (e *engine) importPackages(pass *analysis.Pass) *imports {
	in := &imports{told: make(map[uint64]bool)}
	byPath := make(map[string]bool)
	for _, pkg := range directImports(pass) {
		var fact PackageFact
		if !pass.ImportPackageFact(pkg, &fact) {
			continue
		}
		for _, c := range fact.Chunks {
			if !byPath[c.Path] {
				byPath[c.Path] = true
				in.chunks = append(in.chunks, c)
			}
		}
	}
	slices.SortFunc(in.chunks, func(a, b Chunk) int { return strings.Compare(a.Path, b.Path) })
	seen := make(map[string]bool)
	for _, c := range in.chunks {
		e.importChunk(c, in, seen)
	}
	return in
}

func (e *engine) importChunk(c Chunk, in *imports, seen map[string]bool) {
	var data chunkData
	if compact.Unpack(c.Data, &data) != nil {
		return
	}
	r := newReader(e, data.Book)
	e.announce(r)
	for _, p := range data.Places {
		e.heap.places.announce(r, p)
	}
	for _, p := range data.Converted {
		e.heap.converted.announce(r, p)
	}
	for _, entry := range data.Opens {
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
	for _, k := range data.Told {
		in.told[k] = true
	}
}

// packageFact makes the fact of the package, nil if there is nothing to tell.
// told are the chains that became known in it.
func (e *engine) packageFact(order []*summary, in *imports, told []uint64) *PackageFact {
	fact := new(PackageFact)
	size := 0
	if own := e.chunk(order, told); own != nil {
		fact.Chunks = append(fact.Chunks, *own)
		size = len(own.Data)
	}
	// The smallest first: then the most find room.
	for _, c := range slices.SortedStableFunc(slices.Values(in.chunks), func(a, b Chunk) int {
		return cmp.Or(cmp.Compare(len(a.Data), len(b.Data)), strings.Compare(a.Path, b.Path))
	}) {
		if size += len(c.Data); size > maxPackageFact {
			e.cut++
			break
		}
		fact.Chunks = append(fact.Chunks, c)
	}
	if len(fact.Chunks) == 0 {
		return nil
	}
	slices.SortFunc(fact.Chunks, func(a, b Chunk) int { return strings.Compare(a.Path, b.Path) })
	return fact
}

// chunk makes the chunk of this package, nil if there is nothing to tell.
func (e *engine) chunk(order []*summary, told []uint64) *Chunk {
	data := chunkData{Told: told}
	w := newWriter(e)
	for _, s := range order {
		for _, p := range s.paths {
			if !p.here || p.end == nil || len(p.layers) == 0 {
				continue
			}
			if w.size > maxPackageFact/2 {
				data.Dropped++
				continue
			}
			q := &path{layers: e.substLayers(p.layers, &env{params: []*term{}, frees: []*term{}}), leaf: p.leaf, told: p.told}
			q.end = e.ground(p.end)
			if p.act != nil {
				q.act = p.act.each(e.ground)
			}
			data.Opens = append(data.Opens, w.path(q))
		}
	}
	data.Places = e.writePlaces(w, e.heap.places, &data.Dropped)
	data.Converted = e.writePlaces(w, e.heap.converted, &data.Dropped)
	w.rest()
	if len(data.Opens)+len(data.Places)+len(data.Converted)+len(data.Told) == 0 {
		return nil
	}
	data.Book = w.book.pack()
	return &Chunk{e.pkg.Path(), compact.Pack(data)}
}

// writePlaces writes the values of this package for those places that can lead
// to a layer or bound one.
func (e *engine) writePlaces(w *writer, t *table, dropped *int) []PlaceEntry {
	var out []PlaceEntry
	for _, name := range t.ownPlaces() {
		var values []*term
		for _, b := range t.places[name].own {
			if e.leads(b.value, nil) {
				values = append(values, b.value)
			}
		}
		if len(values) == 0 {
			continue
		}
		if w.size > maxPackageFact*3/4 {
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
