package region

import (
	"go/constant"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// sameCall reports whether two calls run the same operation: the same function
// and, for a function value or method, the same one.
func sameCall(a, b *ssa.CallCommon) bool {
	if a.IsInvoke() != b.IsInvoke() || len(a.Args) != len(b.Args) {
		return false
	}
	if a.IsInvoke() {
		return a.Method == b.Method && sameValue(a.Value, b.Value)
	}
	return sameValue(a.Value, b.Value)
}

// sameValue reports whether two values are the same one, read or made twice.
func sameValue(a, b ssa.Value) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == b.Op && a.Op != token.ARROW && sameValue(a.X, b.X)
	case *ssa.FieldAddr:
		b, ok := b.(*ssa.FieldAddr)
		return ok && a.Field == b.Field && sameValue(a.X, b.X)
	case *ssa.Lookup:
		b, ok := b.(*ssa.Lookup)
		return ok && sameValue(a.X, b.X) && sameValue(a.Index, b.Index)
	case *ssa.IndexAddr:
		b, ok := b.(*ssa.IndexAddr)
		return ok && sameValue(a.X, b.X) && sameValue(a.Index, b.Index)
	case *ssa.Call: // such as a client made for each attempt
		b, ok := b.(*ssa.Call)
		return ok && sameCall(a.Common(), b.Common()) && slices.EqualFunc(a.Call.Args, b.Call.Args, sameValue)
	case *ssa.MakeInterface:
		b, ok := b.(*ssa.MakeInterface)
		return ok && sameValue(a.X, b.X)
	case *ssa.ChangeInterface:
		b, ok := b.(*ssa.ChangeInterface)
		return ok && sameValue(a.X, b.X)
	case *ssa.ChangeType:
		b, ok := b.(*ssa.ChangeType)
		return ok && types.Identical(a.Type(), b.Type()) && sameValue(a.X, b.X)
	case *ssa.MakeClosure: // such as a method value
		b, ok := b.(*ssa.MakeClosure)
		return ok && sameClosure(a.Fn.(*ssa.Function), b.Fn.(*ssa.Function)) && slices.EqualFunc(a.Bindings, b.Bindings, sameValue)
	case *ssa.Slice: // such as the options of a variadic call
		b, ok := b.(*ssa.Slice)
		if !ok || a.Low != nil || a.High != nil || b.Low != nil || b.High != nil {
			return false
		}
		elems := sliceElems(a)
		return len(elems) > 0 && slices.EqualFunc(elems, sliceElems(b), sameValue)
	case *ssa.Const:
		b, ok := b.(*ssa.Const)
		return ok && types.Identical(a.Type(), b.Type()) && sameConstant(a.Value, b.Value)
	}
	return false
}

// sameConstant compares the values of constants, nil for nil and the like. How they
// are printed does not tell: long texts are cut short.
func sameConstant(a, b constant.Value) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.Kind() == b.Kind() && constant.Compare(a, token.EQL, b)
}

// sameClosure reports whether two functions are one, or wrap the same method:
// go/ssa makes a wrapper for each method value.
func sameClosure(a, b *ssa.Function) bool {
	return a == b || a.Object() != nil && a.Object() == b.Object() && a.Synthetic == b.Synthetic &&
		slices.EqualFunc(a.TypeArgs(), b.TypeArgs(), types.Identical)
}
