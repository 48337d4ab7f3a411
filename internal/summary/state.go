package summary

import (
	"go/constant"

	"golang.org/x/tools/go/ssa"
)

// state returns the object with the address r as it is just before at, or as
// the function leaves it when at is nil.
func (f *frame) state(r ssa.Value, at ssa.Instruction) *term {
	if l := f.loop; l != nil && l.root == r {
		return f.acc()
	}
	if f.large[r] {
		return f.none
	}
	key := stateKey{r, at}
	if t, ok := f.states[key]; ok {
		return t
	}
	if f.busyStates[key] || !f.step() {
		return f.none
	}
	f.busyStates[key] = true
	t := f.origin(r)
	for _, m := range f.mods[r] {
		if f.precedes(m.instr, at) {
			t = f.change(r, t, m, at)
		}
	}
	delete(f.busyStates, key)
	if f.loop == nil {
		f.states[key] = t
	}
	return t
}

// change returns the state of the object r after m, where it was t before.
// Whether m ran is decided by what the branches to it test.
func (f *frame) change(r ssa.Value, t *term, m mod, at ssa.Instruction) *term {
	if l := f.loopAround(r, m.instr, at); l != nil {
		return f.changeInLoop(t, m, l)
	}
	changed := f.changed(t, m)
	if changed == t {
		return t
	}
	if _, ok := m.instr.(*ssa.MakeClosure); ok {
		return f.choice(t, changed) // nobody knows when the closure runs
	}
	conds, exact := f.conditions(r, m.instr.Block(), at)
	if !exact {
		return f.choice(t, changed)
	}
	return f.under(conds, changed, t)
}

// changeInLoop applies m once for each element that the loop ranges over.
func (f *frame) changeInLoop(t *term, m mod, l *loop) *term {
	outer := f.loop
	r, _ := root(m.address())
	l.root = r
	f.loop = l
	body := f.changed(f.acc(), m)
	f.loop = outer
	return f.repeated(t, body, l)
}

// address returns the address that m changes.
func (m mod) address() ssa.Value {
	switch instr := m.instr.(type) {
	case *ssa.Store:
		return instr.Addr
	case *ssa.MapUpdate:
		return instr.Map
	case *ssa.Send:
		return instr.Chan
	case ssa.CallInstruction:
		c := instr.Common()
		i := m.arg
		if m.sets != nil {
			return c.Args[0]
		}
		if c.IsInvoke() {
			i--
		}
		v := c.Args[i]
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		return v
	}
	return nil
}

// changed returns t with the change m made to it.
func (f *frame) changed(t *term, m mod) *term {
	switch {
	case m.sets != nil:
		return f.setPath(t, m.path, f.setKey(f.selectPath(t, m.path), m))
	case m.registers:
		mux := f.selectPath(t, m.path)
		_, handler := f.registered(m.instr.(ssa.CallInstruction))
		return f.setPath(t, m.path, f.with(mux, muxHandlers, f.concat(f.field(mux, muxHandlers), f.list(handler))))
	case m.call != nil:
		call := f.call(m.call)
		if !isCall(call) {
			return t
		}
		n := m.arg
		if call.op == invoke && !m.call.Common().IsInvoke() {
			n++ // a bound method has become a call on its receiver
		}
		return f.setPath(t, m.path, f.after(call, n))
	case m.key != nil:
		old := f.selectPath(t, m.path)
		return f.setPath(t, m.path, f.concat(old, f.list(f.stored(m.val, m.instr))))
	}
	if c, ok := m.instr.(*ssa.MakeClosure); ok {
		return f.setPath(t, m.path, f.storedInClosure(c, m.val))
	}
	return f.setPath(t, m.path, f.stored(m.val, m.instr))
}

// stored returns the value that instr stores. An address stands for the
// object as the function leaves it, since later changes are seen through it.
func (f *frame) stored(v ssa.Value, instr ssa.Instruction) *term {
	if s, ok := instr.(*ssa.Store); ok && isContext(v.Type()) {
		if isVariable(s.Addr) {
			return f.marked(v)
		}
		return f.none
	}
	if !relevant(v.Type()) {
		if t := f.valueAt(v, instr); carries(v.Type()) && (t == f.filled || t.op == structure || tellsAny(f.engine, t) == t) {
			return t
		}
		return f.none
	}
	if isObject(v.Type()) {
		return f.value(v)
	}
	return f.valueAt(v, instr)
}

// storedInClosure returns the value that the closure c stores to a variable
// that it captures.
func (f *frame) storedInClosure(c *ssa.MakeClosure, v ssa.Value) *term {
	fn := c.Fn.(*ssa.Function)
	inner, ok := f.frames[fn]
	if !ok || !relevant(v.Type()) {
		return f.none
	}
	t := inner.value(v)
	if t.roots == 0 {
		return t
	}
	params := make([]*term, len(fn.Params))
	for i := range params {
		params[i] = f.none
	}
	frees := make([]*term, len(c.Bindings))
	for i, b := range c.Bindings {
		frees[i] = f.value(b)
	}
	return f.subst(t, &env{params: params, frees: frees})
}

// setPath returns t with the part at path replaced by v.
func (f *frame) setPath(t *term, path []ssa.Value, v *term) *term {
	if len(path) == 0 {
		return v
	}
	switch p := path[0].(type) {
	case *ssa.FieldAddr:
		key := f.names.fieldName(p.X.Type(), p.Field)
		return f.with(t, key, f.setPath(f.field(t, key), path[1:], v))
	case *ssa.IndexAddr:
		if i, ok := smallIndex(p.Index); ok && (t.op == zero || t.op == list) {
			elems := append([]*term{}, t.args...)
			for len(elems) <= i {
				elems = append(elems, f.null)
			}
			elems[i] = f.setPath(elems[i], path[1:], v)
			return f.list(elems...)
		}
		return f.concat(t, f.list(f.setPath(f.null, path[1:], v)))
	}
	return f.none
}

// smallIndex returns a constant index of a literal worth keeping in order.
func smallIndex(v ssa.Value) (int, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	n, ok := constant.Int64Val(constant.ToInt(c.Value))
	return int(n), ok && 0 <= n && n < 64
}
