package region

import (
	"cmp"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// repeats finds the parameters that a function runs again when they fail: in a
// loop of its own, in a closure that it makes, or by handing them to another
// helper.
func (f *finder) repeats(fn *ssa.Function) {
	for _, loop := range f.cycles(fn) {
		for _, call := range calls(fn, loop.blocks) {
			f.repeatsIn(fn, loop, call)
		}
	}
	for _, u := range f.uses(fn) {
		f.passesOn(fn, u)
	}
}

// repeatsIn handles a call in a loop that runs a parameter, or hands it to
// what runs it.
func (f *finder) repeatsIn(fn *ssa.Function, loop *cycle, call *ssa.Call) {
	c := call.Common()
	if !c.IsInvoke() {
		if o := f.paramOrigin(c.Value); o != nil && !o.ofReceiver() {
			if f.item(loop, call) != noItem {
				return // a visitor: called for each element
			}
			again, walks := f.againIn(fn, loop, call)
			if again == 0 || again == always || len(walks) == 0 {
				return
			}
			f.addRepeat(o, loop, again, walks, call, Retry)
			return
		}
	}
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok || !tellsFailure(c) {
			continue
		}
		if !f.operates(c) {
			continue
		}
		inside := f.inside(fn, a)
		if len(inside) == 0 {
			continue
		}
		if v := f.judge(fn, loop, call); v != nil && v.retries() {
			class := Retry
			if f.item(loop, call) != noItem {
				class = Failover
			}
			again := f.againAfter(fn, loop, call, a)
			for _, in := range inside {
				if bits, _ := in.again(f, again); bits != 0 && bits != always {
					f.addRepeat(in.origin, loop, bits, v.fails, call, class)
				}
			}
		}
	}
}

// An inner says that a function which is handed over runs a parameter: by a call in
// the closure body around it, or because it is the parameter itself.
type inner struct {
	*origin
	body *ssa.Function
	call *ssa.Call
}

// inside lists the parameters of fn, and of those around it, that a function value
// runs.
func (f *finder) inside(fn *ssa.Function, v ssa.Value) []inner {
	if o := f.paramOrigin(v); o != nil {
		return []inner{{origin: o}}
	}
	body := f.resolve(v, 0)
	if body == nil || body.Parent() == nil {
		return nil
	}
	var out []inner
	for _, call := range calls(body, nil) {
		for _, o := range f.runs(call) {
			if made, ok := v.(*ssa.Call); ok && o.fn == body.Parent() && o.field == "" && o.param < len(made.Call.Args) {
				o = f.paramOrigin(made.Call.Args[o.param]) // what a wrapper goes around
			}
			if o != nil && o.fn != body && around(o.fn, fn) {
				out = append(out, inner{o, body, call})
			}
		}
	}
	return out
}

// around reports whether fn is outer, or a closure within it.
func around(outer, fn *ssa.Function) bool {
	for ; fn != nil; fn = fn.Parent() {
		if fn == outer {
			return true
		}
	}
	return false
}

// again returns after which results of the parameter the function around it returns
// what is repeated, and whether some error of the parameter keeps it from doing so.
func (in inner) again(f *finder, again Again) (bits Again, stops bool) {
	if in.call == nil {
		return again, false
	}
	return f.handedOn(in.body, in.call, again)
}

// againAfter returns after which results of a function that a call hands on the
// loop makes the call again. What returns the same kinds of results as the
// function is taken to hand them back.
func (f *finder) againAfter(fn *ssa.Function, loop *cycle, call *ssa.Call, handed ssa.Value) Again {
	c := call.Common()
	sig, ok := handed.Type().Underlying().(*types.Signature)
	if !ok || !hasBool(sig) || !hasBool(c.Signature()) {
		return onError
	}
	again, _ := f.againIn(fn, loop, call)
	if f.opaque(c) && types.Identical(sig.Results(), c.Signature().Results()) {
		return again
	}
	to := f.target(c)
	if to == nil || len(to.Params) != len(c.Args) {
		return onError
	}
	for i, a := range c.Args {
		for _, inner := range calls(to, nil) {
			if a == handed && inner.Call.Value == ssa.Value(to.Params[i]) {
				bits, _ := f.handedOn(to, inner, again)
				return bits
			}
		}
	}
	return onError
}

func (f *finder) addRepeat(o *origin, loop *cycle, again Again, walks []*walk, call *ssa.Call, class Class) {
	if o.ofReceiver() {
		return // a field of the receiver: the summary links it
	}
	b := f.shared(o.fn)
	i := o.param
	if o.fn.Signature.Recv() != nil {
		i--
	}
	fn := call.Parent()
	waiting := map[*ssa.BasicBlock]bool{}
	for _, w := range walks {
		for blk := range w.between() {
			waiting[blk] = true
		}
	}
	pauses := f.pauses(fn, waiting, loop)
	r := Repeat{
		Param: i, Field: o.field, Again: again, Class: class,
		Delay: f.delayBetween(fn, pauses, waiting, []ssa.CallInstruction{call}), Ctx: f.ctxOf(fn, loop, pauses),
	}
	if again&onError == 0 {
		r.Class = Poll
	}
	r.AllErrors, r.Errors = true, errclass.Any
	for _, w := range walks {
		if w.world == failing && f.chooses(fn, loop, w) {
			r.AllErrors = false
		}
	}
	if !r.AllErrors {
		r.Errors = 0
		for _, c := range errclass.All() {
			if cw := f.failAt(fn, loop, call, ofClass(c, statusOf(c))); cw != nil && cw.again {
				r.Errors |= errclass.Of(c)
			}
		}
	}
	if !r.AllErrors && f.interrupted(loop, r.Errors) {
		return
	}
	r.Private = again&^onError == 0 && !r.AllErrors && f.private(fn, loop, call)
	r.Only = f.settingAt(o.fn, call)
	if call.Call.IsInvoke() || f.paramOrigin(call.Call.Value) == nil {
		r.Within = f.calleeName(call.Common())
	}
	if !r.AllErrors {
		r.Chooser = f.chooserOf(o, fn, loop, call)
	}
	b.addRepeat(r)
}

// passesOn handles a parameter that reaches another helper, as it is or inside
// a closure that runs it.
func (f *finder) passesOn(fn *ssa.Function, u use) {
	if merged, ok := u.fn.(*ssa.Phi); ok { // one way it is wrapped, the other way not
		for _, v := range merged.Edges {
			if _, again := v.(*ssa.Phi); !again {
				u.fn = v
				f.passesOn(fn, u)
			}
		}
		return
	}
	for _, in := range f.inside(fn, u.fn) {
		again, stops := in.again(f, u.repeat.Again)
		if again == 0 || in.call != nil && again == always {
			continue
		}
		if in.call != nil && (stops || u.marked()) {
			u.repeat.AllErrors = false
		}
		f.passRepeat(in.origin, u, again)
	}
}

// runs lists the parameters that a call runs: the function that is called, or
// those that it is handed and whose failure it tells.
func (f *finder) runs(call *ssa.Call) []*origin {
	c := call.Common()
	if !c.IsInvoke() {
		if o := f.paramOrigin(c.Value); o != nil {
			return []*origin{o}
		}
	}
	var out []*origin
	for _, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok || !hasError(c.Signature()) {
			continue
		}
		if o := f.paramOrigin(a); o != nil && f.operates(c) {
			out = append(out, o)
		}
	}
	return out
}

func (f *finder) passRepeat(o *origin, u use, again Again) {
	i := o.param
	if o.fn.Signature.Recv() != nil {
		i--
	}
	if i < 0 || again == 0 {
		return
	}
	r := u.repeat
	r.Param, r.Field, r.Again = i, o.field, again
	if r.Only = f.handsOn(r.Only, u.call.Common(), o.fn); r.Only == nil {
		r.Only = f.settingAt(o.fn, u.call)
	}
	if r.Class == Poll && again&onError != 0 {
		r.Class = Retry
	}
	r.Chooser = f.chooserOn(r.Chooser, u.call.Common(), o.fn)
	f.shared(o.fn).addRepeat(r)
}

// shared returns the behavior of a function that may still be in the making:
// a closure learns what its maker repeats before the maker is done.
func (f *finder) shared(fn *ssa.Function) *Behavior {
	if b, ok := f.found.Behaviors[fn]; ok {
		return b
	}
	b, ok := f.early[fn]
	if !ok {
		b = &Behavior{}
		f.early[fn] = b
	}
	return b
}

func (b *Behavior) addRepeat(r Repeat) {
	for i, old := range b.Repeats {
		if old.Param == r.Param && old.Field == r.Field {
			if old.Class == Failover && r.Class == Retry { // all hosts once more: that is what decides
				r.Again |= old.Again
				r.Only = both(old.Only, r.Only)
				b.Repeats[i] = r
				return
			}
			if b.Repeats[i].Delay.Growth == attempt.UnknownGrowth {
				b.Repeats[i].Delay = r.Delay
			}
			b.Repeats[i].Again |= r.Again
			b.Repeats[i].Private = old.Private && r.Private
			b.Repeats[i].Only = both(old.Only, r.Only)
			b.Repeats[i].Within = cmp.Or(old.Within, r.Within)
			return
		}
	}
	b.Repeats = append(b.Repeats, r)
}
