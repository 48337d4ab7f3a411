package summary

import "go/types"

// relevant reports whether values of type t can tell anything about retrying:
// functions and interfaces, which may repeat; numbers, which may bound; and
// what holds them. Texts, errors and contexts cannot.
func relevant(t types.Type) bool { return relevantIn(t, nil) }

func relevantIn(t types.Type, seen []*types.Named) bool {
	if isContext(t) || isError(t) {
		return false
	}
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		for _, s := range seen {
			if s == named {
				return false
			}
		}
		seen = append(seen, named)
		if named.Obj().Pkg() != nil && irrelevantPackages[named.Obj().Pkg().Path()] {
			return types.Identical(named.Underlying(), types.Typ[types.Int64]) // time.Duration
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return u.Info()&(types.IsInteger|types.IsBoolean|types.IsFloat) != 0 && u.Kind() != types.Uint8
	case *types.Pointer:
		return relevantIn(u.Elem(), seen)
	case *types.Slice:
		return relevantIn(u.Elem(), seen)
	case *types.Array:
		return relevantIn(u.Elem(), seen)
	case *types.Chan:
		return relevantIn(u.Elem(), seen)
	case *types.Map:
		return relevantIn(u.Elem(), seen)
	case *types.Signature, *types.Interface, *types.TypeParam:
		return true
	case *types.Struct:
		for i := range u.NumFields() {
			if relevantIn(u.Field(i).Type(), seen) {
				return true
			}
		}
	}
	return false
}

// irrelevantPackages hold types that are made of relevant parts but tell
// nothing themselves.
var irrelevantPackages = map[string]bool{
	"time": true, "sync": true, "sync/atomic": true, "bytes": true, "strings": true, "bufio": true,
	"reflect": true, "math/big": true, "regexp": true, "net/url": true, "log": true, "log/slog": true,
	"testing": true, "go/token": true, "go/types": true, "go/ast": true,
}

func isContext(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "context" && named.Obj().Name() == "Context"
}

func isError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
