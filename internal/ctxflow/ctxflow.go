// Package ctxflow follows contexts through SSA form: where a context comes
// from and what it was derived by, which context the caller gave a function,
// and whether a function runs while its maker waits for it.
//
// It follows values, never names. What it cannot follow is unknown, and the
// callers of this package say nothing about what is unknown.
package ctxflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// IsContext reports whether t is context.Context.
func IsContext(t types.Type) bool { return isNamed(t, "context", "Context") }

// IsRequest reports whether t is *net/http.Request.
func IsRequest(t types.Type) bool {
	_, ptr := types.Unalias(t).(*types.Pointer)
	return ptr && isNamed(t, "net/http", "Request")
}

// isNamed reports whether t, or what it points to, is the named type.
func isNamed(t types.Type, path, name string) bool {
	n := namedOf(t)
	return n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	n, _ := t.(*types.Named)
	return n
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}

// Callee returns the declared function or interface method that a call runs,
// the origin of an instance, or nil.
func Callee(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return nil
	}
	return obj.Origin()
}

// is reports whether a call runs a function of the package at path with one
// of the names, such as "WithTimeout" or "(*WaitGroup).Wait" without receiver.
func is(c *ssa.CallCommon, path string, names ...string) bool {
	fn := Callee(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != path {
		return false
	}
	for _, n := range names {
		if fn.Name() == n {
			return true
		}
	}
	return false
}

// IsTimeout reports whether a call derives a context that ends by time.
func IsTimeout(c *ssa.CallCommon) bool {
	return is(c, "context", "WithTimeout", "WithTimeoutCause", "WithDeadline", "WithDeadlineCause")
}

// IsCancel reports whether a call derives a context that can be canceled.
func IsCancel(c *ssa.CallCommon) bool { return is(c, "context", "WithCancel", "WithCancelCause") }

// isRoot reports whether a call makes a context from nothing.
func isRoot(c *ssa.CallCommon) bool { return is(c, "context", "Background", "TODO") }

// Length returns the value that holds the length of time of a timeout, nil for
// a deadline that is computed in a way that is not understood. The deadlines
// time.Now().Add(d) are.
func Length(c *ssa.CallCommon) ssa.Value {
	if !IsTimeout(c) || len(c.Args) < 2 {
		return nil
	}
	if is(c, "context", "WithTimeout", "WithTimeoutCause") {
		return c.Args[1]
	}
	add, ok := c.Args[1].(*ssa.Call)
	if !ok || !is(add.Common(), "time", "Add") || len(add.Call.Args) != 2 {
		return nil
	}
	if now, ok := add.Call.Args[0].(*ssa.Call); ok && is(now.Common(), "time", "Now") {
		return add.Call.Args[1]
	}
	return nil
}

// argument returns the i-th argument of a call, the receiver not counted.
func argument(c *ssa.CallCommon, i int) ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

// receiver returns the receiver of a method call, or nil.
func receiver(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// IsSleep reports whether a call is time.Sleep.
func IsSleep(c *ssa.CallCommon) bool { return is(c, "time", "Sleep") && receiver(c) == nil }

// AsksTime reports whether a call asks a context for its deadline.
func AsksTime(c *ssa.CallCommon) bool {
	return c.IsInvoke() && c.Method.Name() == "Deadline" && IsContext(c.Value.Type())
}
