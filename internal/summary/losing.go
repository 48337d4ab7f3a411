package summary

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// A telling is what a function's caller learns when something in it fails.
type telling uint8

const (
	whole   telling = iota // the error itself, maybe wrapped
	changed                // that something failed, by an error that does not tell what
	nothing
)

// heard returns which failures at the bottom a layer repeats that repeats the
// errors s, if it is told no more.
func (t telling) heard(s errclass.Set) errclass.Set {
	switch {
	case t == whole:
		return s
	case t == changed && s == byName:
		return s
	case t == changed && s.Has(errclass.Other):
		return errclass.Any
	}
	return 0
}

// hearing returns the layers as they are once it is known what they are told.
func hearing(layers []*layer, t telling) []*layer {
	out := slices.Clone(layers)
	if t == whole {
		return out
	}
	for i, l := range out {
		m := *l
		m.sees &= t.heard(l.errors)
		out[i] = &m
	}
	return out
}

// telling is p, when another call opens the same path: what one of them drops
// is told all the same if it fails by the other.
func (p *path) telling(o *path) *path {
	q := *p
	q.told = min(p.told, o.told)
	q.layers = slices.Clone(p.layers)
	for i, l := range p.layers {
		if more := l.sees | o.layers[i].sees; more != l.sees {
			m := *l
			m.sees = more
			q.layers[i] = &m
		}
	}
	return &q
}

// tells says what the caller of the function learns of the failure of a call:
// nothing, if the function drops the error or goes on without it; that there
// was a failure, if it is certain to replace the error by fmt.Errorf with %v.
// An error that goes on in any other way is kept.
func (f *frame) tells(call ssa.CallInstruction) telling {
	switch {
	case discards(call), f.found.Unheard[call], mute(call):
		return nothing
	case f.logs(call):
		return nothing
	case f.loses(call):
		return changed
	}
	return whole
}

// logs reports whether a function that returns nothing only looks at the error of a
// call, or prints it. A closure may tell by what it shares with its maker.
func (f *frame) logs(call ssa.CallInstruction) bool {
	if f.self.Signature.Results().Len() > 0 || f.self.Parent() != nil || !returnsError(call) {
		return false
	}
	t := followed(call)
	return !t.kept && !t.lost
}

// mute reports whether a call has no way to tell of a failure: it returns
// nothing, and what it is handed cannot hold one. So do logs.
func mute(call ssa.CallInstruction) bool {
	c := call.Common()
	if c.Signature().Results().Len() > 0 {
		return false
	}
	fn := c.StaticCallee()
	if fn == nil {
		return false
	}
	for _, v := range fn.FreeVars {
		if holdsFailure(v.Type(), maxKept) {
			return false
		}
	}
	for _, p := range fn.Params {
		t := p.Type()
		if list, ok := t.(*types.Slice); ok {
			t = list.Elem()
		}
		if i, ok := t.Underlying().(*types.Interface); ok && i.Empty() || isContext(t) {
			continue // something to print
		}
		if holdsFailure(t, maxKept) {
			return false
		}
	}
	return true
}

// maxKept bounds the steps from a value to what it carries: behind them
// there may be anything.
const maxKept = 4

// holdsFailure reports whether a value can take a failure back to whoever hands it
// over: it holds an error, or something that can be called or sent to.
func holdsFailure(t types.Type, steps int) bool {
	if steps == 0 {
		return true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return false
	case *types.Pointer:
		return holdsFailure(t.Elem(), steps-1)
	case *types.Slice:
		return holdsFailure(t.Elem(), steps-1)
	case *types.Array:
		return holdsFailure(t.Elem(), steps-1)
	case *types.Map:
		return holdsFailure(t.Elem(), steps-1)
	case *types.Struct:
		for v := range t.Fields() {
			if holdsFailure(v.Type(), steps-1) {
				return true
			}
		}
		return false
	}
	return true // an interface, a function, a channel
}

// discards reports whether a call has an error that nothing reads.
func discards(call ssa.CallInstruction) bool {
	if !returnsError(call) {
		return false
	}
	v, ok := call.(ssa.Value)
	if !ok {
		return true // deferred
	}
	if isError(v.Type()) {
		return unread(v)
	}
	for _, r := range *v.Referrers() {
		if x, ok := r.(*ssa.Extract); !ok || isError(x.Type()) && !unread(x) {
			return false
		}
	}
	return true
}

func unread(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			return false
		}
	}
	return true
}

// loses reports whether the function is certain to replace the error of a
// call by one that does not tell what happened.
func (f *frame) loses(call ssa.CallInstruction) bool {
	t := followed(call)
	return t.lost && !t.kept
}

// followed returns where the errors of a call go.
func followed(call ssa.CallInstruction) *trail {
	t := &trail{seen: map[ssa.Value]bool{}}
	v, ok := call.(ssa.Value)
	if !ok || v.Referrers() == nil {
		return t
	}
	if _, ok := v.Type().(*types.Tuple); !ok {
		if isError(v.Type()) {
			t.follow(v)
		}
		return t
	}
	for _, r := range *v.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && isError(x.Type()) {
			t.follow(x)
		}
	}
	return t
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
	return fn != nil && fn.Pkg != nil && fn.Name() == "Errorf" && (fn.Pkg.Pkg.Path() == "fmt" || known.ErrorsPackage(fn.Pkg.Pkg.Path()))
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

func returnsError(c ssa.CallInstruction) bool {
	for v := range c.Common().Signature().Results().Variables() {
		if isError(v.Type()) {
			return true
		}
	}
	return false
}
