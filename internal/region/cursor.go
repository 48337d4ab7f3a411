package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// walks reports whether next is derived from the phi itself, by a field, an
// element or a shorter slice, or from the answer of the call.
func walks(phi *ssa.Phi, next ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) itemKind {
	if seen[next] {
		return noItem
	}
	seen[next] = true
	if e, ok := next.(*ssa.Extract); ok && e.Tuple == call || next == ssa.Value(call) {
		return cursor // what the call itself returned last time
	}
	if isText(phi.Type()) && next != ssa.Value(phi) && usesText(next, phi, 0) {
		return element // the next name, computed from the last one
	}
	switch v := next.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return walks(phi, v.X, call, seen)
		}
	case *ssa.FieldAddr:
		return base(phi, v.X, call, seen)
	case *ssa.Field:
		return base(phi, v.X, call, seen)
	case *ssa.IndexAddr:
		return base(phi, v.X, call, seen)
	case *ssa.Slice:
		if v.X == phi && (v.Low != nil || v.High != nil) {
			return element
		}
	case *ssa.Phi:
		if v == phi {
			return noItem
		}
		for _, e := range v.Edges {
			if k := walks(phi, e, call, seen); k != noItem {
				return k
			}
		}
	}
	return noItem
}

func isText(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// usesText reports whether a text is computed from the phi's.
func usesText(v ssa.Value, phi *ssa.Phi, depth int) bool {
	if v == ssa.Value(phi) {
		return true
	}
	if depth > 4 {
		return false // names are computed in a few steps
	}
	switch v := v.(type) {
	case *ssa.Call:
		for _, a := range v.Call.Args {
			if usesText(a, phi, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		return usesText(v.X, phi, depth+1) || usesText(v.Y, phi, depth+1)
	case *ssa.Slice:
		return usesText(v.X, phi, depth+1)
	case *ssa.Extract:
		return usesText(v.Tuple, phi, depth+1)
	case *ssa.ChangeType:
		return usesText(v.X, phi, depth)
	}
	return false
}

func base(phi *ssa.Phi, x ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) itemKind {
	switch v := x.(type) {
	case *ssa.Extract:
		if v.Tuple == call {
			return cursor
		}
	case *ssa.Call:
		if v == call {
			return cursor
		}
	case *ssa.FieldAddr:
		return base(phi, v.X, call, seen)
	case *ssa.UnOp:
		return base(phi, v.X, call, seen)
	}
	if x == phi {
		return element
	}
	return noItem
}

// advances reports whether what is stored at an address is what comes behind the
// value that is there: the rest of a list, the next link.
func advances(next ssa.Value, addr ssa.Value) bool {
	there := func(v ssa.Value) bool {
		load, ok := v.(*ssa.UnOp)
		return ok && load.Op == token.MUL && sameValue(load.X, addr)
	}
	switch next := next.(type) {
	case *ssa.Slice:
		return next.Low != nil && there(next.X)
	case *ssa.UnOp:
		link, ok := next.X.(*ssa.FieldAddr)
		return ok && there(link.X)
	}
	return false
}

// induction returns the step and the start of a counter: a phi at the loop's
// header to which every round adds the same constant. The step is 0 for others.
func induction(phi *ssa.Phi, loop *cycle) (step int64, init ssa.Value) {
	if phi.Block() != loop.header {
		return 0, nil
	}
	for i, e := range phi.Edges {
		if !loop.blocks[phi.Block().Preds[i]] {
			init = e
			continue
		}
		n := stepOf(phi, e, map[ssa.Value]bool{})
		if n == 0 || step != 0 && step != n {
			return 0, nil
		}
		step = n
	}
	return step, init
}

// stepOf returns the constant that v adds to the phi, 0 if it is something
// else or differs between the ways.
func stepOf(phi *ssa.Phi, v ssa.Value, seen map[ssa.Value]bool) int64 {
	if seen[v] {
		return 0
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.BinOp:
		c, ok := v.Y.(*ssa.Const)
		if !ok || v.X != phi || constAbs(c).Kind != Int {
			return 0
		}
		switch v.Op {
		case token.ADD:
			return constAbs(c).N
		case token.SUB:
			return -constAbs(c).N
		}
	case *ssa.Phi:
		var step int64
		for _, e := range v.Edges {
			n := stepOf(phi, e, seen)
			if n == 0 || step != 0 && step != n {
				return 0
			}
			step = n
		}
		return step
	}
	return 0
}
