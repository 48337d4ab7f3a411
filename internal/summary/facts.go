package summary

import (
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/compact"
	"github.com/retryvet/retryvet/internal/region"
)

// A FuncFact is what callers in other packages must know of a function. It
// holds the summaries of all functions that its own mentions, since the facts
// of packages that are not imported directly do not arrive everywhere. All of
// it is packed: most facts pass through a process that never looks at them.
type FuncFact struct {
	// Behavior is a packed [region.Behavior], empty for none.
	Behavior []byte
	// Summary is a packed book, the function's own summary first; empty if it
	// tells nothing.
	Summary []byte
}

// AFact marks FuncFact as a fact.
func (*FuncFact) AFact() {}

func (f *FuncFact) String() string { return "bytes:" + strconv.Itoa(len(f.Behavior)+len(f.Summary)) }

// A PackageFact is what importers must know of a package: a chunk about itself
// and those of the packages that it imports, directly or not. Chunks are
// handed on as they are, and each is read once in a process, whatever number
// of imports it comes by.
type PackageFact struct{ Chunks []Chunk }

// A Chunk is what one package contributes to its importers: what its fields
// and variables hold, and the paths that still wait for an implementation.
type Chunk struct {
	Path string // of the package
	Data []byte // a packed chunkData
}

// AFact marks PackageFact as a fact.
func (*PackageFact) AFact() {}

func (f *PackageFact) String() string { return "chunks:" + strconv.Itoa(len(f.Chunks)) }

// Larger facts would cost more than they tell; see [writer.size].
const (
	maxFuncFact    = 16 << 10
	maxPackageFact = 256 << 10
)

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

// importedBehavior returns what the fact of a function of another package
// tells package region. Where known data describes a function, that counts.
func (e *engine) importedBehavior(obj *types.Func) *region.Behavior {
	if obj.Pkg() == nil || obj.Pkg() == e.pkg {
		return nil
	}
	if b, ok := e.behaviors[obj]; ok {
		return b
	}
	e.declareObject(obj)
	var b *region.Behavior
	if fact := e.fact(obj); fact != nil && len(fact.Behavior) > 0 && !e.described(e.names.funcName(obj)) {
		b = new(region.Behavior)
		if compact.Unpack(fact.Behavior, b) != nil {
			b = nil
		}
	}
	e.behaviors[obj] = b
	return b
}

// load returns the summary of a function of another package, nil if nothing is
// known of it.
func (e *engine) load(obj *types.Func) *summary {
	fact := e.fact(obj)
	if fact == nil {
		return nil
	}
	name := e.names.funcName(obj)
	var packed packedBook
	if compact.Unpack(fact.Summary, &packed) != nil || len(packed.Names) == 0 {
		return &summary{name: name}
	}
	r := newReader(e, packed)
	e.announce(r)
	if s := r.function(0); s != nil && s.name == name {
		return s
	}
	return &summary{name: name}
}

// An entry is a summary that was not read yet.
type entry struct {
	r     *reader
	index int
}

// announce makes the functions of a book known, unless they are already.
func (e *engine) announce(r *reader) {
	for i, n := range r.packed.Names {
		name := r.string(n)
		if name == "" {
			continue
		}
		if _, ok := e.unread[name]; !ok {
			e.unread[name] = entry{r, i}
			e.noteMethod(name)
		}
	}
}

// factReader returns what the facts hold of functions of other packages.
func factReader(pass *analysis.Pass) func(*types.Func) *FuncFact {
	return func(obj *types.Func) *FuncFact {
		fact := new(FuncFact)
		if !pass.ImportObjectFact(obj, fact) {
			return nil
		}
		return fact
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
	fact := new(FuncFact)
	if s.behavior != nil {
		fact.Behavior = compact.Pack(*s.behavior)
	}
	if s.trivial() {
		return fact
	}
	for _, layered := range []bool{false, true} {
		w := newWriter(e)
		w.layered = layered
		w.function(s, !layered)
		w.rest()
		if w.size <= maxFuncFact {
			fact.Summary = compact.Pack(w.book.pack())
			return fact
		}
		e.cut++
	}
	return fact
}
