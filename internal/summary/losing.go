package summary

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// loses reports whether the function is certain to replace the error of a
// call by one that does not tell what happened: fmt.Errorf with %v, or an
// error made anew. An error that goes on in any other way is kept.
func (f *frame) loses(call ssa.CallInstruction) bool {
	v, ok := call.(ssa.Value)
	if !ok || v.Referrers() == nil {
		return false
	}
	errs := []ssa.Value{v}
	if _, ok := v.Type().(*types.Tuple); ok {
		errs = nil
		for _, r := range *v.Referrers() {
			if x, ok := r.(*ssa.Extract); ok && isError(x.Type()) {
				errs = append(errs, x)
			}
		}
	}
	lost := false
	for _, err := range errs {
		if !isError(err.Type()) {
			continue
		}
		t := &trail{seen: map[ssa.Value]bool{}}
		t.follow(err)
		if t.kept {
			return false
		}
		lost = lost || t.lost
	}
	return lost
}

// A trail is where an error value goes.
type trail struct {
	seen       map[ssa.Value]bool
	kept, lost bool
}

func (t *trail) follow(v ssa.Value) {
	if t.seen[v] || v.Referrers() == nil {
		return
	}
	t.seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp, *ssa.DebugRef, *ssa.If:
		case *ssa.Phi:
			t.follow(r)
		case *ssa.ChangeInterface:
			t.follow(r)
		case *ssa.MakeInterface:
			t.follow(r)
		case *ssa.Store:
			t.stored(r)
		case *ssa.Call:
			if !isErrorTest(r) {
				t.kept = true
			}
		default:
			t.kept = true
		}
	}
}

// stored looks at a store: an argument of fmt.Errorf is put into an array.
func (t *trail) stored(s *ssa.Store) {
	index, ok := s.Addr.(*ssa.IndexAddr)
	if !ok {
		t.kept = true
		return
	}
	array, ok := index.X.(*ssa.Alloc)
	if !ok || array.Referrers() == nil {
		t.kept = true
		return
	}
	for _, r := range *array.Referrers() {
		slice, ok := r.(*ssa.Slice)
		if !ok || slice.Referrers() == nil {
			continue
		}
		for _, use := range *slice.Referrers() {
			call, ok := use.(*ssa.Call)
			switch {
			case !ok:
				t.kept = true
			case isErrorf(call) && !wraps(call):
				t.lost = true
			case isErrorf(call) || returnsError(call):
				t.kept = true
			}
		}
	}
}

func isErrorf(c *ssa.Call) bool {
	fn := c.Call.StaticCallee()
	return fn != nil && fn.Pkg != nil && fn.Pkg.Pkg.Path() == "fmt" && fn.Name() == "Errorf"
}

// wraps reports whether a call of fmt.Errorf may keep an error inside.
func wraps(c *ssa.Call) bool {
	if len(c.Call.Args) == 0 {
		return true
	}
	format, ok := c.Call.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return true
	}
	return strings.Contains(constant.StringVal(format.Value), "%w")
}

// isErrorTest reports whether a call only asks something of an error.
func isErrorTest(c *ssa.Call) bool { return !returnsError(c) && !isErrorf(c) }

func returnsError(c *ssa.Call) bool {
	for v := range c.Call.Signature().Results().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}
