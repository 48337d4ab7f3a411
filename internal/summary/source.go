package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// sourceName is the name by which the source calls a value.
func sourceName(v ssa.Value) string {
	switch v := v.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.Global:
		return v.Name()
	case *ssa.Alloc:
		return v.Comment
	case *ssa.Phi:
		return v.Comment
	case *ssa.FieldAddr:
		return structField(v.X.Type(), v.Field)
	case *ssa.Field:
		return structField(v.X.Type(), v.Field)
	case *ssa.UnOp:
		return sourceName(v.X)
	case *ssa.Convert:
		return sourceName(v.X)
	case *ssa.ChangeType:
		return sourceName(v.X)
	case *ssa.Extract:
		return sourceName(v.Tuple)
	case *ssa.BinOp:
		if name := sourceName(v.X); name != "" {
			return name
		}
		return sourceName(v.Y)
	case *ssa.Call:
		if fn := v.Call.StaticCallee(); fn != nil {
			return fn.Name()
		}
		if v.Call.IsInvoke() {
			return v.Call.Method.Name()
		}
		for _, a := range v.Call.Args {
			if name := sourceName(a); name != "" {
				return name // of min, max, len
			}
		}
	}
	return ""
}

func structField(t types.Type, i int) string {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = p.Elem()
	}
	if s, ok := t.Underlying().(*types.Struct); ok && i < s.NumFields() {
		return s.Field(i).Name()
	}
	return ""
}
