package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// canFail reports whether a call through an interface or a function value may
// lead to an operation that can fail. Interfaces of the standard library are
// streams, texts and the like, but for round trippers.
func canFail(call ssa.CallInstruction) bool {
	c := call.Common()
	if !c.IsInvoke() {
		return true
	}
	if pkg := c.Method.Pkg(); pkg == nil || isStandard(pkg.Path()) {
		return pkg != nil && pkg.Path() == "net/http" && c.Method.Name() == "RoundTrip"
	}
	if asksOfError(c.Signature()) {
		return false
	}
	results := c.Signature().Results()
	for v := range results.Variables() {
		switch t := v.Type().Underlying().(type) {
		case *types.Basic:
			if t.Kind() == types.Bool {
				return true
			}
		case *types.Interface:
			if isError(v.Type()) {
				return true // any other is a part of the program
			}
		case *types.Pointer:
			if named, ok := types.Unalias(t.Elem()).(*types.Named); ok && named.Obj().Name() == "Response" {
				return true
			}
		}
	}
	// A method without results may run what it is handed.
	for v := range c.Signature().Params().Variables() {
		if _, ok := v.Type().Underlying().(*types.Signature); ok {
			return true
		}
	}
	return false
}

// asksOfError reports whether a function answers a question about an error:
// that is no operation.
func asksOfError(sig *types.Signature) bool {
	if sig.Results().Len() != 1 {
		return false
	}
	if b, ok := sig.Results().At(0).Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
		return false
	}
	for v := range sig.Params().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}
