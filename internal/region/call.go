package region

import (
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// call runs a call that is not the trial: it succeeds.
func (w *walk) call(st *state, call *ssa.Call) {
	results := w.results(st, call.Common())
	if _, asks := asksErr(call.Common()); asks && w.f.afterEnd(call) {
		results = []Abs{{Kind: NonNil}}
	}
	for _, a := range call.Call.Args { // what is handed over by address may be set
		if m, ok := a.(*ssa.MakeInterface); ok {
			a = m.X
		}
		if alloc, ok := a.(*ssa.Alloc); ok {
			st.forget(alloc)
		}
	}
	w.setResults(st, call, results)
	w.faults(st, call)
	w.f.writes(w, st, call.Common(), func(b *Behavior) []Abs { return b.CellsOK })
}

// afterEnd reports whether a call runs only when a context has ended.
func (f *finder) afterEnd(call *ssa.Call) bool {
	after, known := f.ended[call]
	if !known {
		after = ctxflow.Ended(call)
		f.ended[call] = after
	}
	return after
}

// results is what a call returns when it succeeds.
func (w *walk) results(st *state, c *ssa.CallCommon) []Abs {
	types := c.Signature().Results()
	if types.Len() == 0 {
		return nil
	}
	args := make([]Abs, len(c.Args))
	for i, a := range c.Args {
		args[i] = w.value(st, a)
	}
	if r := w.intrinsic(st, c, args); r != nil {
		return r
	}
	tells := w.tells(c, args)
	if w.tracer != nil && w.world.canceled() && handedContext(c) && hasError(c.Signature()) {
		return pair{err: Abs{Kind: NonNil}}.results(c.Signature()) // its caller has gone
	}
	if fn := w.f.target(c); fn != nil {
		if tells != nothing {
			if r := w.f.inline(fn, args, w); r != nil {
				return r
			}
		} else if b := w.f.behavior(fn); b != nil && len(b.OK) == types.Len() {
			return b.OK
		}
	} else if b := w.f.importedBehavior(c); b != nil {
		if tells != nothing {
			w.asks(questions{status: b.asksStatus(args)})
			if r := b.test(w.world, args); r != nil {
				return r
			}
		} else if len(b.OK) == types.Len() {
			return b.OK
		}
	}
	return guess(types, tells)
}

// A told says what the arguments of a call say of the outcome.
type told uint8

const (
	nothing told = iota
	success      // a nil error or a good status
	failed       // the error or the status of the trial
)

func (w *walk) tells(c *ssa.CallCommon, args []Abs) told {
	t := nothing
	for i, a := range args {
		typ := c.Args[i].Type()
		switch {
		case a.Kind == Failure || a.Kind == Code || a.Kind == Final || a.Kind == Asked:
			return failed
		case a.Kind == Status && a.N != 200, w.world.answer && holdsResponse(typ):
			return failed
		case a.Kind == Nil && isError(typ), a == Abs{Status, 200}, isResponse(typ) && w.world.status == 200 && a.Kind == NonNil,
			w.world == succeeding && holdsResponse(typ) && !isResponse(typ):
			t = success
		}
	}
	return t
}

// guess is what a call returns of which no body is known. A nil error gives
// the zero value to predicates and wrappers; a wrapped error stays one.
func guess(ts *types.Tuple, tells told) []Abs {
	out := make([]Abs, ts.Len())
	fallible := false
	for v := range ts.Variables() {
		fallible = fallible || isError(v.Type())
	}
	for i := range out {
		t := ts.At(i).Type()
		switch {
		case tells == success:
			out[i] = zero(t)
			if isResponse(t) {
				out[i] = Abs{Kind: NonNil}
			}
		case tells == failed:
			if isError(t) {
				out[i] = Abs{Kind: Failure}
			}
		case isError(t):
			out[i] = Abs{Kind: Nil}
		case isErrorLike(t):
			out[i] = zero(t) // a number that is an error, or a pointer to one
		case fallible && zero(t).Kind == Nil:
			out[i] = Abs{Kind: NonNil} // results are there when the error is not
		}
	}
	return out
}

// intrinsic evaluates the functions of the standard library and of gRPC that
// look at errors.
func (w *walk) intrinsic(st *state, c *ssa.CallCommon, args []Abs) []Abs {
	if _, ok := asksErr(c); ok {
		if w.world.classed && w.world.class == errclass.Canceled {
			return []Abs{{Kind: NonNil}}
		}
		return []Abs{{Kind: Nil}}
	}
	if c.IsInvoke() {
		return nil
	}
	fn := calledFunc(c)
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	if known.ErrorsPackage(fn.Pkg().Path()) {
		if r := w.errorsCall(st, fn.Name(), c, args); r != nil {
			return r
		}
	}
	switch fn.Pkg().Path() {
	case "errors":
		return nil
	case "fmt":
		if fn.Name() == "Errorf" {
			return []Abs{w.errorf(st, c)}
		}
	}
	if len(args) == 0 {
		return nil
	}
	if m := known.LookupMark(fn); m != nil && w.world.fails {
		if m.Again {
			return []Abs{{Kind: Asked}}
		}
		return []Abs{{Kind: Final}}
	}
	if fn.Name() == "Contains" && fn.Pkg().Path() == "slices" {
		if a := w.contains(c.Args[0], args[1]); a != top {
			return []Abs{a}
		}
		return nil
	}
	if fn.Name() == "Code" && fn.FullName() == "(*google.golang.org/grpc/internal/status.Status).Code" {
		switch {
		case w.world.fails && !w.world.answer:
			w.asks(questions{code: true})
			if w.world.code != 0 {
				return []Abs{{Int, w.world.code}}
			}
			return []Abs{{Kind: Code}}
		case w.world.status == 200:
			return []Abs{{Int, 0}}
		}
	}
	return w.predicate(known.Predicate(fn), args)
}

// predicate evaluates a known function that tests an error for classes.
func (w *walk) predicate(test *known.ErrorTest, args []Abs) []Abs {
	if test == nil || test.Arg < 0 || test.Arg >= len(args) {
		return nil
	}
	a := args[test.Arg]
	switch {
	case test.Code == known.GRPCCodes && a.Kind == Nil:
		return []Abs{{Int, 0}}
	case test.Code == known.GRPCCodes && a.Kind == Failure:
		w.asks(questions{code: true})
		if w.world.code != 0 {
			return []Abs{{Int, w.world.code}}
		}
		return []Abs{{Kind: Code}}
	case test.Code != "":
		return nil
	case a.Kind == Nil:
		return []Abs{boolean(false)}
	case a.Kind == Failure:
		w.asks(questions{class: true})
		if w.world.classed {
			return []Abs{w.member(test.True)}
		}
	}
	return []Abs{top}
}

// member says whether an error of the world's class is one of the classes: if
// the class is among them it may be, else it is not.
func (w *walk) member(classes errclass.Set) Abs {
	if !classes.Has(w.world.class) {
		return boolean(false)
	}
	if classes == errclass.Of(w.world.class) && w.world.class == errclass.Canceled {
		return boolean(true)
	}
	return top
}

func (w *walk) errorsCall(st *state, name string, c *ssa.CallCommon, args []Abs) []Abs {
	switch name {
	case "New":
		return []Abs{{Kind: NonNil}}
	case "Errorf":
		return []Abs{w.errorf(st, c)}
	case "Is", "As":
		if len(args) != 2 {
			return nil
		}
		switch {
		case args[0].Kind == Nil:
			return []Abs{boolean(false)}
		case args[0].Kind == Failure:
			w.asks(questions{class: true})
			if w.world.unlisted {
				return []Abs{boolean(false)}
			}
			if a := w.meetsTarget(name, c.Args[1]); a != top {
				return []Abs{a}
			}
			if m, ok := c.Args[1].(*ssa.MakeInterface); ok && name == "As" {
				if a := w.ofType(deref(m.X.Type()), targetClasses(c.Args[1])); a != top {
					return []Abs{a}
				}
			}
			if !w.world.classed {
				break
			}
			classes := sentinelClasses(c.Args[1])
			if name == "As" {
				classes = targetClasses(c.Args[1])
			}
			if classes != 0 {
				return []Abs{w.member(classes)}
			}
			if name == "Is" {
				return []Abs{w.unnamed(c.Args[1])}
			}
		}
		return []Abs{top}
	case "Unwrap":
		return []Abs{args[0]}
	case "Join":
		if c.Signature().Results().Len() != 1 || !c.Signature().Variadic() {
			return nil
		}
		return []Abs{joinErrors(variadic(w, st, c))}
	}
	return nil
}

// sentinelClasses returns the classes of a package variable that holds an
// error, or 0.
func sentinelClasses(v ssa.Value) errclass.Set {
	if m, ok := v.(*ssa.MakeInterface); ok { // syscall.ECONNREFUSED and the like
		if name := errnoOf(m.X); name != "" {
			if classes := known.SentinelClasses("golang.org/x/sys/unix", name); classes != 0 {
				return classes
			}
			return errclass.Of(errclass.Other)
		}
		v = m.X
	}
	g := sentinelOf(v)
	if g == nil || g.Pkg == nil {
		return 0
	}
	return known.SentinelClasses(g.Pkg.Pkg.Path(), g.Name())
}

func joinErrors(errs []Abs) Abs {
	out := Abs{Kind: Nil}
	for _, e := range errs {
		switch {
		case e.Kind == Failure:
			return e
		case e.Kind == NonNil:
			out = e
		case e.Kind != Nil && out.Kind == Nil:
			out = top
		}
	}
	return out
}

// errorf is never nil; with %w it stays the failure that it wraps.
func (w *walk) errorf(st *state, c *ssa.CallCommon) Abs {
	format, ok := c.Args[0].(*ssa.Const)
	if !ok || format.Value == nil || format.Value.Kind() != constant.String {
		return Abs{Kind: NonNil}
	}
	wraps := strings.Contains(constant.StringVal(format.Value), "%w")
	for _, a := range variadic(w, st, c) {
		switch {
		case a.Kind == Final && w.tracer != nil && (!wraps || w.world.bare):
			w.tracer.lost = Loss{c.Pos(), wraps}
		case wraps && (a.Kind == Failure || a.Kind == Final || a.Kind == Asked):
			return a
		}
	}
	return Abs{Kind: NonNil}
}

// variadic returns what is known of the values in a call's variadic slice, as
// the compiler lays it out.
func variadic(w *walk, st *state, c *ssa.CallCommon) []Abs {
	slice, ok := c.Args[len(c.Args)-1].(*ssa.Slice)
	if !ok {
		return []Abs{top}
	}
	var out []Abs
	for _, v := range sliceElems(slice) {
		for {
			if m, ok := v.(*ssa.MakeInterface); ok {
				v = m.X
				continue
			}
			if m, ok := v.(*ssa.ChangeInterface); ok {
				v = m.X
				continue
			}
			break
		}
		out = append(out, w.value(st, v))
	}
	return out
}

// sliceElems returns the values stored in the array behind a slice that was
// built for one call.
func sliceElems(slice *ssa.Slice) []ssa.Value {
	arr, ok := slice.X.(*ssa.Alloc)
	if !ok || arr.Referrers() == nil {
		return nil
	}
	var out []ssa.Value
	for _, r := range *arr.Referrers() {
		ia, ok := r.(*ssa.IndexAddr)
		if !ok || ia.Referrers() == nil {
			continue
		}
		for _, rr := range *ia.Referrers() {
			if s, ok := rr.(*ssa.Store); ok && s.Addr == ia {
				out = append(out, s.Val)
			}
		}
	}
	return out
}

// calledFunc returns the declared function that a call names: statically, or
// as a method of an interface.
func calledFunc(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	return declared(fn)
}

// declared returns the object of a function; of an instance, that of its
// origin; of a bound method or wrapper, that of the method.
func declared(fn *ssa.Function) *types.Func {
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	if obj == nil {
		return nil
	}
	return obj.Origin()
}
