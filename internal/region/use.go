package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

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
	// predicate chooses the errors that are repeated, nil for none.
	predicate ssa.Value
}

// marked reports whether the helper repeats only errors with its mark.
func (u use) marked() bool { return u.known != nil && u.known.Protocol == known.Marked }

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
			if body := f.resolve(arg, 0); r.Private && body != nil && !f.yieldsAny(body) {
				continue
			}
			if r.Only.refused(c) {
				continue
			}
			f.narrow(&r, c, arg)
			if onlyEndless(c) {
				r.Ctx = No
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
		u.predicate = argument(call.Common(), k.Retriable)
		u.repeat.AllErrors, u.repeat.Errors = f.retriable(u.predicate, f.operationsOf(u.fn), true)
	}
	for _, s := range settingsOf(call, known.CountsErrors) {
		u.repeat.AllErrors, u.repeat.Errors = false, errclass.Any
		if len(s.Call.Args) == 1 {
			u.predicate = s.Call.Args[0]
			u.repeat.AllErrors, u.repeat.Errors = f.retriable(u.predicate, f.operationsOf(u.fn), true)
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

// knownCtx says whether a known helper ends with a context, as it is called.
func knownCtx(k *known.Func, call *ssa.Call) Tri {
	option := handsCtx(call)
	if onlyEndless(call.Common()) {
		return No
	}
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
