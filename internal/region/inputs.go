package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/order"
)

// sameInputs reports whether the second call is handed the same things as the
// first: the same values, values computed alike, or copies made from one.
func sameInputs(first, second *ssa.Call) bool {
	a, b := first.Common(), second.Common()
	if len(a.Args) != len(b.Args) {
		return false
	}
	if a.IsInvoke() && !handedAlike(first, second, a.Value, b.Value) {
		return false
	}
	for i := range a.Args {
		x, y := a.Args[i], b.Args[i]
		if receiverOf(a) == x && x != y && originals(x)[y] {
			return false // first what an object gave out, then the object
		}
		if !isContext(x.Type()) && !handedAlike(first, second, x, y) {
			return false
		}
	}
	return true
}

// handedAlike compares what two calls are handed at one place.
func handedAlike(first, second *ssa.Call, x, y ssa.Value) bool {
	if set := setBetween(first, second, y); set != nil {
		y = set
		if variable, ok := localVariable(x); ok {
			x = lastSet(variable, first)
		}
	}
	return x != nil && (sameInput(x, y, 0) || copies(x, y))
}

// setBetween returns what a variable, from which v is read, is set to on the
// way from the first call to the second, nil if it stays what it was.
func setBetween(first, second *ssa.Call, v ssa.Value) ssa.Value {
	variable, ok := localVariable(v)
	if !ok {
		return nil
	}
	var set ssa.Value
	for _, s := range storesTo(variable) {
		if s.Parent() == second.Parent() && order.Precedes(s, second) && order.Precedes(first, s) {
			set = s.Val
		}
	}
	return set
}

// sameInput compares two values as they are computed.
func sameInput(a, b ssa.Value, depth int) bool {
	if sameValue(a, b) {
		return true
	}
	if depth > 6 {
		return false // inputs are shallow
	}
	switch a := a.(type) {
	case *ssa.BinOp:
		b, ok := b.(*ssa.BinOp)
		return ok && a.Op == b.Op && sameInput(a.X, b.X, depth+1) && sameInput(a.Y, b.Y, depth+1)
	case *ssa.MakeInterface:
		b, ok := b.(*ssa.MakeInterface)
		return ok && sameInput(a.X, b.X, depth+1)
	case *ssa.Field:
		b, ok := b.(*ssa.Field)
		return ok && a.Field == b.Field && sameInput(a.X, b.X, depth+1)
	case *ssa.Convert:
		b, ok := b.(*ssa.Convert)
		return ok && types.Identical(a.Type(), b.Type()) && sameInput(a.X, b.X, depth+1)
	case *ssa.Extract:
		b, ok := b.(*ssa.Extract)
		return ok && a.Index == b.Index && sameInput(a.Tuple, b.Tuple, depth+1)
	case *ssa.Call: // a reader made anew over the same bytes
		b, ok := b.(*ssa.Call)
		if !ok || !sameCall(a.Common(), b.Common()) {
			return false
		}
		for i, x := range a.Call.Args {
			if !isContext(x.Type()) && !sameInput(x, b.Call.Args[i], depth+1) {
				return false
			}
		}
		return true
	case *ssa.UnOp:
		b, ok := b.(*ssa.UnOp)
		return ok && a.Op == token.MUL && b.Op == token.MUL && sameInput(a.X, b.X, depth+1)
	}
	return false
}

// copies reports whether one value is a copy of the other, or both are copies
// of a third: made by calls from something of their own type.
func copies(a, b ssa.Value) bool {
	if _, ptr := a.Type().Underlying().(*types.Pointer); !ptr {
		return false
	}
	of := originals(a)
	for v := range originals(b) {
		if of[v] {
			return true
		}
	}
	return false
}

// originals lists the values of v's type from which calls made v, with v.
func originals(v ssa.Value) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	want := v.Type()
	var visit func(v ssa.Value, depth int)
	visit = func(v ssa.Value, depth int) {
		if depth > 4 || out[v] {
			return
		}
		if _, constant := v.(*ssa.Const); !constant && types.Identical(v.Type(), want) {
			out[v] = true
		}
		switch v := v.(type) {
		case *ssa.Extract:
			visit(v.Tuple, depth)
		case *ssa.Call:
			for _, a := range v.Call.Args {
				visit(a, depth+1)
			}
		}
	}
	visit(v, 0)
	return out
}
