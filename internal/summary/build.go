package summary

import (
	"math"
	"slices"
)

// The functions in this file make terms in normal form: what can be computed
// from the parts is computed. An engine is needed because calls of known
// functions are computed as well.

func (e *engine) field(x *term, key string) *term {
	switch x.op {
	case zero:
		return e.null
	case structure:
		if i, ok := slices.BinarySearch(x.keys, key); ok {
			return x.args[i]
		}
		return e.null
	case with:
		if x.name == key {
			return x.args[1]
		}
		return e.field(x.args[0], key)
	case iface, unwrap:
		if x.op == iface {
			return e.field(x.args[0], key)
		}
	case choice:
		return e.choice(e.each(x.args, func(a *term) *term { return e.field(a, key) })...)
	case cond:
		return e.cond(x.args[0], e.field(x.args[1], key), e.field(x.args[2], key))
	}
	return e.intern(term{op: field, name: key, args: []*term{x}})
}

func (e *engine) with(x *term, key string, v *term) *term {
	switch x.op {
	case zero:
		return e.structure("", map[string]*term{key: v})
	case structure:
		fields := make(map[string]*term, len(x.keys)+1)
		for i, k := range x.keys {
			fields[k] = x.args[i]
		}
		fields[key] = v
		return e.structure(x.name, fields)
	case with:
		if x.name == key {
			return e.with(x.args[0], key, v)
		}
	}
	return e.intern(term{op: with, name: key, args: []*term{x, v}})
}

func (e *engine) elem(x *term) *term {
	switch x.op {
	case zero:
		return e.null
	case list:
		return e.choice(x.args...)
	case concat, choice:
		return e.choice(e.each(x.args, e.elem)...)
	case cond:
		return e.cond(x.args[0], e.elem(x.args[1]), e.elem(x.args[2]))
	}
	return e.intern(term{op: elem, args: []*term{x}})
}

// index is elem where the index is a constant.
func (e *engine) index(x *term, i int64) *term {
	if x.op == list && 0 <= i && i < int64(len(x.args)) {
		return x.args[i]
	}
	return e.elem(x)
}

func (e *engine) concat(xs ...*term) *term {
	var parts []*term
	for _, x := range xs {
		if x.op == concat {
			parts = append(parts, x.args...)
		} else if x.op != zero {
			parts = append(parts, x)
		}
	}
	parts = e.joinLists(e.widen(parts))
	switch len(parts) {
	case 0:
		return e.null
	case 1:
		return parts[0]
	}
	return e.intern(term{op: concat, args: parts})
}

// joinLists makes one list of those that follow each other.
func (e *engine) joinLists(parts []*term) []*term {
	var out []*term
	for i := 0; i < len(parts); {
		j := i + 1
		for ; parts[i].op == list && j < len(parts) && parts[j].op == list; j++ {
		}
		joined := parts[i]
		if j > i+1 {
			var all []*term
			for _, l := range parts[i:j] {
				all = append(all, l.args...)
			}
			joined = e.list(all...)
		}
		out = append(out, joined)
		i = j
	}
	return out
}

// maxAlike bounds how often a list holds the same value. What a function that
// calls itself appends would make a longer list each time the function is
// looked at again.
const maxAlike = 16

// widen drops what parts hold more often, and says so by a part that may be
// anything.
func (e *engine) widen(parts []*term) []*term {
	held := 0
	for _, p := range parts {
		held += max(1, len(p.args))
	}
	if held <= maxAlike {
		return parts
	}
	seen := make(map[*term]int)
	again := func(x *term) bool {
		seen[x]++
		return seen[x] > maxAlike && x.op != integer && x.op != literal
	}
	var out []*term
	dropped := false
	for _, p := range parts {
		elems := []*term{p}
		if p.op == list {
			elems = p.args
		}
		kept := slices.DeleteFunc(slices.Clone(elems), again)
		dropped = dropped || len(kept) < len(elems)
		switch {
		case len(kept) == len(elems):
			out = append(out, p)
		case len(kept) > 0:
			out = append(out, e.list(kept...))
		}
	}
	if dropped && seen[e.none] == 0 {
		out = append(out, e.none)
	}
	return out
}

func (e *engine) length(x *term) *term {
	switch x.op {
	case zero:
		return e.int(0)
	case list:
		return e.int(int64(len(x.args)))
	case choice:
		return e.choice(e.each(x.args, e.length)...)
	}
	return e.intern(term{op: length, args: []*term{x}})
}

func (e *engine) wrap(typ string, x *term) *term {
	return e.intern(term{op: iface, name: typ, args: []*term{x}})
}

// unwrap asserts that x holds the concrete type typ.
func (e *engine) unwrap(typ string, x *term) *term {
	switch x.op {
	case zero, opaque:
		return x
	case iface:
		if x.name == typ {
			return x.args[0]
		}
		return e.null
	case choice:
		var fit []*term
		for _, a := range x.args {
			if a.op != iface || a.name == typ {
				fit = append(fit, e.unwrap(typ, a))
			}
		}
		return e.choice(fit...)
	}
	return e.intern(term{op: unwrap, name: typ, args: []*term{x}})
}

func (e *engine) cond(c, a, b *term) *term {
	if a == b {
		return a
	}
	if n, ok := c.number(); ok {
		if n != 0 {
			return a
		}
		return b
	}
	if c.op == opaque || c.op == choice {
		return e.choice(a, b) // nothing will decide it
	}
	return e.intern(term{op: cond, args: []*term{c, a, b}})
}

func (e *engine) bound(recv *term, method string) *term {
	return e.intern(term{op: bound, name: method, args: []*term{recv}})
}

func (e *engine) apply(f *term, args ...*term) *term {
	if f.op == bound {
		return e.invoke(f.args[0], f.name, args...)
	}
	return e.intern(term{op: apply, args: append([]*term{f}, args...)})
}

func (e *engine) invoke(recv *term, method string, args ...*term) *term {
	switch {
	case e.declared(method):
		return e.apply(e.fn(method), append([]*term{recv}, args...)...)
	case recv.op == iface:
		return e.apply(e.fn(methodOf(recv.name, method)), append([]*term{recv.args[0]}, args...)...)
	case e.described(method): // a library gives its clients and builders as interfaces
		return e.apply(e.fn(method), append([]*term{recv}, args...)...)
	}
	return e.intern(term{op: invoke, name: method, args: append([]*term{recv}, args...)})
}

// fold applies body to each element of xs in turn, starting from init.
func (e *engine) fold(xs, init, body *term) *term {
	switch xs.op {
	case zero:
		return init
	case list:
		for _, x := range xs.args {
			init = e.subst(body, &env{acc: init, item: x})
		}
		return init
	case concat:
		for _, x := range xs.args {
			init = e.fold(x, init, body)
		}
		return init
	case choice:
		return e.choice(e.each(xs.args, func(x *term) *term { return e.fold(x, init, body) })...)
	}
	return e.intern(term{op: fold, args: []*term{xs, init, body}})
}

// maxArithSize bounds the operands of an operator: no limit is computed from
// more.
const maxArithSize = 40

// arith computes an operator of Go on two terms.
func (e *engine) arith(operator string, x, y *term) *term {
	a, xok := x.number()
	b, yok := y.number()
	switch {
	case xok && yok:
		if n, ok := compute(operator, a, b); ok {
			return e.int(n)
		}
		return e.none
	case yok && (operator == "==" || operator == "!=") && x.known():
		return e.truth(operator == "!=")
	case xok && (operator == "==" || operator == "!=") && y.known():
		return e.truth(operator == "!=")
	case x.op == literal && y.op == literal && x.tells && y.tells && (operator == "==" || operator == "!="):
		return e.truth((x == y) == (operator == "=="))
	case x.op == choice && yok:
		return e.choice(e.each(x.args, func(x *term) *term { return e.arith(operator, x, y) })...)
	case y.op == choice && xok:
		return e.choice(e.each(y.args, func(y *term) *term { return e.arith(operator, x, y) })...)
	case x.op == cond:
		return e.cond(x.args[0], e.arith(operator, x.args[1], y), e.arith(operator, x.args[2], y))
	case x.op == opaque || y.op == opaque || x.size+y.size > maxArithSize:
		return e.none
	}
	return e.intern(term{op: arith, name: operator, args: []*term{x, y}})
}

func compute(operator string, a, b int64) (int64, bool) {
	truth := func(v bool) (int64, bool) {
		if v {
			return 1, true
		}
		return 0, true
	}
	switch operator {
	case "+":
		return a + b, true
	case "-":
		return a - b, true
	case "*":
		if a != 0 && (b > math.MaxInt64/max(a, -a) || b < math.MinInt64/max(a, -a)) {
			return 0, false
		}
		return a * b, true
	case "/":
		if b == 0 {
			return 0, false
		}
		return a / b, true
	case "%":
		if b == 0 {
			return 0, false
		}
		return a % b, true
	case "<<":
		if b < 0 || b > 62 || a > math.MaxInt64>>b || a < 0 {
			return 0, false
		}
		return a << b, true
	case ">>":
		if b < 0 || b > 63 {
			return 0, false
		}
		return a >> b, true
	case "&":
		return a & b, true
	case "|":
		return a | b, true
	case "min":
		return min(a, b), true
	case "max":
		return max(a, b), true
	case "==":
		return truth(a == b)
	case "!=":
		return truth(a != b)
	case "<":
		return truth(a < b)
	case "<=":
		return truth(a <= b)
	case ">":
		return truth(a > b)
	case ">=":
		return truth(a >= b)
	}
	return 0, false
}

// each applies f to some terms. Most stay as they are, and then so does the list.
func (e *engine) each(ts []*term, f func(*term) *term) []*term {
	out := ts
	for i, t := range ts {
		u := f(t)
		if u == t {
			continue
		}
		if &out[0] == &ts[0] {
			out = slices.Clone(ts)
		}
		out[i] = u
	}
	return out
}
