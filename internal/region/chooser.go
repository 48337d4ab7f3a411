package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// Many helpers are handed a function that says which errors to repeat. What it says
// is known where the helper is called.

// chooserOf returns the parameter that a loop of a helper asks about each error and
// that alone decides whether it goes on, nil for none.
func (f *finder) chooserOf(o *origin, fn *ssa.Function, loop *cycle, trial *ssa.Call) *Chooser {
	for _, call := range calls(fn, loop.blocks) {
		if call == trial || call.Call.IsInvoke() || !asksErrors(call.Call.Signature()) {
			continue
		}
		p := f.paramOrigin(call.Call.Value)
		if p == nil || p.fn != o.fn || p.field != "" {
			continue
		}
		yes := f.failWith(fn, loop, trial, failing, map[ssa.Value]Abs{call: boolean(true)})
		no := f.failWith(fn, loop, trial, failing, map[ssa.Value]Abs{call: boolean(false)})
		if yes == nil || no == nil || yes.capped || no.capped || yes.again == no.again {
			continue
		}
		i := p.param
		if p.fn.Signature.Recv() != nil {
			i--
		}
		return &Chooser{Param: i, Ends: no.again}
	}
	return nil
}

// asksErrors reports whether a function says yes or no of an error.
func asksErrors(sig *types.Signature) bool {
	if sig.Results().Len() != 1 || zero(sig.Results().At(0).Type()).Kind != Bool {
		return false
	}
	for p := range sig.Params().Variables() {
		if isError(p.Type()) {
			return true
		}
	}
	return false
}

// chooserOn is what a helper asks, seen from the function fn that calls it: nil where
// it hands over something else than a parameter of its own.
func (f *finder) chooserOn(a *Chooser, c *ssa.CallCommon, fn *ssa.Function) *Chooser {
	if a == nil {
		return nil
	}
	arg := argument(c, a.Param)
	if arg == nil {
		return nil
	}
	p := f.paramOrigin(arg)
	if p == nil || p.fn != fn || p.field != "" {
		return nil
	}
	i := p.param
	if fn.Signature.Recv() != nil {
		i--
	}
	return &Chooser{Param: i, Ends: a.Ends}
}

// narrow leaves of what a helper repeats the errors that the function lets through
// which the call hands over, when it repeats op.
func (f *finder) narrow(r *Repeat, c *ssa.CallCommon, op ssa.Value) {
	if r.Chooser == nil {
		return
	}
	arg := argument(c, r.Chooser.Param)
	if arg == nil || f.resolve(arg, 0) == nil {
		return
	}
	_, classes := f.retriable(arg, f.operationsOf(op), !r.Chooser.Ends)
	r.Errors &= classes
}

// operationsOf returns the package whose functions a function value runs, nil if
// there are several or it is not known.
func (f *finder) operationsOf(v ssa.Value) *types.Package {
	body := f.resolve(v, 0)
	if body == nil {
		return nil
	}
	var by *types.Package
	for _, t := range f.trialsOf(body) {
		pkg := f.declaring(t.Common())
		if by != nil && pkg != by {
			return nil
		}
		by = pkg
	}
	return by
}

// retriable asks a predicate which classes of failure of the package by, nil for
// any, it answers in the given way.
func (f *finder) retriable(v ssa.Value, by *types.Package, answer bool) (all bool, classes errclass.Set) {
	fn := f.resolve(v, 0)
	if fn == nil || len(fn.Params) == 0 {
		if fun, ok := v.(*ssa.Function); ok && answer {
			if obj := declared(fun); obj != nil {
				if p := known.Predicate(obj); p != nil && p.Code == "" {
					return false, p.True
				}
			}
		}
		return false, errclass.Any
	}
	args := make([]Abs, len(fn.Params))
	all = true
	for _, c := range errclass.All() {
		args[len(args)-1] = Abs{Kind: Failure}
		in := ofClass(c, statusOf(c))
		in.by = by
		r := f.inlineIn(fn, args, in, 0)
		switch {
		case len(r) == 1 && r[0] == boolean(answer):
			classes |= errclass.Of(c)
		case len(r) != 1 || r[0] != boolean(!answer):
			all = false
			classes |= errclass.Of(c)
		default:
			all = false
		}
	}
	return all, classes
}
