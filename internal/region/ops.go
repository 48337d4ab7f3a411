package region

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// operates reports whether a call does something that can fail outside the
// program's own memory. Formatting, parsing and tests of an error do not:
// a pure check is no operation.
func (f *finder) operates(c *ssa.CallCommon) bool {
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return false
	}
	if accessor(c) || isIterator(c) {
		return false
	}
	if c.IsInvoke() {
		return !pureMethod(c) && !known.Pure(c.Method) && (tellsFailure(c) || ofClient(c.Method))
	}
	if fn := calledFunc(c); fn != nil {
		if known.Op(fn) != nil {
			return fn.Pkg().Path() != "fmt" // what is printed is not what is done
		}
		if known.Pure(fn) {
			return false
		}
		if ofClient(fn) {
			return true
		}
	}
	if b := f.behaviorOf(c); b != nil {
		return b.Operates
	}
	if fn := f.target(c); fn != nil {
		return false // recursion: its own operations speak for it
	}
	if body := rangeBody(c); body != nil {
		b := f.behavior(body)
		return b != nil && b.Operates
	}
	return tellsFailure(c) && !aboutErrors(c)
}

// ofClient reports whether a call of fn reaches a service by a client that known
// data describes. Some of them put the error into what they return.
func ofClient(fn *types.Func) bool {
	k := known.Lookup(fn)
	return k != nil && k.Kind == known.Client
}

// aboutErrors reports whether a function is handed nothing but errors, and
// words to them: it tests or wraps them.
func aboutErrors(c *ssa.CallCommon) bool {
	if c.StaticCallee() == nil || c.Signature().Recv() != nil {
		return false
	}
	found := false
	for _, a := range c.Args {
		switch t := a.Type(); t.Underlying().(type) {
		case *types.Basic:
		default:
			if !isError(t) {
				return false
			}
			found = true
		}
	}
	return found
}

// rangeBody returns the body of the range over a function that a call is, or
// nil if it is none.
func rangeBody(c *ssa.CallCommon) *ssa.Function {
	if len(c.Args) != 1 {
		return nil
	}
	v := c.Args[0]
	if m, ok := v.(*ssa.MakeClosure); ok {
		v = m.Fn
	}
	body, ok := v.(*ssa.Function)
	if !ok {
		return nil
	}
	if _, ok := body.Syntax().(*ast.RangeStmt); !ok {
		return nil
	}
	return body
}

// isIterator reports whether a call asks a known helper whether to go on.
func isIterator(c *ssa.CallCommon) bool {
	fn := calledFunc(c)
	if fn == nil {
		return false
	}
	k := known.Lookup(fn)
	return k != nil && k.Kind == known.Iterator
}

// accessor reports whether a call only looks at a value: a method without
// arguments of something that was found inside an error, or of a struct that is
// passed by value.
func accessor(c *ssa.CallCommon) bool {
	if c.IsInvoke() {
		return len(c.Args) == 0 && fromError(c.Value)
	}
	fn := c.StaticCallee()
	if fn == nil || fn.Signature.Recv() == nil || len(c.Args) != 1 || len(fn.Blocks) > 0 {
		return false
	}
	_, byValue := fn.Signature.Recv().Type().Underlying().(*types.Struct)
	return byValue
}

// fromError reports whether a value was found in an error by its type.
func fromError(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	t, ok := v.(*ssa.TypeAssert)
	return ok && isError(t.X.Type())
}

// pureMethod reports whether an interface method only looks at memory, by the
// interface that declares it.
func pureMethod(c *ssa.CallCommon) bool {
	path, name := named(c.Value.Type())
	switch path {
	case "":
		return name == "" && isError(c.Value.Type())
	case "context", "fmt", "sort", "hash", "sync", "reflect", "encoding", "go/types", "math/rand":
		return true
	case "encoding/json":
		return true
	}
	return false
}

// tellsFailure reports whether the results of a call can say that it failed.
func tellsFailure(c *ssa.CallCommon) bool {
	for _, t := range resultTypes(c) {
		if isError(t) || isResponse(t) || isErrorLike(t) {
			return true
		}
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&types.IsBoolean != 0 {
			return true
		}
	}
	return false
}

// canFail reports whether the results of a call can say that it failed, or
// are known to differ when it does.
func (f *finder) canFail(call *ssa.Call) bool {
	if tellsFailure(call.Common()) {
		return true
	}
	b := f.behaviorOf(call.Common())
	return b != nil && quiet(call, b) || f.comparesStatus(call.Parent()) && len(f.modes(call)) > 0
}

// isErrorLike reports whether a type is a concrete error.
func isErrorLike(t types.Type) bool {
	if types.IsInterface(t) || isTypeParam(t) {
		return types.Implements(t, errorInterface) && !isTypeParam(t)
	}
	return types.Implements(t, errorInterface)
}

var errorInterface = types.Universe.Lookup("error").Type().Underlying().(*types.Interface)

// noReturn reports whether a call ends the program or the goroutine.
func (f *finder) noReturn(c *ssa.CallCommon) bool {
	if fn := calledFunc(c); fn != nil && known.Ends(fn) {
		return true
	}
	if c.IsInvoke() {
		return false
	}
	if fn := f.target(c); fn != nil && f.busy[fn] {
		return false
	}
	b := f.behaviorOf(c)
	return b != nil && b.NoReturn
}

// calls lists the plain calls of a function in the given blocks, in order.
func calls(fn *ssa.Function, within map[*ssa.BasicBlock]bool) []*ssa.Call {
	var out []*ssa.Call
	for _, b := range fn.Blocks {
		if within != nil && !within[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if c, ok := instr.(*ssa.Call); ok {
				out = append(out, c)
			}
		}
	}
	return out
}
