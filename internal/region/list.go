package region

import (
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A listElem is one constant of a list or table that the code looks up.
type listElem struct {
	n  int64
	on bool // false for a key whose value is false
	at token.Pos
}

// listed reports whether a number is a key of a table, or an element of a
// list, that is written out in this package.
func (f *finder) listed(table ssa.Value, n int64) Abs {
	elems, ok := f.elements(table)
	if !ok {
		return top
	}
	i := slices.IndexFunc(elems, func(e listElem) bool { return e.n == n })
	return boolean(i >= 0 && elems[i].on)
}

// elements lists what a table or list holds, if it is only written out once
// and with constants only.
func (f *finder) elements(v ssa.Value) ([]listElem, bool) {
	switch v := v.(type) {
	case *ssa.ChangeType:
		return f.elements(v.X)
	case *ssa.UnOp:
		if g, ok := v.X.(*ssa.Global); ok {
			if val := f.onlyValue(g); val != nil {
				return f.elements(val)
			}
			return nil, false
		}
		if s := onlyStore(v.X); s != nil {
			return f.elements(s)
		}
		if a, ok := v.X.(*ssa.Alloc); ok { // an array
			return elementsOf(a)
		}
	case *ssa.Slice:
		if a, ok := v.X.(*ssa.Alloc); ok {
			return elementsOf(a)
		}
	case *ssa.MakeMap:
		return keysOf(v)
	}
	return nil, false
}

// onlyValue returns what a package variable of this package always holds.
func (f *finder) onlyValue(g *ssa.Global) ssa.Value {
	if f.globals == nil {
		f.globals = map[*ssa.Global][]ssa.Value{}
		for _, fn := range f.all {
			for _, b := range fn.Blocks {
				for _, instr := range b.Instrs {
					if s, ok := instr.(*ssa.Store); ok {
						if to, ok := s.Addr.(*ssa.Global); ok {
							f.globals[to] = append(f.globals[to], s.Val)
						}
					}
				}
			}
		}
	}
	if vals := f.globals[g]; len(vals) == 1 {
		return vals[0]
	}
	return nil
}

func elementsOf(a *ssa.Alloc) ([]listElem, bool) {
	var out []listElem
	for _, r := range *a.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok {
			continue
		}
		for _, s := range storesTo(ia) {
			c := constAbsOf(s.Val)
			if c.Kind != Int {
				return nil, false
			}
			out = append(out, listElem{c.N, true, s.Pos()})
		}
	}
	return out, len(out) > 0
}

func keysOf(m *ssa.MakeMap) ([]listElem, bool) {
	var out []listElem
	for _, r := range *m.Referrers() {
		u, ok := r.(*ssa.MapUpdate)
		if !ok {
			continue
		}
		key := constAbsOf(u.Key)
		if key.Kind != Int {
			return nil, false
		}
		out = append(out, listElem{key.N, !constAbsOf(u.Value).isFalse(), u.Pos()})
	}
	return out, len(out) > 0
}

// contains evaluates slices.Contains.
func (w *walk) contains(list ssa.Value, x Abs) Abs {
	switch {
	case w.tracer == nil:
		return top
	case x.Kind == Code && w.world.unlisted:
		return boolean(false)
	case x.numeric():
		return w.f.listed(list, x.N)
	}
	return top
}

// elemPos returns the place of the element that a call of slices.Contains
// found, in the list itself.
func (w *walk) elemPos(call *ssa.Call) token.Pos {
	elems, ok := w.f.elements(call.Call.Args[0])
	if !ok {
		return token.NoPos
	}
	for _, e := range elems {
		if e.n == w.world.code || e.n == w.world.status {
			return e.at
		}
	}
	return token.NoPos
}
