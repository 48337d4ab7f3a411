package summary

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// The functions in this file follow what matters for side effects only: texts
// that say what is done, keys, and readers that can be read once. Of these
// values no more is kept than whether an instruction makes them anew each time
// that it runs, and which.

// carries reports whether values of type t can be, or hold, a key, a body or a
// text that says what is done, though they tell nothing about retrying.
func carries(t types.Type) bool {
	if isContext(t) || isError(t) {
		return false
	}
	if isReader(t) {
		return true
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && named.Obj().Pkg() != nil {
		if isHeader(t) {
			return true
		}
		if irrelevantPackages[named.Obj().Pkg().Path()] {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&types.IsString != 0
	case *types.Slice:
		return isByte(u.Elem()) || isText(u.Elem())
	case *types.Array:
		return isByte(u.Elem())
	case *types.Struct:
		return u.NumFields() > 0
	case *types.Pointer:
		switch e := u.Elem().Underlying().(type) {
		case *types.Struct:
			return carries(u.Elem())
		case *types.Basic:
			return e.Info()&types.IsString != 0
		}
	}
	return false
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

func isByte(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Uint8
}

func isHeader(t types.Type) bool {
	path, name := typeOf(t)
	return path == "net/http" && name == "Header"
}

func isRequestType(t types.Type) bool {
	path, name := typeOf(deref(t))
	return path == "net/http" && name == "Request"
}

// typeOf names a declared type.
func typeOf(t types.Type) (path, name string) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Pkg() == nil {
		return "", ""
	}
	return named.Obj().Pkg().Path(), named.Obj().Name()
}

// maxStatement is the longest SQL text that is kept.
const maxStatement = 600

// saysWhat reports whether a text alone says what a call does: an HTTP method
// or an SQL statement that writes.
func saysWhat(s string) bool {
	switch s {
	case "GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE":
		return true
	}
	return len(s) <= maxStatement && known.ReadStatement(s).Verb != ""
}

// sent returns what matters for side effects of a value that tells nothing
// about retrying, as it is just before at.
func (f *frame) sent(v ssa.Value, at ssa.Instruction) *term {
	if !carries(v.Type()) {
		return f.none
	}
	return tellsAny(f.engine, f.valueAt(v, at))
}

// tellsAny drops what tells nothing, and what is still to be computed: that is
// not followed.
func tellsAny(e *engine, t *term) *term {
	switch t.op {
	case zero, param, free, made:
		return t
	case literal, structure, with, list:
		if t.tells || t.roots&hasParams != 0 && t.op != list {
			return t
		}
	case field:
		if r := rootOf(t); r.op == param || r.op == free {
			return t
		}
	case choice, cond:
		for _, a := range t.alternatives() {
			if a == e.none || a.op != zero && tellsAny(e, a) == e.none {
				return e.none
			}
		}
		return t
	}
	return e.none
}

// stamp returns the term of what instr makes anew each time it runs.
func (f *frame) stamp(instr ssa.Instruction, what, label string) *term {
	n := 0
	for i, other := range instr.Block().Instrs {
		if other == instr {
			n = i
		}
	}
	site := fmt.Sprintf("%s#%d.%d", f.names.ssaName(f.self), instr.Block().Index, n)
	t := f.intern(term{op: made, name: label, keys: []string{site, what}})
	f.madeBy[t] = instr
	return t
}

// label says what makes a key and where: "uuid.NewString at order.go:41".
func (f *frame) label(name string, c ssa.CallInstruction) string {
	p := f.fset.Position(c.Pos())
	return fmt.Sprintf("%s at %s:%d", display(name), filepath.Base(p.Filename), p.Line)
}

// anew returns the result t of a call with the knowledge that the call makes
// it: a value that is another one in each run of the call.
func (f *frame) anew(c *ssa.Call, t *term) *term {
	obj := calledObject(c.Common())
	if obj != nil && isObject(c.Type()) || obj != nil && isTuple(c.Type()) {
		if op := known.Op(obj); op != nil && op.Effect == known.Reads && t.op == result && t.n == 0 {
			return f.stamp(c, "object", display(f.names.funcName(obj)))
		}
	}
	fn := c.Call.StaticCallee()
	if fn == nil {
		return t
	}
	if obj == nil {
		return f.restamp(c, t)
	}
	if m := known.MakingOf(obj); m != nil {
		switch m.What {
		case "key":
			if m.Arg < 0 {
				return f.stamp(c, "key", f.label(f.names.ssaName(fn), c))
			}
		case "reader", "command":
			return f.stamp(c, m.What, display(f.names.ssaName(fn)))
		case "appender":
			if appends(c, m) {
				return f.stamp(c, m.What, display(f.names.ssaName(fn)))
			}
		}
		return f.restamp(c, t)
	}
	if t.op == result && t.args[0].op == apply || t.op == opaque && carries(c.Type()) && f.computes(obj) {
		// A function that only computes, such as fmt.Sprintf: what it makes of a
		// new value is new.
		for _, a := range c.Call.Args {
			if k := f.newIn(a, c); k != nil {
				return k
			}
		}
	}
	return f.restamp(c, t)
}

// isTuple reports whether the first of several results is an object.
func isTuple(t types.Type) bool {
	tuple, ok := t.(*types.Tuple)
	return ok && tuple.Len() > 0 && isObject(tuple.At(0).Type())
}

// computes reports whether a function leads to no operation.
func (f *frame) computes(fn *types.Func) bool {
	s := f.summary(f.names.funcName(fn))
	return s == nil || len(s.paths) == 0
}

// newIn returns a key made anew that v holds, or nil.
func (f *frame) newIn(v ssa.Value, at ssa.Instruction) *term {
	if s, ok := v.(*ssa.Slice); ok { // the list of a variadic call
		if array, ok := s.X.(*ssa.Alloc); ok && array.Referrers() != nil {
			for _, r := range *array.Referrers() {
				if index, ok := r.(*ssa.IndexAddr); ok && index.Referrers() != nil {
					for _, use := range *index.Referrers() {
						if st, ok := use.(*ssa.Store); ok {
							if k := f.newIn(st.Val, at); k != nil {
								return k
							}
						}
					}
				}
			}
		}
	}
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if t := f.counter(v); t != nil {
		return t
	}
	if !carries(v.Type()) {
		if call, ok := v.(*ssa.Call); !ok || call.Call.IsInvoke() {
			return nil
		}
	}
	if t := f.valueAt(v, at); t.op == made && t.keys[1] == "key" {
		return t
	}
	return nil
}

// counter returns the term of a loop's counter: it is new in each round.
func (f *frame) counter(v ssa.Value) *term {
	phi, ok := v.(*ssa.Phi)
	if !ok || f.loopOf(phi.Block()) == nil {
		return nil
	}
	for _, e := range phi.Edges {
		if b, ok := e.(*ssa.BinOp); ok && b.X == phi {
			if _, isConst := b.Y.(*ssa.Const); isConst {
				name := phi.Comment
				if name == "" {
					name = "a counter"
				}
				return f.stamp(phi, "key", name+" counts the attempts")
			}
		}
	}
	return nil
}

// joined is the text that two texts make together.
func (f *frame) joined(x, y ssa.Value) *term {
	for _, v := range []ssa.Value{x, y} {
		if t := f.value(v); t.op == made {
			return t
		}
	}
	for _, v := range []ssa.Value{x, y} {
		if t := f.value(v); t.op == literal {
			return f.filled
		}
	}
	return f.none
}

// restamp replaces what a callee made anew by what the call makes anew.
func (f *frame) restamp(c *ssa.Call, t *term) *term {
	if !t.tells {
		return t
	}
	given := make(map[*term]bool)
	call := f.call(c)
	if isCall(call) {
		for _, a := range call.args {
			a.mentions(given, func(*term) {})
		}
	}
	return f.remake(t, given, func(m *term) *term { return f.stamp(c, m.keys[1], m.name) })
}

// remake replaces the values made anew in t, but for those that are given.
func (e *engine) remake(t *term, given map[*term]bool, replace func(*term) *term) *term {
	if !t.tells || given[t] || !e.step() {
		return t
	}
	if t.op == made {
		return replace(t)
	}
	args := e.each(t.args, func(a *term) *term { return e.remake(a, given, replace) })
	return e.rebuild(t, args)
}

// filledBy returns the term of a slice that a call fills with a new key, or
// nil.
func (f *frame) filledBy(v ssa.Value) *term {
	if v.Referrers() == nil {
		return nil
	}
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Slice:
			if t := f.filledBy(r); t != nil {
				return t
			}
		case *ssa.Call:
			fn := r.Call.StaticCallee()
			if fn == nil {
				continue
			}
			obj, _ := fn.Object().(*types.Func)
			if obj == nil {
				continue
			}
			if m := known.MakingOf(obj); m != nil && m.What == "key" && m.Arg >= 0 && m.Arg < len(r.Call.Args) && r.Call.Args[m.Arg] == v {
				return f.stamp(r, "key", f.label(f.names.ssaName(fn), r))
			}
		}
	}
	return nil
}

// madeResult returns what result i is, if each return makes it anew.
func (f *frame) madeResult(exits []*ssa.Return, i int) *term {
	if f.building[f.names.ssaName(f.self)] {
		return f.none // it would be computed for each round of the recursion
	}
	all := make([]*term, len(exits))
	for j, r := range exits {
		all[j] = f.valueAt(r.Results[i], r)
	}
	t := f.choice(all...)
	if !t.tells && t.op != zero || tellsAny(f.engine, t) != t {
		return f.none
	}
	return t
}

// makes returns what a known function makes of its arguments, or nil.
func (e *engine) makes(call *term) *term {
	if call.op != apply || call.args[0].op != fn {
		return nil
	}
	name := call.args[0].name
	m, ok := e.makings[name]
	if !ok {
		m = known.MakingNamed(symbol(name))
		e.makings[name] = m
	}
	if m == nil {
		return nil
	}
	path, _ := symbol(name)
	args := call.args[1:]
	if strings.HasPrefix(call.args[0].name, "(") && m.Arg >= 0 {
		args = args[min(1, len(args)):]
	}
	at := func(i int) *term {
		if 0 <= i && i < len(args) {
			return args[i]
		}
		return e.none
	}
	switch m.What {
	case "same":
		return at(max(m.Arg, 0))
	case "request":
		return e.request(m, path, at)
	}
	return nil
}

// request is the term of a request that is made by a known function.
func (e *engine) request(m *known.Making, path string, at func(int) *term) *term {
	fields := map[string]*term{methodField: at(m.Method), bodyField: e.null}
	for _, name := range []string{"GetBody", "ContentLength", "URL"} {
		fields[requestType+"."+name] = e.none
	}
	if m.Method < 0 {
		fields[methodField] = e.none
		if m.HTTPMethod != "" {
			fields[methodField] = e.words(m.HTTPMethod)
		}
	}
	if m.Body >= 0 {
		fields[bodyField] = at(m.Body)
	}
	r := e.structure(requestType, fields)
	if m.Via != "" {
		typ, _, _ := strings.Cut(m.Via, ".")
		r = e.structure(path+"."+typ, map[string]*term{path + "." + m.Via: r})
	}
	return r
}
