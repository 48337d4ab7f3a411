package summary

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// A summary is what one function does, over its parameters and captured
// variables.
type summary struct {
	name    string
	closure bool // has captured variables
	idle    bool // see [engine.idle]
	params  []string
	results []*term
	out     []*term // how it leaves what its parameters point to, nil for unchanged
	paths   []*path
	effects []effect
	// behavior is what package region knows of the function.
	behavior *region.Behavior
}

// trivial reports whether the summary tells nothing.
func (s *summary) trivial() bool {
	for _, r := range s.results {
		if r.op != opaque && r.op != zero {
			return false
		}
	}
	for _, o := range s.out {
		if o != nil {
			return false
		}
	}
	return len(s.paths) == 0 && len(s.effects) == 0
}

// An effect is a value that a function puts into a field or a package-level
// variable.
type effect struct {
	place string
	value *term
	pos   token.Pos // in the current package
}

// An engine computes the summaries of one package.
type engine struct {
	*pool
	pkg      *types.Package
	fset     *token.FileSet
	names    *namer
	own      map[string]*summary
	foreign  map[string]*summary
	objects  map[string]*types.Func
	promoted map[string]*types.Selection
	chunks   map[string]*chunk // that were imported, by package
	still    map[string]bool   // imported packages that are not active
	unread   map[string]entry  // the functions of those that were opened
	found    *region.Found
	// waiting holds the functions of this package that are not summarized yet
	// with those that call each other with them; order lists the others.
	waiting map[string][]*ssa.Function
	order   []*summary
	// building holds the functions of the recursion at hand, whose summaries
	// are not final.
	building   map[string]bool
	frames     map[*ssa.Function]*frame
	outcomes   map[outcome]*term
	expansions map[*term][]*path
	expanding  map[*term]bool
	closings   map[*path][]*path
	needed     map[*summary]map[int]bool // see needs
	heap       *heap
	initials   *initials
	// methods lists, by type, the methods that are called through interfaces,
	// as far as conversions in this package tell, and the imported ones.
	methods map[string][]string
	makings map[string]*known.Making // by function
	// madeBy holds the instructions of this package that make values anew.
	madeBy map[*term]ssa.Instruction
	known  map[string]bool // see described
	steps  int
	until  int // where the work on the function at hand ends
}

func newEngine(pkg *types.Package, fset *token.FileSet) *engine {
	e := &engine{
		pool:       newPool(),
		until:      maxSteps,
		pkg:        pkg,
		fset:       fset,
		names:      &namer{fset},
		own:        make(map[string]*summary),
		foreign:    make(map[string]*summary),
		objects:    make(map[string]*types.Func),
		promoted:   make(map[string]*types.Selection),
		unread:     make(map[string]entry),
		chunks:     make(map[string]*chunk),
		still:      make(map[string]bool),
		waiting:    make(map[string][]*ssa.Function),
		building:   make(map[string]bool),
		frames:     make(map[*ssa.Function]*frame),
		outcomes:   make(map[outcome]*term),
		expansions: make(map[*term][]*path),
		expanding:  make(map[*term]bool),
		methods:    make(map[string][]string),
		known:      make(map[string]bool),
		makings:    make(map[string]*known.Making),
		madeBy:     make(map[*term]ssa.Instruction),
		closings:   make(map[*path][]*path),
		needed:     make(map[*summary]map[int]bool),
	}
	e.heap = newHeap()
	return e
}

// forget drops what was computed from summaries that have changed since.
func (e *engine) forget() {
	clear(e.outcomes)
	clear(e.expansions)
}

// summary returns the summary of the named function, or nil.
func (e *engine) summary(name string) *summary {
	if e.described(name) {
		return nil // known data comes before what the body shows
	}
	if group, ok := e.waiting[name]; ok {
		e.ensure(group)
	}
	if s, ok := e.own[name]; ok {
		return s
	}
	if s, ok := e.foreign[name]; ok {
		return s
	}
	if sel, ok := e.promoted[name]; ok {
		s := e.promotion(name, sel)
		e.own[name] = s
		return s
	}
	if s := e.read(name); s != nil {
		e.foreign[name] = s
		return s
	}
	if typ, method, ok := splitMethod(name); ok && typ[0] == '*' {
		return e.summary(methodOf(typ[1:], method)) // a pointer has the methods of its element
	}
	return nil
}

// declare notes the object of a named function, so that its fact and what is
// known of it can be looked up by its name.
func (e *engine) declare(fn *ssa.Function) {
	if obj, ok := fn.Object().(*types.Func); ok {
		e.declareObject(obj)
	}
}

func (e *engine) declareObject(obj *types.Func) {
	obj = obj.Origin()
	e.objects[e.names.funcName(obj)] = obj
}

// declareMethods notes the methods of t that an interface may call: those of
// the interface type as, or all if it is nil.
func (e *engine) declareMethods(t, as types.Type) {
	var wanted *types.Interface
	if as != nil {
		wanted, _ = as.Underlying().(*types.Interface)
		if wanted == nil || wanted.NumMethods() == 0 {
			return
		}
	}
	name := e.names.typeName(t)
	set := types.NewMethodSet(t)
	for sel := range set.Methods() {
		m := sel.Obj().(*types.Func)
		if wanted != nil && !hasMethod(wanted, m) {
			continue
		}
		e.noteMethod(methodOf(name, m.Name()))
		if len(sel.Index()) == 1 {
			e.declareObject(m)
			continue
		}
		e.promoted[methodOf(name, m.Name())] = sel
	}
}

// noteMethod makes a method one of those that interfaces may call.
func (e *engine) noteMethod(name string) {
	t, _, ok := splitMethod(name)
	if !ok {
		return
	}
	own := e.methods[t]
	if i, found := slices.BinarySearch(own, name); !found {
		e.methods[t] = slices.Insert(slices.Clone(own), i, name) // others may hold the old list
	}
}

// methodsOf lists the methods of a type that are called through interfaces.
func (e *engine) methodsOf(typ string) []string {
	own := e.methods[typ]
	if elem, ok := strings.CutPrefix(typ, "*"); ok {
		own = append(slices.Clip(own), e.methods[elem]...)
	}
	return own
}

func hasMethod(i *types.Interface, m *types.Func) bool {
	for own := range i.Methods() {
		if own.Name() == m.Name() {
			return true
		}
	}
	return false
}

// promotion summarizes a method that a type has from a field embedded in it.
func (e *engine) promotion(name string, sel *types.Selection) *summary {
	recv := e.param(0)
	t := sel.Recv()
	path := sel.Index()
	for _, i := range path[:len(path)-1] {
		recv = e.field(recv, e.names.fieldName(t, i))
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		t = t.Underlying().(*types.Struct).Field(i).Type()
	}
	m := sel.Obj().(*types.Func)
	args := make([]*term, m.Signature().Params().Len())
	for i := range args {
		args[i] = e.param(i + 1)
	}
	e.declareObject(m)
	call := e.invoke(recv, e.names.funcName(m), args...)
	if !types.IsInterface(t) {
		call = e.apply(e.fn(e.names.funcName(m)), append([]*term{recv}, args...)...)
	}
	s := &summary{name: name}
	for i := range m.Signature().Results().Len() {
		s.results = append(s.results, e.result(call, i))
	}
	s.paths = e.expand(call)
	return s
}
