package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// A layer that goes on only after an error by its name or type multiplies with those below
// if one of them is about that error, too: else nobody can tell that they give up
// with it.

// byName are the failures of a layer that only knows errors by their names.
var byName = errclass.Of(errclass.Other)

// seen returns which failures each layer of a path repeats, together with others.
// It is not certain when one of them goes on after an error by its name of which
// those below say nothing.
func seen(layers []*layer) (out []errclass.Set, certain bool) {
	out, certain = make([]errclass.Set, len(layers)), true
	for i, l := range layers {
		out[i] = l.sees
		if l.sees != byName || i == len(layers)-1 {
			continue
		}
		out[i] = 0
		if slices.ContainsFunc(layers[i+1:], l.sharesName) {
			out[i] = errclass.Any &^ hopeless
		} else {
			certain = false
		}
	}
	return out, certain
}

// given is the layer above functions that return some errors by their names.
func (l *layer) given(names []string) *layer {
	if l.sees != byName || !slices.ContainsFunc(l.names, func(name string) bool { return slices.Contains(names, name) }) {
		return l
	}
	m := *l
	m.sees = errclass.Any &^ hopeless
	return &m
}

func given(layers []*layer, names []string) []*layer {
	if len(names) == 0 {
		return layers
	}
	for i, l := range layers {
		layers[i] = l.given(names)
	}
	return layers
}

// maxGiven bounds the errors by name that are kept of one path.
const maxGiven = 16

func merged(a, b []string) []string {
	if len(b) == 0 {
		return a
	}
	out := slices.Concat(a, b)
	slices.Sort(out)
	out = slices.Compact(out)
	return out[:min(len(out), maxGiven)]
}

// gives lists the errors with names that the function returns, maybe wrapped.
func (c *composer) gives() []string {
	if c.made != nil {
		return *c.made
	}
	s := &nameScan{seen: map[*ssa.Function]bool{}}
	visited := map[ssa.Value]bool{}
	for _, b := range c.self.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if isError(r.Type()) {
				s.returned(r, visited)
			}
		}
	}
	names := s.sorted()
	c.made = &names
	return names
}

// maxReturned bounds the values that are followed back from a returned error.
const maxReturned = 200

// returned gathers the names of the errors that a value may hold.
func (s *nameScan) returned(v ssa.Value, visited map[ssa.Value]bool) {
	if visited[v] || len(visited) > maxReturned {
		return
	}
	visited[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			s.returned(e, visited)
		}
	case *ssa.ChangeInterface:
		s.returned(v.X, visited)
	case *ssa.MakeInterface:
		s.typed(v.X.Type())
		s.returned(v.X, visited)
	case *ssa.Extract:
		s.returned(v.Tuple, visited)
	case *ssa.Call: // what wraps an error is handed it
		for _, a := range v.Call.Args {
			s.returned(a, visited)
		}
	case *ssa.Slice:
		s.returned(v.X, visited)
	case *ssa.UnOp:
		s.compared(v)
		if _, local := v.X.(*ssa.Alloc); local {
			s.returned(v.X, visited)
		}
	case *ssa.Alloc: // a variable, a list of arguments, an error with fields
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.Store:
				s.returned(r.Val, visited)
			case *ssa.FieldAddr:
				s.stored(r, visited)
			case *ssa.IndexAddr:
				s.stored(r, visited)
			}
		}
	}
}

func (s *nameScan) stored(addr ssa.Value, visited map[ssa.Value]bool) {
	for _, r := range *addr.Referrers() {
		if store, ok := r.(*ssa.Store); ok && store.Addr == addr {
			s.returned(store.Val, visited)
		}
	}
}

// sharesName reports whether two layers ask for one and the same error.
func (l *layer) sharesName(o *layer) bool {
	return slices.ContainsFunc(l.names, func(name string) bool { return slices.Contains(o.names, name) })
}

// namesIn lists the errors that the condition of a region asks for by name.
func (f *frame) namesIn(r *region.Region) []string {
	if r.AllErrors {
		return nil
	}
	if names, ok := f.asked[r]; ok { // a layer is made for each path
		return names
	}
	s := &nameScan{seen: map[*ssa.Function]bool{}}
	for _, b := range f.self.Blocks {
		if len(r.Body) == 0 || r.Body[b] {
			s.block(b, maxNamed)
		}
	}
	f.asked[r] = s.sorted()
	return f.asked[r]
}

// namesHanded is namesIn for the functions that a call is handed.
func namesHanded(call ssa.CallInstruction) []string {
	s := &nameScan{seen: map[*ssa.Function]bool{}}
	for _, a := range call.Common().Args {
		s.handed(a)
	}
	return s.sorted()
}

// maxNamed bounds how many calls deep a condition is followed.
const maxNamed = 2

// A nameScan gathers names of errors.
type nameScan struct {
	names []string
	seen  map[*ssa.Function]bool
}

func (s *nameScan) sorted() []string {
	slices.Sort(s.names)
	return slices.Compact(s.names)
}

func (s *nameScan) block(b *ssa.BasicBlock, depth int) {
	for _, instr := range b.Instrs {
		switch instr := instr.(type) {
		case *ssa.BinOp:
			if instr.Op == token.EQL || instr.Op == token.NEQ {
				s.compared(instr.X)
				s.compared(instr.Y)
			}
		case *ssa.TypeAssert:
			if isError(instr.X.Type()) {
				s.typed(instr.AssertedType)
			}
		case *ssa.Call:
			c := instr.Common()
			switch errorsTest(c) {
			case "Is":
				s.compared(c.Args[1])
				continue
			case "As":
				if target, ok := c.Args[1].(*ssa.MakeInterface); ok {
					s.typed(target.X.Type().Underlying().(*types.Pointer).Elem())
				}
				continue
			}
			for _, a := range c.Args {
				if isError(a.Type()) {
					s.function(c.StaticCallee(), depth-1)
				}
				s.handed(a)
			}
		}
	}
}

func (s *nameScan) function(fn *ssa.Function, depth int) {
	if fn == nil || depth < 0 || s.seen[fn] {
		return
	}
	s.seen[fn] = true
	for _, b := range fn.Blocks {
		s.block(b, depth)
	}
}

// handed looks into a function that is handed over.
func (s *nameScan) handed(v ssa.Value) {
	switch v := v.(type) {
	case *ssa.MakeClosure:
		s.handed(v.Fn)
	case *ssa.ChangeType:
		s.handed(v.X)
	case *ssa.Function:
		s.function(v, maxNamed-1)
	}
}

func (s *nameScan) compared(v ssa.Value) {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL || !isError(load.Type()) {
		return
	}
	g, ok := load.X.(*ssa.Global)
	if !ok || g.Pkg == nil || known.SentinelClasses(g.Pkg.Pkg.Path(), g.Name()) != 0 {
		return
	}
	s.names = append(s.names, globalName(g))
}

// typed notes an error by its type, unless known data tells what such errors mean.
func (s *nameScan) typed(t types.Type) {
	if p, ok := t.(*types.Pointer); ok {
		t = p.Elem()
	}
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(n) || n.Obj().Pkg() == nil {
		return
	}
	path, name := n.Obj().Pkg().Path(), n.Obj().Name()
	if isStandard(path) || known.TypeClasses(path, name) != 0 {
		return
	}
	if types.Implements(n, errorType) || types.Implements(types.NewPointer(n), errorType) {
		s.names = append(s.names, "type "+path+"."+name)
	}
}

var errorType = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// errorsTest names the test that a call makes of an error, Is or As, or is empty.
func errorsTest(c *ssa.CallCommon) string {
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || len(c.Args) != 2 || !known.ErrorsPackage(fn.Pkg.Pkg.Path()) {
		return ""
	}
	return fn.Name()
}

// passed lists the errors by name that may come through a layer once it has given
// up: of those that it does not repeat itself, it would give up with one at once.
func (l *layer) passed(names []string) []string {
	if l.sees != byName {
		return names
	}
	var out []string
	for _, name := range names {
		if slices.Contains(l.names, name) {
			out = append(out, name)
		}
	}
	return out
}
