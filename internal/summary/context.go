package summary

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Of a context only the marks are kept: the values of package-wide keys that
// say yes or no, by which a layer tells those below that it retries. A context
// that is derived from another one has its marks.

// markPrefix begins the key under which the term of a context holds a mark.
const markPrefix = "mark "

// context translates a context.
func (f *frame) context(v ssa.Value) *term {
	switch v := v.(type) {
	case *ssa.Parameter:
		for i, p := range f.self.Params {
			if p == v {
				return f.param(i)
			}
		}
	case *ssa.Phi:
		return f.phi(v)
	case *ssa.UnOp:
		if isLoad(v) && isVariable(v.X) {
			return f.state(v.X, v)
		}
	case *ssa.Call:
		return f.derived(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return f.derived(call, v.Index)
		}
	case *ssa.ChangeInterface:
		if isContext(v.X.Type()) {
			return f.value(v.X)
		}
	}
	return f.none
}

// isVariable reports whether an address is that of a local variable, or of one
// that a closure captures.
func isVariable(addr ssa.Value) bool {
	switch addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		return true
	}
	return false
}

// derived translates the context that a call returns: one with a mark, what the
// summary of the callee says, or else the context that it is handed.
func (f *frame) derived(call *ssa.Call, result int) *term {
	c := call.Common()
	if isContextCall(c, "WithValue") && len(c.Args) == 3 {
		base := f.value(c.Args[0])
		key, mark := f.markKey(c.Args[1]), f.answer(c.Args[2])
		if key == "" || mark == nil {
			return base
		}
		return f.with(base, key, mark)
	}
	if fn := c.StaticCallee(); fn != nil {
		f.declare(fn)
		if s := f.summary(f.names.ssaName(fn)); s != nil && result < len(s.results) && s.results[result].op != opaque {
			return f.result(f.call(call), result)
		}
	}
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return f.value(a)
		}
	}
	return f.none
}

// isContextCall reports whether a call runs the function of package context
// with that name.
func isContextCall(c *ssa.CallCommon, name string) bool {
	fn := c.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "context" && fn.Name() == name
}

// asksMark returns the mark that a call of a context's Value asks for; ok is
// false for other calls.
func (f *frame) asksMark(c *ssa.CallCommon) (t *term, ok bool) {
	if !c.IsInvoke() || !isContext(c.Value.Type()) {
		return nil, false
	}
	if c.Method.Name() != "Value" || len(c.Args) != 1 {
		return f.none, true
	}
	key := f.markKey(c.Args[0])
	ctx := f.value(c.Value)
	if key == "" || ctx.op == opaque {
		return f.none, true
	}
	return f.field(ctx, key), true
}

// markKey identifies the key of a context value: by its type, or by the
// variable or constant that it is. It is "" when the key is computed.
func (f *frame) markKey(v ssa.Value) string {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	typ := f.names.typeName(v.Type())
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value == nil {
			return markPrefix + typ // the zero value of a struct
		}
		return markPrefix + typ + " " + v.Value.ExactString()
	case *ssa.Global:
		return markPrefix + "&" + globalName(v)
	case *ssa.UnOp:
		switch x := v.X.(type) {
		case *ssa.Global:
			return markPrefix + globalName(x)
		case *ssa.Alloc:
			if s, ok := deref(x.Type()).Underlying().(*types.Struct); ok && s.NumFields() == 0 {
				return markPrefix + typ
			}
		}
	}
	return ""
}

// answer returns the term of a value that says yes or no, nil for others.
func (f *frame) answer(v ssa.Value) *term {
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return nil
	}
	typ := f.names.typeName(m.X.Type())
	switch u := m.X.Type().Underlying().(type) {
	case *types.Struct:
		if u.NumFields() == 0 {
			return f.wrap(typ, f.null)
		}
	case *types.Basic:
		if c, ok := m.X.(*ssa.Const); ok && u.Info()&(types.IsBoolean|types.IsInteger) != 0 {
			return f.wrap(typ, f.constant(c))
		}
	}
	return nil
}

// markFound translates the boolean of an assertion on a context's value.
func (f *frame) markFound(v *ssa.TypeAssert) *term {
	if call, ok := v.X.(*ssa.Call); ok {
		if t, ok := f.asksMark(call.Common()); ok {
			return f.arith(token.NEQ.String(), t, f.null)
		}
	}
	return f.none
}

// marked returns a context if it has marks, or is one of the function's own
// that callers may have marked; what else a context is tells nothing.
func (f *frame) marked(v ssa.Value) *term {
	t := f.value(v)
	switch t.op {
	case param, free, with:
		return t
	}
	return f.none
}

// markedResult returns the context that a function returns, if it marks it.
func (f *frame) markedResult(exits []*ssa.Return, i int) *term {
	if len(exits) != 1 {
		return f.none
	}
	if t := f.value(exits[0].Results[i]); t.op == with {
		return t
	}
	return f.none
}
