package summary

import (
	"go/token"
	"go/types"
	"math"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A heap holds, for each field and package-level variable, all that is put
// into it anywhere: in this package and in those that it imports. It answers
// what a place may hold when the object at hand is not known.
type heap struct {
	places *table
	// converted holds the concrete values that are converted to an interface
	// type, by the method of it that may be called on them.
	converted *table

	closed map[*term]closing
	open   map[*term]int  // being closed, each with its depth
	inside map[string]int // places being looked up, likewise
	trace  token.Pos      // the first place in this package where a binding used was made
	// depth is the number of terms and places that are being closed or looked
	// up. low is the least depth of those that the closing at hand came back to.
	depth, low int
}

// A closing is what a term was found to be, whatever asked for it.
type closing struct {
	value *term
	trace token.Pos
	cut   bool // something was given up because of its size
}

func newHeap() *heap {
	return &heap{
		places:    newTable(),
		converted: newTable(),
		closed:    make(map[*term]closing),
		open:      make(map[*term]int),
		inside:    make(map[string]int),
		low:       math.MaxInt,
	}
}

// ground returns t without the parameters of the function that it is about.
// What it needs of them it finds on the heap.
func (e *engine) ground(t *term) *term {
	if t.roots == 0 {
		return t
	}
	return e.subst(t, &env{params: []*term{}, frees: []*term{}})
}

// record puts the effects of a function on the heap. Those that depend on
// its parameters stay in the summary, for its callers to complete.
func (e *engine) record(s *summary) {
	var rest []effect
	for _, eff := range s.effects {
		if eff.value.roots != 0 {
			rest = append(rest, eff)
		}
		for _, t := range e.ground(eff.value).alternatives() {
			if t.op == opaque && eff.value.roots != 0 && !s.closure && !exported(s.name) {
				continue // what the callers hand over, they record
			}
			e.heap.places.bind(eff.place, t, eff.pos)
		}
	}
	s.effects = rest
}

// maxEffects bounds what one function tells its callers to record.
const maxEffects = 32

// effects lists what the function puts into fields and package variables,
// directly and through the functions it calls. Those of a test are none: what it
// tries a piece of code with says nothing of what others run it with.
func (f *frame) effects() []effect {
	test := isTest(f.fset.Position(f.self.Pos()).Filename)
	var out []effect
	seen := make(map[effect]bool)
	add := func(place string, v *term, pos token.Pos) {
		key := effect{place: place, value: v}
		if place == "" || test || seen[key] {
			return
		}
		if len(out) >= maxEffects && v.roots != 0 {
			f.cut++
			return
		}
		seen[key] = true
		out = append(out, effect{place, v, pos})
	}
	for _, b := range f.self.DomPreorder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				if relevant(instr.Val.Type()) && f.hasPlace(instr.Addr) {
					place, v := f.place(instr.Addr, f.stored(instr.Val, instr))
					add(place, v, instr.Pos())
				}
			case *ssa.MapUpdate:
				if relevant(instr.Value.Type()) && f.hasPlace(instr.Map) {
					place, v := f.place(instr.Map, f.list(f.stored(instr.Value, instr)))
					add(place, v, instr.Pos())
				}
			case *ssa.Send:
				if relevant(instr.X.Type()) && f.hasPlace(instr.Chan) {
					place, v := f.place(instr.Chan, f.list(f.stored(instr.X, instr)))
					add(place, v, instr.Pos())
				}
			case *ssa.MakeInterface:
				f.recordConversion(instr)
			case ssa.CallInstruction:
				if mux, handler := f.registered(instr); mux != nil && f.hasPlace(mux) {
					place, v := f.place(mux, f.with(f.none, muxHandlers, f.list(handler)))
					add(place, v, instr.Pos())
				}
				if s, named := f.calledByName(instr); named && (s == nil || len(s.effects) == 0) {
					continue
				}
				t := f.call(instr)
				s, args := f.callee(t)
				if s == nil {
					continue
				}
				for _, eff := range s.effects {
					add(eff.place, f.subst(eff.value, args), instr.Pos())
				}
			}
		}
	}
	return out
}

// place returns the field or package variable that an address belongs to, and
// what it then holds when v is stored at the address. Fields of types of the
// standard library are no places of their own: every http.Client of a program
// would be one.
func (f *frame) place(addr ssa.Value, v *term) (string, *term) {
	for {
		switch a := addr.(type) {
		case *ssa.FieldAddr:
			name := f.names.fieldName(a.X.Type(), a.Field)
			if !isStandard(name) {
				return name, v
			}
			v = f.with(f.none, name, v)
			addr = a.X
			continue
		case *ssa.IndexAddr:
			v = f.list(v)
			addr = a.X
			continue
		case *ssa.Slice:
			addr = a.X
			continue
		case *ssa.UnOp:
			if isLoad(a) {
				addr = a.X
				continue
			}
		case *ssa.Global:
			if a.Object() == nil {
				return "", nil // the guard of the package's initialization
			}
			return globalName(a), v
		}
		return "", nil
	}
}

// hasPlace reports whether what is stored at an address ends in a place that
// is worth to remember.
func (f *frame) hasPlace(addr ssa.Value) bool {
	r, path := root(addr)
	if f.large[r] {
		return false
	}
	if _, ok := r.(*ssa.Global); ok {
		return true
	}
	for _, p := range path {
		if _, ok := p.(*ssa.FieldAddr); ok {
			return true
		}
	}
	return false
}

// recordConversion notes that a concrete value is put behind an interface.
func (f *frame) recordConversion(v *ssa.MakeInterface) {
	to, ok := v.Type().Underlying().(*types.Interface)
	if !ok || to.NumMethods() == 0 || isError(v.Type()) {
		return
	}
	var t *term
	for m := range to.Methods() {
		if m.Pkg() == nil || isStandard(m.Pkg().Path()) {
			continue
		}
		if t == nil {
			t = f.ground(f.value(v))
		}
		pos := v.Pos()
		if !pos.IsValid() { // an argument: it is where the call is
			pos = userPos(v)
		}
		if !pos.IsValid() {
			pos = f.self.Pos()
		}
		f.heap.converted.bind(f.names.funcName(m), t, pos)
	}
}

// userPos is where a value is first used.
func userPos(v ssa.Value) token.Pos {
	var least token.Pos
	for _, r := range *v.Referrers() {
		if pos := r.Pos(); pos.IsValid() && (!least.IsValid() || pos < least) {
			least = pos
		}
	}
	return least
}

// earlier returns the first of two positions that is one.
func earlier(a, b token.Pos) token.Pos {
	if !a.IsValid() || b.IsValid() && b < a {
		return b
	}
	return a
}

// closedTerm is what a term turns out to be when the program is put together,
// unknown where that takes too long to tell.
func (e *engine) closedTerm(t *term) *term {
	defer e.budget(stepsOfClosing)()
	v := e.closeTerm(t)
	if e.steps <= e.until {
		return v
	}
	e.heap.closed[t] = closing{value: e.none, cut: true} // nor will it next time
	return e.none
}

// closeTerm replaces the places that t needs by what they may hold. A place
// that is looked up to find out what it holds itself is unknown there. So what
// a term is depends on what asks for it: it is kept unless it came back to
// something that is still being closed.
func (e *engine) closeTerm(t *term) *term {
	h := e.heap
	if c, ok := h.closed[t]; ok {
		h.trace = earlier(h.trace, c.trace)
		if c.cut {
			e.cut++
		}
		return c.value
	}
	if at, ok := h.open[t]; ok {
		h.low = min(h.low, at)
		return e.none
	}
	if !e.step() {
		return e.none
	}
	cut, outer, low := e.cut, h.trace, h.enter()
	h.open[t] = h.depth
	h.trace = token.NoPos
	v := e.closeTerm1(t)
	delete(h.open, t)
	if h.low >= h.depth && e.steps <= e.until {
		h.closed[t] = closing{v, h.trace, e.cut != cut}
	}
	h.leave(low)
	h.trace = earlier(outer, h.trace)
	return v
}

// enter begins to close or look up something. What it returns is for leave.
func (h *heap) enter() (low int) {
	low = h.low
	h.depth++
	h.low = math.MaxInt
	return low
}

func (h *heap) leave(low int) {
	if h.low < h.depth {
		low = min(low, h.low)
	}
	h.depth--
	h.low = low
}

func (e *engine) closeTerm1(t *term) *term {
	switch t.op {
	case param, free:
		return e.none
	case fold:
		args := []*term{e.closeTerm(t.args[0]), e.closeTerm(t.args[1]), t.args[2]}
		if r := e.rebuild(t, args); r != t {
			return e.closeTerm(r)
		}
		return t
	case rounds:
		if r := e.iterate(e.closeTerm(t.args[0]), t.args[1], t.args[2]); r.op != rounds {
			return r
		}
		return t
	case global:
		return e.lookup(t, t.name)
	}
	if len(t.args) == 0 {
		return t
	}
	r := e.rebuild(t, e.each(t.args, e.closeTerm))
	switch {
	case r.op == field && e.unresolved(r.args[0]):
		return e.lookup(r, r.name)
	case r != t:
		return e.closeTerm(r)
	}
	return r
}

// unresolved reports whether the object t is not known, so that the heap must
// tell what its fields hold. What a library made that known data describes is
// known by its making.
func (e *engine) unresolved(t *term) bool {
	for t.op == field {
		t = t.args[0]
	}
	switch t.op {
	case zero, structure, with, choice, cond:
		return false
	case result:
		maker := t.args[0]
		return maker.op != apply || maker.args[0].op != fn || !e.described(maker.args[0].name)
	}
	return true
}

// lookup returns what place may hold, or t if nothing is known of it.
func (e *engine) lookup(t *term, place string) *term {
	h := e.heap
	bs := h.places.bindings(place)
	if len(bs) == 0 {
		return t
	}
	if at, ok := h.inside[place]; ok {
		h.low = min(h.low, at)
		return e.none
	}
	low := h.enter()
	h.inside[place] = h.depth
	var all []*term
	for _, b := range bs {
		h.trace = earlier(h.trace, b.pos)
		all = append(all, e.closeTerm(b.value))
	}
	delete(h.inside, place)
	h.leave(low)
	if numbers(all) {
		all = append(all, e.null) // what does not set it leaves it at zero
	}
	return e.choice(all...)
}

// closeLimit closes the terms of a limit.
func (e *engine) closeLimit(l limit) limit {
	for _, t := range []**term{&l.value, &l.within, &l.policy} {
		if *t == nil {
			continue
		}
		name := termName(*t)
		cut := e.cut
		if c := e.closedTerm(*t); e.cut == cut {
			*t = c // else nothing more is known than before
		}
		if name != "" && t == &l.value {
			l.name = name
		}
	}
	return l
}

// numbers reports whether all of some terms are numbers.
func numbers(ts []*term) bool {
	return !slices.ContainsFunc(ts, func(t *term) bool {
		_, ok := t.number()
		return !ok
	})
}
