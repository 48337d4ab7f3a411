package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A loop that goes on only after an error which its package keeps to itself
// does not repeat what others hand to it: no function of theirs can return
// that error. So a helper is asked once more, with the failure of a stranger.

// stranger is the world in which the trial returns an error that was made
// outside the package.
var stranger = world{fails: true, stranger: true}

// A keepsake is an error that a package may keep to itself: the variable that
// holds it, or its type.
type keepsake struct {
	global *ssa.Global
	typ    *types.TypeName
}

// ofKeepsake is the world in which the trial returns just that error.
func ofKeepsake(k keepsake) world { return world{fails: true, kept: k} }

// keepsakeOf returns the error of this package with which code compares
// another one, zero when it is none that the package could keep to itself.
func (f *finder) keepsakeOf(v ssa.Value) keepsake {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		return f.keepsakeOf(v.X)
	case *ssa.UnOp:
		g, ok := v.X.(*ssa.Global)
		if ok && v.Op == token.MUL && f.ours(g.Object()) {
			return keepsake{global: g}
		}
	}
	return keepsake{}
}

// keepsakeType is like keepsakeOf for the type that an error is tested for.
func (f *finder) keepsakeType(t types.Type) keepsake {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || types.IsInterface(named) || !f.ours(named.Obj()) {
		return keepsake{}
	}
	return keepsake{typ: named.Obj()}
}

// ours reports whether an object is one of the package at hand that no other
// can name.
func (f *finder) ours(obj types.Object) bool {
	return obj != nil && obj.Pkg() != nil && !obj.Exported() && obj.Pkg() == f.pkg()
}

// pkg returns the package at hand.
func (f *finder) pkg() *types.Package {
	for _, fn := range f.all {
		if fn.Pkg != nil {
			return fn.Pkg.Pkg
		}
	}
	return nil
}

// meets decides in a world whether the failure is the error k.
func (w *walk) meets(k keepsake) Abs {
	switch {
	case k == keepsake{}:
	case w.world.kept == k:
		return boolean(true)
	case w.world.kept != keepsake{}:
		return boolean(false)
	case w.world.stranger && w.f.keeps(k):
		return boolean(false)
	}
	return top
}

// compareKept decides a comparison of the failure with an error of the package.
func (w *walk) compareKept(v *ssa.BinOp, x, y Abs) Abs {
	other := v.Y
	if y.Kind == Failure {
		x, other = y, v.X
	}
	if x.Kind != Failure || v.Op != token.EQL && v.Op != token.NEQ {
		return top
	}
	met := w.meets(w.f.keepsakeOf(other))
	if met == top {
		met = w.unnamed(other)
	}
	if classes := sentinelClasses(other); met == top && classes != 0 && w.world.classed {
		met = w.member(classes)
	}
	if met.Kind == Bool && v.Op == token.NEQ {
		return boolean(met.N == 0)
	}
	return met
}

// meetsTarget decides errors.Is and errors.As of the failure.
func (w *walk) meetsTarget(name string, target ssa.Value) Abs {
	if name == "Is" {
		return w.meets(w.f.keepsakeOf(target))
	}
	if m, ok := target.(*ssa.MakeInterface); ok {
		return w.meets(w.f.keepsakeType(deref(m.X.Type())))
	}
	return top
}

// keeps reports whether no function of the package that others can call
// returns k.
func (f *finder) keeps(k keepsake) bool {
	kept, ok := f.kept[k]
	if ok {
		return kept
	}
	f.kept[k] = true // while it is found out: a recursion adds nothing
	kept = true
	for fn := range f.yielding(k) {
		if f.reachable(fn) || f.resultNames(fn, k) {
			kept = false
		}
	}
	f.kept[k] = kept
	return kept
}

// reachable reports whether other packages can call a function: by its name,
// or because it goes as a value to where it is not followed.
func (f *finder) reachable(fn *ssa.Function) bool {
	if obj := fn.Object(); obj != nil && obj.Exported() {
		return true
	}
	_, followed := f.handed(fn)
	return !followed
}

// handed lists the calls that run a function as a parameter of another function
// of the package. It reports false when the function goes elsewhere as a value.
func (f *finder) handed(fn *ssa.Function) (calls []*ssa.Call, followed bool) {
	work := []ssa.Value{fn}
	for len(work) > 0 {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if v.Referrers() == nil {
			continue
		}
		for _, r := range *v.Referrers() {
			switch r := r.(type) {
			case *ssa.MakeClosure:
				work = append(work, r)
			case *ssa.ChangeType:
				work = append(work, r)
			case ssa.CallInstruction:
				to := f.target(r.Common())
				for i, a := range r.Common().Args {
					if a != v {
						continue
					}
					if to == nil || i >= len(to.Params) {
						return nil, false
					}
					calls = append(calls, f.callsOf(to, i)...)
				}
			case *ssa.DebugRef:
			default:
				return nil, false
			}
		}
	}
	return calls, true
}

// callsOf lists the calls of the parameter i of a function, in it and in its
// closures.
func (f *finder) callsOf(fn *ssa.Function, i int) []*ssa.Call {
	var out []*ssa.Call
	for _, g := range append([]*ssa.Function{fn}, fn.AnonFuncs...) {
		for _, call := range calls(g, nil) {
			if call.Call.IsInvoke() {
				continue
			}
			if o := f.paramOrigin(call.Call.Value); o != nil && o.fn == fn && o.param == i && o.field == "" {
				out = append(out, call)
			}
		}
	}
	return out
}

// resultNames reports whether the signature of a function gives the type away.
func (f *finder) resultNames(fn *ssa.Function, k keepsake) bool {
	if k.typ == nil || fn.Object() == nil || !fn.Object().Exported() {
		return false
	}
	for v := range fn.Signature.Results().Variables() {
		if f.keepsakeType(v.Type()) == k {
			return true
		}
	}
	return false
}

// yielding lists the functions of the package that may return k.
func (f *finder) yielding(k keepsake) map[*ssa.Function]bool {
	if fns, ok := f.yields[k]; ok {
		return fns
	}
	fns := map[*ssa.Function]bool{}
	f.yields[k] = fns
	var work []*ssa.Function
	add := func(fn *ssa.Function) {
		if !fns[fn] {
			fns[fn] = true
			work = append(work, fn)
		}
	}
	for _, fn := range f.all {
		if f.returnsMade(fn, k) {
			add(fn)
		}
	}
	for len(work) > 0 {
		fn := work[len(work)-1]
		work = work[:len(work)-1]
		handed, _ := f.handed(fn)
		for _, call := range append(handed, f.callers[fn]...) {
			caller := call.Parent()
			if !fns[caller] && f.passesUp(caller, call, k) {
				add(caller)
			}
		}
	}
	return fns
}

// returnsMade reports whether a function returns k as it is made or read in it,
// maybe wrapped.
func (f *finder) returnsMade(fn *ssa.Function, k keepsake) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if f.holds(r, k, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// holds reports whether a value is k, or an error that is made of it.
func (f *finder) holds(v ssa.Value, k keepsake, seen map[ssa.Value]bool) bool {
	if v == nil || seen[v] || len(seen) > maxSlice {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if f.holds(e, k, seen) {
				return true
			}
		}
	case *ssa.MakeInterface:
		if k.typ != nil && f.keepsakeType(v.X.Type()) == k {
			return true
		}
		return f.holds(v.X, k, seen)
	case *ssa.ChangeInterface:
		return f.holds(v.X, k, seen)
	case *ssa.UnOp:
		if k.global != nil && f.keepsakeOf(v) == k {
			return true
		}
		for _, s := range f.storesInto(v.Parent(), v.X) {
			if f.holds(s.Val, k, seen) {
				return true
			}
		}
	case *ssa.Slice: // the list of a variadic call, such as fmt.Errorf
		for _, e := range sliceElems(v) {
			if f.holds(e, k, seen) {
				return true
			}
		}
	case *ssa.Call:
		if f.target(v.Common()) != nil {
			return false // it is asked itself
		}
		for _, a := range v.Call.Args {
			if f.holds(a, k, seen) {
				return true
			}
		}
	}
	return false
}

// passesUp reports whether a function returns what a call in it returned, when
// that is k.
func (f *finder) passesUp(fn *ssa.Function, call *ssa.Call, k keepsake) bool {
	w := f.failAt(fn, nil, call, ofKeepsake(k))
	if w == nil || w.capped {
		return true
	}
	for _, results := range w.exits {
		if e := pairOf(fn.Signature, results).err; e.Kind == Failure || e.Kind == Top {
			return hasError(fn.Signature)
		}
	}
	return false
}

// yieldsAny reports whether a function may return an error that its package
// keeps to itself.
func (f *finder) yieldsAny(fn *ssa.Function) bool {
	for k := range f.kept {
		if f.yielding(k)[fn] {
			return true
		}
	}
	return false
}

// private reports whether the loop comes back to a call only after errors that
// the package keeps to itself.
func (f *finder) private(fn *ssa.Function, loop *cycle, call *ssa.Call) bool {
	if !hasError(call.Call.Signature()) {
		return false
	}
	for _, m := range f.modes(call) { // or after an answer
		if m == failing {
			continue
		}
		if w := f.failAt(fn, loop, call, m); w == nil || w.capped || w.again {
			return false
		}
	}
	w := f.failAt(fn, loop, call, stranger)
	return w != nil && !w.capped && !w.again
}

// forget drops, once the package is done, what it repeats for itself only.
func (f *finder) forgetPrivate() {
	for _, b := range f.found.Behaviors {
		b.Repeats = withoutPrivate(b.Repeats)
		b.Returned = withoutPrivate(b.Returned)
	}
}

func withoutPrivate(repeats []Repeat) []Repeat {
	var out []Repeat
	for _, r := range repeats {
		if !r.Private {
			out = append(out, r)
		}
	}
	return out
}
