package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// A use is one call that hands a function to something that repeats it.
type use struct {
	call   *ssa.Call
	index  int // of the argument, receiver not counted; -1 for the receiver's own
	fn     ssa.Value
	kind   Kind
	repeat Repeat
	known  *known.Func
}

// marked reports whether the helper repeats only errors with its mark.
func (u use) marked() bool { return u.known != nil && u.known.Protocol == known.Marked }

// demote takes errors without a mark for final, as helpers that want one do.
func (w *walk) demote() {
	for _, r := range w.exits {
		for i, a := range r {
			if a.Kind == Failure || a.Kind == NonNil {
				r[i] = Abs{Kind: Final}
			}
		}
	}
}

// uses lists the calls of fn that hand a function to a helper: one that is
// known, or one whose body shows that it repeats its parameter.
func (f *finder) uses(fn *ssa.Function) []use {
	var out []use
	for _, call := range calls(fn, nil) {
		out = append(out, f.usesAt(call)...)
	}
	return out
}

func (f *finder) usesAt(call *ssa.Call) []use {
	c := call.Common()
	callee := calledFunc(c)
	if callee != nil {
		if k := known.Lookup(callee); k != nil {
			if u, ok := f.knownUse(call, k); ok {
				return []use{u}
			}
			return nil
		}
	}
	var out []use
	for _, b := range f.callees(c) {
		for _, r := range b.Repeats {
			arg := argument(c, r.Param)
			if arg == nil {
				continue
			}
			if r.Field != "" {
				if arg = fieldOf(arg, r.Field); arg == nil {
					continue
				}
			}
			out = append(out, use{call: call, index: r.Param, fn: arg, kind: HelperCall, repeat: r})
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// callees returns the behaviors of what a call may run: one function or, for
// an interface method, its implementations in this package.
func (f *finder) callees(c *ssa.CallCommon) []*Behavior {
	if !c.IsInvoke() {
		if fn := f.target(c); fn != nil && f.busy[fn] {
			return nil
		}
		if b := f.behaviorOf(c); b != nil {
			return []*Behavior{b}
		}
		if maker, ok := c.Value.(*ssa.Call); ok { // what a function of another package returned
			if b := f.importedBehavior(maker.Common()); b != nil && len(b.Returned) > 0 {
				return []*Behavior{{Repeats: b.Returned}}
			}
		}
		return nil
	}
	iface, ok := c.Value.Type().Underlying().(*types.Interface)
	if !ok {
		return nil
	}
	var out []*Behavior
	for _, fn := range f.methods[c.Method.Name()] {
		recv := fn.Signature.Recv()
		if recv == nil || !types.Implements(recv.Type(), iface) || f.busy[fn] {
			continue
		}
		if b := f.behavior(fn); b != nil {
			out = append(out, b)
		}
	}
	return out
}

// fieldOf returns the function that a struct value, or the variable behind a
// pointer, holds in the named field.
func fieldOf(v ssa.Value, field string) ssa.Value {
	if load, ok := v.(*ssa.UnOp); ok {
		v = load.X
	}
	alloc, ok := v.(*ssa.Alloc)
	if !ok || alloc.Referrers() == nil {
		return nil
	}
	st, ok := deref(alloc.Type()).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	for _, r := range *alloc.Referrers() {
		fa, ok := r.(*ssa.FieldAddr)
		if !ok || st.Field(fa.Field).Name() != field || fa.Referrers() == nil {
			continue
		}
		for _, rr := range *fa.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == fa {
				return s.Val
			}
		}
	}
	return nil
}

// knownUse reads a call of a known helper.
func (f *finder) knownUse(call *ssa.Call, k *known.Func) (use, bool) {
	u := use{call: call, index: k.Closure, kind: Library, known: k}
	switch k.Kind {
	case known.Closure, known.Tx, known.Poller, known.Periodic:
	default:
		return use{}, false
	}
	switch {
	case k.Closure >= 0:
		u.fn = argument(call.Common(), k.Closure)
	case k.Body != "" && k.Policy >= 0:
		if arg := argument(call.Common(), k.Policy); arg != nil {
			_, field := cut(k.Body)
			u.fn, u.index = fieldOf(arg, field), k.Policy
		}
	default:
		return use{}, false
	}
	u.repeat = Repeat{
		Param:     k.Closure,
		Again:     againOf(k.Protocol),
		Class:     Retry,
		Delay:     k.Record.Delay,
		Ctx:       knownCtx(k, call),
		AllErrors: k.Retriable < 0,
		Errors:    k.RetriesOn,
	}
	switch k.Kind {
	case known.Tx:
		u.repeat.AllErrors = false
	case known.Poller:
		u.repeat.Class = Poll
	case known.Periodic:
		u.repeat.Class = Periodic
	}
	if k.Kind == known.Closure && k.RetriesOn != errclass.Any && k.RetriesOn != 0 {
		u.repeat.AllErrors = false
	}
	if k.Retriable >= 0 {
		u.repeat.AllErrors, u.repeat.Errors = f.retriable(argument(call.Common(), k.Retriable))
	}
	for _, s := range settingsOf(call, known.CountsErrors) {
		u.repeat.AllErrors, u.repeat.Errors = false, errclass.Any
		if len(s.Call.Args) == 1 {
			u.repeat.AllErrors, u.repeat.Errors = f.retriable(s.Call.Args[0])
		}
	}
	return u, true
}

func cut(body string) (typ, field string) {
	for i := range body {
		if body[i] == '.' {
			return body[:i], body[i+1:]
		}
	}
	return "", body
}

// retriable evaluates a predicate that is handed to a helper.
func (f *finder) retriable(v ssa.Value) (all bool, classes errclass.Set) {
	fn := f.resolve(v, 0)
	if fn == nil || len(fn.Params) == 0 {
		if fun, ok := v.(*ssa.Function); ok {
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
		r := f.inlineIn(fn, args, ofClass(c, statusOf(c)), 0)
		if len(r) == 1 && r[0].isTrue() {
			classes |= errclass.Of(c)
			continue
		}
		all = false
		if len(r) != 1 || !r[0].isFalse() {
			classes |= errclass.Of(c)
		}
	}
	return all, classes
}

// knownCtx says whether a known helper ends with a context, as it is called.
func knownCtx(k *known.Func, call *ssa.Call) Tri {
	option := handsCtx(call)
	loop := k.CtxLoop == "yes" || k.CtxLoop == "option" && option
	wait := k.CtxWait == "yes" || k.CtxWait == "option" && option
	switch {
	case loop && wait:
		return Yes
	case loop || wait:
		return Partly
	}
	return No
}

// handsCtx reports whether a setting among the arguments of a call hands over
// a context.
func handsCtx(call *ssa.Call) bool { return len(settingsOf(call, known.CountsCtx)) > 0 }

// settingsOf returns the settings of one kind among the arguments of a call,
// however deep they are wrapped.
func settingsOf(call *ssa.Call, counts known.Counts) []*ssa.Call {
	var out []*ssa.Call
	seen := map[ssa.Value]bool{}
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if v == nil || seen[v] || len(seen) > 300 {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Call:
			if fn := calledFunc(v.Common()); fn != nil && v != call {
				if _, s := known.LookupSetting(fn); s != nil && s.Counts == counts {
					out = append(out, v)
				}
			}
		case *ssa.Alloc:
			for _, s := range storesTo(v) {
				visit(s.Val)
			}
		case *ssa.Slice:
			for _, e := range sliceElems(v) {
				visit(e)
			}
		}
		if instr, ok := v.(ssa.Instruction); ok {
			for _, op := range instr.Operands(nil) {
				if *op != nil {
					visit(*op)
				}
			}
		}
	}
	for _, a := range call.Call.Args {
		if _, closure := a.(*ssa.MakeClosure); !closure {
			visit(a)
		}
	}
	return out
}

// callRegions returns the regions that calls of helpers make.
func (f *finder) callRegions(fn *ssa.Function) []*Region {
	var out []*Region
	for _, u := range f.uses(fn) {
		r := &Region{
			Fn: fn, Kind: u.kind, Pos: u.call.Pos(), End: u.call.Pos(),
			Trials: []ssa.CallInstruction{u.call}, Callback: u.index,
			Delay: u.repeat.Delay, Ctx: u.repeat.Ctx, Class: u.repeat.Class,
			AllErrors: u.repeat.AllErrors, Errors: u.repeat.Errors,
		}
		if f.classifyUse(r, u) {
			out = append(out, r)
		}
	}
	return out
}

// classifyUse looks into the function that is repeated: it is a retry when
// success always says "done" and some failure says "again". It reports false
// when what is repeated does nothing outside the program.
func (f *finder) classifyUse(r *Region, u use) bool {
	body := f.resolve(u.fn, 0)
	if body == nil {
		r.Operation = "func value"
		if u.fn != nil && calledValue(u.fn) != nil {
			r.Operation = calledValue(u.fn).FullName()
		}
		if r.Class == Poll && u.repeat.Again&onError != 0 {
			r.Class = PollErr
		}
		if f.paramOrigin(u.fn) != nil && r.Class == Retry {
			r.Kind = HelperDef
		}
		return u.repeat.Again&onError != 0 || u.known != nil
	}
	if n := body.Syntax(); n != nil && body.Parent() != nil {
		r.End = n.End()
		if !r.Pos.IsValid() { // the body of a range over a function
			r.Pos, r.Kind = n.Pos(), IterLoop
		}
	}
	b := f.behavior(body)
	trials := f.trialsOf(body)
	r.Operation, r.Reads = f.operation(trials)
	if b == nil || u.repeat.Again == 0 {
		return true
	}
	if len(trials) == 0 && !b.Operates && u.known == nil {
		return false
	}
	okAgain := b.OK == nil || pairOf(body.Signature, b.OK).may()&u.repeat.Again != 0
	failAgain, always, judged := false, true, false
	var classes errclass.Set
	for _, t := range trials {
		if hasBool(t.Call.Signature()) && f.opaque(t.Common()) {
			again := f.handedOn(body, t, u.repeat.Again)
			okAgain = again&falseNil != 0 && again&trueNil != 0 || !hasError(t.Call.Signature())
			failAgain = failAgain || again&onError != 0
			always = always && again&onError == onError
			classes = errclass.Any
			continue
		}
		for _, m := range f.modes(t) {
			w := f.failAt(body, nil, t, m)
			if w == nil || w.capped || !w.left {
				continue
			}
			judged = true
			if u.marked() {
				w.demote()
			}
			if !w.goesOn(body.Signature, u.repeat.Again) {
				if m == failing {
					always = false
				}
				continue
			}
			failAgain = true
			if w.stops(body.Signature, u.repeat.Again) {
				always = false
			}
			classes |= f.classesOf(body, t, m, u)
		}
	}
	if failAgain {
		r.AllErrors = r.AllErrors && always
		if r.AllErrors {
			classes = errclass.Any
		}
		if r.Errors == 0 {
			r.Errors = errclass.Any
		}
		r.Errors &= classes
	}
	switch {
	case u.repeat.Class == Periodic:
	case failAgain && !okAgain:
		r.Class = Retry
	case failAgain && u.repeat.Again&onError != 0 && u.repeat.Again&falseNil == 0:
		r.Class = Retry // a helper for errors, that also waits for a state
	case failAgain:
		r.Class = PollErr
	case u.repeat.Again&onError == 0:
		r.Class = Poll
	case judged:
		r.Class = Dead
	}
	return true
}

// classesOf returns the classes of a trial's failure after which the helper
// runs the function again.
func (f *finder) classesOf(fn *ssa.Function, t *ssa.Call, m world, u use) errclass.Set {
	if m.answer {
		c, _ := known.HTTPStatus(m.status)
		return errclass.Of(c)
	}
	if m.quiet {
		return errclass.Any
	}
	var classes errclass.Set
	for _, c := range errclass.All() {
		w := f.failAt(fn, nil, t, ofClass(c, statusOf(c)))
		if w == nil || !w.left {
			continue
		}
		if u.marked() {
			w.demote()
		}
		if w.goesOn(fn.Signature, u.repeat.Again) {
			classes |= errclass.Of(c)
		}
	}
	return classes
}

// trialsOf lists the calls of a function that can fail outside the program.
func (f *finder) trialsOf(fn *ssa.Function) []*ssa.Call {
	var out []*ssa.Call
	for _, call := range calls(fn, nil) {
		if f.operates(call.Common()) && f.canFail(call) && len(out) < maxTrials {
			out = append(out, call)
		}
	}
	return out
}

// calledValue returns the declared function that a value refers to.
func calledValue(v ssa.Value) *types.Func {
	switch v := v.(type) {
	case *ssa.Function:
		return declared(v)
	case *ssa.MakeClosure:
		return calledValue(v.Fn)
	case *ssa.ChangeType:
		return calledValue(v.X)
	}
	return nil
}

// An origin is the parameter, or a field of it, from which a function value
// comes.
type origin struct {
	fn    *ssa.Function
	param int // with the receiver
	field string
}

// paramOrigin follows a function value to a parameter of the function or of
// one around it.
func (f *finder) paramOrigin(v ssa.Value) *origin {
	for range 12 { // aliases are short
		switch x := v.(type) {
		case *ssa.Parameter:
			for i, p := range x.Parent().Params {
				if p == x {
					return &origin{fn: x.Parent(), param: i}
				}
			}
			return nil
		case *ssa.FreeVar:
			v = binding(x)
		case *ssa.ChangeType:
			v = x.X
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.Field:
			if o := f.paramOrigin(x.X); o != nil && o.field == "" {
				o.field = fieldName(x.X.Type(), x.Field)
				return o
			}
			return nil
		case *ssa.UnOp:
			if fa, ok := x.X.(*ssa.FieldAddr); ok {
				base := fa.X
				if a, ok := base.(*ssa.Alloc); ok { // a struct parameter that was spilled
					if s := onlyStore(a); s != nil {
						base = s
					}
				}
				if o := f.paramOrigin(base); o != nil && o.field == "" {
					o.field = fieldName(fa.X.Type(), fa.Field)
					return o
				}
				return nil
			}
			if s := onlyStore(x.X); s != nil {
				v = s
				continue
			}
			return nil
		case *ssa.Alloc:
			if s := onlyStore(x); s != nil {
				v = s
				continue
			}
			return nil
		default:
			return nil
		}
	}
	return nil
}

func fieldName(t types.Type, i int) string {
	if st, ok := deref(t).Underlying().(*types.Struct); ok && i < st.NumFields() {
		return st.Field(i).Name()
	}
	return ""
}

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
		if o := f.paramOrigin(c.Value); o != nil {
			if f.item(loop, call) != noItem {
				return // a visitor: called for each element
			}
			again, walks := f.againIn(fn, loop, call)
			if again == 0 || again == always || len(walks) == 0 {
				return
			}
			f.addRepeat(o, loop, again, walks, call)
			return
		}
	}
	for i, a := range c.Args {
		if _, ok := a.Type().Underlying().(*types.Signature); !ok || !tellsFailure(c) {
			continue
		}
		o := f.paramOrigin(a)
		if o == nil || !f.invokes(c, i) {
			continue
		}
		if v := f.judge(fn, loop, call); v != nil && v.retries() {
			f.addRepeat(o, loop, onError, v.fails, call)
		}
	}
}

// invokes reports whether a call may run its i-th argument: unless the callee
// is known to be none that does, it does.
func (f *finder) invokes(c *ssa.CallCommon, i int) bool {
	return f.operates(c)
}

func (f *finder) addRepeat(o *origin, loop *cycle, again Again, walks []*walk, call *ssa.Call) {
	b := f.shared(o.fn)
	i := o.param
	if o.fn.Signature.Recv() != nil {
		i--
	}
	if i < 0 {
		return // a field of the receiver: the summary links it
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
		Param: i, Field: o.field, Again: again, Class: Retry,
		Delay: delayOver(pauses), Ctx: f.ctxOf(fn, loop, pauses),
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
	b.addRepeat(r)
}

// passesOn handles a parameter that reaches another helper, as it is or inside
// a closure that runs it.
func (f *finder) passesOn(fn *ssa.Function, u use) {
	if o := f.paramOrigin(u.fn); o != nil {
		f.passRepeat(o, u, u.repeat.Again)
		return
	}
	body := f.resolve(u.fn, 0)
	if body == nil || body.Parent() == nil {
		return
	}
	for _, call := range calls(body, nil) {
		if call.Call.IsInvoke() {
			continue
		}
		o := f.paramOrigin(call.Call.Value)
		if o == nil || o.fn == body {
			continue
		}
		if again := f.handedOn(body, call, u.repeat.Again); again != 0 && again != always {
			f.passRepeat(o, u, again)
		}
	}
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
	if r.Class == Poll && again&onError != 0 {
		r.Class = Retry
	}
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
			if b.Repeats[i].Delay.Growth == attempt.UnknownGrowth {
				b.Repeats[i].Delay = r.Delay
			}
			b.Repeats[i].Again |= r.Again
			return
		}
	}
	b.Repeats = append(b.Repeats, r)
}
