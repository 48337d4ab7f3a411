package summary

import (
	"cmp"
	"go/types"
	"maps"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/compact"
	"github.com/retryvet/retryvet/internal/known"
)

// A PackageFact is what importers must know of a package: a chunk about itself
// and chunks of packages that it imports, directly or not, since facts of
// those do not arrive everywhere. Chunks are handed on as they are, and what is
// in one is read in a process that asks for it, once, whatever number of
// imports it comes by.
type PackageFact struct {
	Chunks []Chunk
	// Still are the packages, of this one and those with types in its API, that
	// are known to be [Telling] or [Inert].
	Still []string
}

// A Chunk is what one package contributes to its importers.
type Chunk struct {
	Path string // of the package
	// Needs are the packages whose chunks explain this one.
	Needs []string
	// Head is a packed chunkHead, Body a packed and compressed chunkBody.
	Head, Body []byte
	// Declared are the lines that directives of the package make; see [declare].
	Declared string
}

func (c *Chunk) size() int { return len(c.Head) + len(c.Body) }

// AFact marks PackageFact as a fact.
func (*PackageFact) AFact() {}

func (f *PackageFact) String() string {
	return "chunks:" + strconv.Itoa(len(f.Chunks)) + " still:" + strconv.Itoa(len(f.Still))
}

// Larger facts would cost more than they tell.
const (
	// maxChunk bounds the book of one package, by [writer.size].
	maxChunk = 1 << 20
	// maxCarried bounds the chunks that only tell what places hold.
	maxCarried = 256 << 10
)

// imports is what the facts of the imported packages say together.
type imports struct {
	chunks []*chunk // by path
	opens  []*path
	// opening are the chunks of which opens is not read yet.
	opening []*chunk
	told    map[uint64]bool
	timed   map[string]bool // see chunkHead
}

// importPackages reads the facts of the packages that the files import.
func (e *engine) importPackages(pass *analysis.Pass) *imports {
	in := &imports{told: make(map[uint64]bool), timed: make(map[string]bool)}
	for _, pkg := range directImports(pass) {
		var fact PackageFact
		if !pass.ImportPackageFact(pkg, &fact) {
			continue
		}
		for _, path := range fact.Still {
			e.still[path] = true
		}
		for _, c := range fact.Chunks {
			if e.chunks[c.Path] == nil && c.Path != e.pkg.Path() {
				own := &chunk{Chunk: c}
				e.chunks[c.Path] = own
				in.chunks = append(in.chunks, own)
			}
		}
	}
	slices.SortFunc(in.chunks, func(a, b *chunk) int { return strings.Compare(a.Path, b.Path) })
	for _, c := range in.chunks {
		if c.Declared != "" {
			known.Declare(c.Path, c.Declared)
		}
		e.importChunk(c, in)
	}
	return in
}

// importChunk takes from a chunk what is not looked up by name.
func (e *engine) importChunk(c *chunk, in *imports) {
	var head chunkHead
	if compact.Unpack(c.Head, &head) != nil {
		return
	}
	for i, name := range head.Places {
		e.heap.places.announce(e, name, source{chunk: c, index: i})
	}
	for i, name := range head.Converted {
		e.heap.converted.announce(e, name, source{chunk: c, index: i, converted: true})
	}
	for _, k := range head.Told {
		in.told[k] = true
	}
	for _, name := range head.Timed {
		in.timed[name] = true
	}
	if head.Opens {
		in.opening = append(in.opening, c)
	}
}

// reopened lists the imported paths that this package may close: none if it
// puts nothing anywhere that leads on. They are read when this is asked first.
func (e *engine) reopened(in *imports) []*path {
	if in.opening == nil || !e.heap.places.own && !e.heap.converted.own {
		return in.opens
	}
	opening := in.opening
	in.opening = nil
	if !e.leadsFrom(e.heap.places) && !e.leadsFrom(e.heap.converted) {
		return nil
	}
	seen := make(map[string]bool)
	for _, c := range opening {
		for _, entry := range e.open(c).Opens {
			p := c.r.path(entry)
			k := p.key()
			if p.end != nil {
				k += " " + p.end.String()
			}
			if len(p.layers)+len(p.scopes) > 0 && !seen[k] {
				seen[k] = true
				in.opens = append(in.opens, p)
			}
		}
	}
	return in.opens
}

// leadsFrom reports whether this package puts something into a place that may
// close a path: what leads nowhere can name the operation at the bottom, of
// which those were told who composed the path.
func (e *engine) leadsFrom(t *table) bool {
	for _, name := range t.ownPlaces() {
		for _, b := range t.places[name].own {
			if e.leads(b.value, nil) {
				return true
			}
		}
	}
	return false
}

// packageFact makes the fact of the package, nil if there is nothing to tell.
// told are the chains that became known in it.
func (e *engine) packageFact(order []*summary, told []uint64, is Inertness, declared string) *PackageFact {
	var own *Chunk
	chunks := make(map[string]*Chunk, len(e.chunks))
	for path, c := range e.chunks {
		chunks[path] = &c.Chunk
	}
	api := apiPackages(e.pkg)
	if is != Inert {
		needs := slices.DeleteFunc(slices.Clone(api), func(p string) bool { return chunks[p] == nil })
		own = e.chunk(order, told, needs)
	}
	if own == nil && declared != "" {
		own = &Chunk{Path: e.pkg.Path()}
	}
	if own != nil {
		own.Declared = declared
	}
	fact, cut := handOn(own, api, chunks)
	if cut {
		e.cut++
	}
	fact.Still = stillAmong(e.pkg.Path(), is, api, e.still)
	return fact.orNil()
}

// InertFact makes the fact of an inert package from those of its imports.
func InertFact(pkg *types.Package, imported []*PackageFact) *PackageFact {
	chunks, still := make(map[string]*Chunk), make(map[string]bool)
	for _, f := range imported {
		for i := range f.Chunks {
			chunks[f.Chunks[i].Path] = &f.Chunks[i]
		}
		for _, path := range f.Still {
			still[path] = true
		}
	}
	api := apiPackages(pkg)
	fact, _ := handOn(nil, api, chunks)
	fact.Still = stillAmong(pkg.Path(), Inert, api, still)
	return fact
}

func (f *PackageFact) orNil() *PackageFact {
	if len(f.Chunks)+len(f.Still) == 0 {
		return nil
	}
	return f
}

// stillAmong lists the package itself, if it is still, and those in its API.
func stillAmong(path string, is Inertness, api []string, still map[string]bool) []string {
	var out []string
	if is != Active {
		out = append(out, path)
	}
	for _, p := range api {
		if still[p] {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// handOn makes a fact of the chunk of a package, nil for none, and of what
// others told it: the chunks that explain it or that its API leads to, and as
// many as find room of those that matter to whoever links.
func handOn(own *Chunk, api []string, chunks map[string]*Chunk) (fact *PackageFact, cut bool) {
	fact = new(PackageFact)
	needs := api
	if own != nil {
		fact.Chunks = append(fact.Chunks, *own)
		needs = own.Needs
	}
	for _, path := range slices.Sorted(maps.Keys(chunks)) {
		if chunks[path].Declared != "" {
			needs = append(slices.Clip(needs), path)
		}
	}
	carried := make(map[string]bool)
	for work := slices.Clone(needs); len(work) > 0; {
		c := chunks[work[0]]
		work = work[1:]
		if c == nil || carried[c.Path] {
			continue
		}
		carried[c.Path] = true
		fact.Chunks = append(fact.Chunks, *c)
		work = append(work, c.Needs...)
	}
	// Of the others the smallest go first: then the most find room.
	size := 0
	for _, c := range slices.SortedFunc(maps.Values(chunks), func(a, b *Chunk) int {
		return cmp.Or(cmp.Compare(a.size(), b.size()), strings.Compare(a.Path, b.Path))
	}) {
		if carried[c.Path] || len(c.Head) == 0 {
			continue
		}
		if size += c.size(); size > maxCarried {
			cut = true
			break
		}
		fact.Chunks = append(fact.Chunks, *c)
	}
	slices.SortFunc(fact.Chunks, func(a, b Chunk) int { return strings.Compare(a.Path, b.Path) })
	return fact, cut
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
