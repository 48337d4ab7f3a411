package summary

// An env gives the unbound leaves of a term their values. A nil slice or
// term leaves its leaves as they are.
type env struct {
	params, frees []*term
	acc, item     *term
	done          map[*term]*term
}

// subst replaces the leaves of t and brings the result to normal form.
func (e *engine) subst(t *term, v *env) *term {
	if t.roots == 0 || v.params == nil && v.frees == nil && t.roots&hasSteps == 0 {
		return t
	}
	if u, ok := v.done[t]; ok {
		return u
	}
	if !e.step() {
		return e.none
	}
	u := e.subst1(t, v)
	if v.done == nil {
		v.done = make(map[*term]*term)
	}
	v.done[t] = u
	return u
}

func (e *engine) subst1(t *term, v *env) *term {
	switch t.op {
	case param:
		return pick(v.params, t, e.none)
	case free:
		return pick(v.frees, t, e.none)
	case acc:
		if v.acc != nil {
			return v.acc
		}
		return t
	case item:
		if v.item != nil {
			return v.item
		}
		return t
	case fold:
		body := t.args[2]
		if v.params != nil || v.frees != nil {
			// acc and item belong to the inner fold there.
			body = e.subst(body, &env{params: v.params, frees: v.frees})
		}
		return e.fold(e.subst(t.args[0], v), e.subst(t.args[1], v), body)
	}
	if t.op == rounds {
		inner := &env{params: v.params, frees: v.frees}
		return e.iterate(e.subst(t.args[0], v), e.subst(t.args[1], inner), e.subst(t.args[2], inner))
	}
	args := e.each(t.args, func(a *term) *term { return e.subst(a, v) })
	return e.rebuild(t, args)
}

func pick(values []*term, t, none *term) *term {
	switch {
	case values == nil:
		return t
	case t.n < int64(len(values)):
		return values[t.n]
	}
	return none
}

// rebuild makes a term like t with other parts.
func (e *engine) rebuild(t *term, args []*term) *term {
	switch t.op {
	case field:
		return e.field(args[0], t.name)
	case with:
		return e.with(args[0], t.name, args[1])
	case structure:
		fields := make(map[string]*term, len(args))
		for i, k := range t.keys {
			fields[k] = args[i]
		}
		return e.structure(t.name, fields)
	case fn:
		return e.fn(t.name, args...)
	case bound:
		return e.bound(args[0], t.name)
	case iface:
		return e.wrap(t.name, args[0])
	case unwrap:
		return e.unwrap(t.name, args[0])
	case apply:
		return e.apply(args[0], args[1:]...)
	case invoke:
		return e.invoke(args[0], t.name, args[1:]...)
	case result:
		return e.result(args[0], int(t.n))
	case after:
		n := int(t.n)
		if t.args[0].op == apply && args[0].op == invoke {
			n++ // a bound method has become a call on its receiver
		}
		return e.after(args[0], n)
	case list:
		return e.list(args...)
	case concat:
		return e.concat(args...)
	case elem:
		return e.elem(args[0])
	case fold:
		return e.fold(args[0], args[1], args[2])
	case rounds:
		return e.iterate(args[0], args[1], args[2])
	case choice:
		return e.choice(args...)
	case cond:
		return e.cond(args[0], args[1], args[2])
	case arith:
		return e.arith(t.name, args[0], args[1])
	case length:
		return e.length(args[0])
	}
	return t
}
