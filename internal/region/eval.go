package region

import (
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// value is what the walk knows of an operand.
func (w *walk) value(st *state, v ssa.Value) Abs {
	if w.count != nil {
		if n, ok := w.count.limit[v]; ok {
			return Abs{Int, n}
		}
	}
	if a, ok := w.assumed[v]; ok {
		return a
	}
	if w.tracer != nil && w.tracer.far[v] {
		return Abs{Int, farAway}
	}
	switch v := v.(type) {
	case *ssa.Const:
		return constAbs(v)
	case *ssa.Function, *ssa.MakeClosure, *ssa.MakeInterface, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan,
		*ssa.MakeSlice, *ssa.FieldAddr, *ssa.IndexAddr, *ssa.Global, *ssa.Builtin:
		return Abs{Kind: NonNil}
	}
	return st.value(v)
}

// eval runs an instruction that is neither a call nor control flow.
func (w *walk) eval(st *state, instr ssa.Instruction) {
	ids := w.f.ids
	switch v := instr.(type) {
	case *ssa.Alloc:
		st.forget(v)
		if !w.exact() {
			w.clear(st, v)
			break
		}
		elem := v.Type().Underlying().(*types.Pointer).Elem()
		st.store(ids, cell{root: v}, zero(elem))
		st.clear(ids, cell{root: v}, elem)
	case *ssa.Store:
		c := cellOf(v.Addr)
		if w.exact() {
			st.store(ids, c, w.value(st, v.Val))
			w.storeStruct(st, v)
			break
		}
		if _, shared := c.root.(*ssa.FreeVar); shared || w.f.live(v.Parent()).loads[c] {
			st.store(ids, c, w.value(st, v.Val))
		}
	case *ssa.BinOp:
		st.set(ids, v, w.binary(st, v))
	case *ssa.UnOp:
		st.set(ids, v, w.unary(st, v))
	case *ssa.Field:
		a := w.field(v.X.Type(), v.Field)
		if kept, ok := st.mem.at(cell{v.X, "." + strconv.Itoa(v.Field)}); ok {
			a = kept
		} else if none := w.faultless(v); none != top {
			a = none
		}
		st.set(ids, v, a)
	case *ssa.ChangeType:
		st.set(ids, v, w.value(st, v.X))
	case *ssa.ChangeInterface:
		st.set(ids, v, w.value(st, v.X))
	case *ssa.Convert:
		st.set(ids, v, w.value(st, v.X))
	case *ssa.TypeAssert:
		w.typeAssert(st, v)
	case *ssa.Lookup:
		w.lookup(st, v)
	}
}

// clear gives a new variable its zero value, as far as somebody reads it.
func (w *walk) clear(st *state, v *ssa.Alloc) {
	if c := (cell{root: v}); w.f.live(v.Parent()).loads[c] {
		st.store(w.f.ids, c, zero(deref(v.Type())))
	}
}

func (w *walk) binary(st *state, v *ssa.BinOp) Abs {
	x, y := w.value(st, v.X), w.value(st, v.Y)
	switch v.Op {
	case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
		x, y = w.statusOperand(x, v.X, y), w.statusOperand(y, v.Y, x)
		x, y = w.answerPart(x, v.X, y), w.answerPart(y, v.Y, x)
		if a := w.compareKept(v, x, y); a != top {
			return a
		}
		return w.world.compare(v.Op, x, y, v.X.Type())
	case token.QUO: // status / 100 == 5
		w.asks(questions{status: y == Abs{Int, 100}})
		if y == (Abs{Int, 100}) && w.world.status != 0 && x.Kind != Int && isIntField(v.X) {
			return Abs{Int, w.world.status / 100}
		}
	}
	return arith(v.Op, x, y)
}

// statusOperand takes an unknown integer that the code compares with an HTTP
// status for the status of the answer.
func (w *walk) statusOperand(x Abs, v ssa.Value, other Abs) Abs {
	if x.Kind != Top || other.Kind != Int || other.N < 100 || other.N > 599 || !isIntField(v) {
		return x
	}
	w.asks(questions{status: true})
	switch {
	case w.world.status != 0:
		return Abs{Status, w.world.status}
	case w.tracer == nil && w.world.fails && w.world.classed:
		return Abs{Int, 0} // what failed before there was an answer has no status
	}
	return x
}

// answerPart takes it that what a successful answer holds is there, when the
// code compares it with nil: the body of a response, in a variable that a
// closure set or in a call's result.
func (w *walk) answerPart(x Abs, v ssa.Value, other Abs) Abs {
	if x.Kind != Top || other.Kind != Nil || w.world.fails {
		return x
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return x
	}
	fa, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return x
	}
	switch base := fa.X.(type) {
	case *ssa.Extract:
		_, ok = base.Tuple.(*ssa.Call)
	case *ssa.Call:
	case *ssa.UnOp:
		alloc, isAlloc := base.X.(*ssa.Alloc)
		ok = isAlloc && alloc.Heap
	default:
		ok = false
	}
	if ok {
		return Abs{Kind: NonNil}
	}
	return x
}

// isIntField reports whether v is an integer read from a field or returned by
// a call: what a status is, and a loop counter is not.
func isIntField(v ssa.Value) bool {
	if b, ok := v.Type().Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		_, field := v.X.(*ssa.FieldAddr)
		return v.Op == token.MUL && field
	case *ssa.Field, *ssa.Call:
		return true
	case *ssa.Extract:
		_, call := v.Tuple.(*ssa.Call)
		return call
	case *ssa.Convert:
		return isIntField(v.X)
	case *ssa.Parameter:
		return true
	}
	return false
}

func (w *walk) unary(st *state, v *ssa.UnOp) Abs {
	switch v.Op {
	case token.NOT:
		if a := w.value(st, v.X); a.Kind == Bool {
			return boolean(a.N == 0)
		}
	case token.MUL:
		if a, ok := st.mem.at(cellOf(v.X)); ok {
			return a
		}
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if a := w.faultless(v); a != top {
				return a
			}
			return w.field(fa.X.Type(), fa.Field)
		}
		if g, ok := v.X.(*ssa.Global); ok && isError(v.Type()) && g != nil {
			return Abs{Kind: NonNil} // a sentinel
		}
	}
	return top
}

// field is what is known of a field of an answer: its HTTP status.
func (w *walk) field(x types.Type, field int) Abs {
	if w.world.status == 0 || !isResponse(x) {
		return top
	}
	st, ok := deref(x).Underlying().(*types.Struct)
	if !ok || st.Field(field).Name() != "StatusCode" {
		return top
	}
	return Abs{Status, w.world.status}
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}

func (w *walk) typeAssert(st *state, v *ssa.TypeAssert) {
	x := w.value(st, v.X)
	if !v.CommaOk {
		st.set(w.f.ids, v, x)
		return
	}
	found := top
	switch {
	case x.Kind == Nil:
		found = boolean(false)
	case x.Kind == Failure:
		w.asks(questions{class: true})
		classes := known.TypeClasses(named(v.AssertedType))
		if found = w.meets(w.f.keepsakeType(v.AssertedType)); found != top {
			break
		}
		if found = w.ofType(v.AssertedType, classes); found != top {
			break
		}
		if w.world.unlisted || w.world.classed && classes != 0 && !classes.Has(w.world.class) {
			found = boolean(false)
		}
	}
	w.setResults(st, v, []Abs{{}, found})
}

// lookup takes it that a table of statuses to repeat does not hold 200.
func (w *walk) lookup(st *state, v *ssa.Lookup) {
	found := top
	if index := w.value(st, v.Index); index == (Abs{Status, 200}) {
		found = boolean(false)
	} else if index.numeric() && w.tracer != nil {
		found = w.f.listed(v.X, index.N)
	}
	if v.CommaOk {
		w.setResults(st, v, []Abs{found, found})
		return
	}
	st.set(w.f.ids, v, found)
}

// setResults assigns the parts of a tuple to the instructions that extract
// them.
func (w *walk) setResults(st *state, tuple ssa.Value, results []Abs) {
	if _, ok := tuple.Type().(*types.Tuple); !ok {
		if len(results) == 1 {
			st.set(w.f.ids, tuple, results[0])
		}
		return
	}
	refs := tuple.Referrers()
	if refs == nil {
		return
	}
	for _, r := range *refs {
		if e, ok := r.(*ssa.Extract); ok && e.Index < len(results) {
			st.set(w.f.ids, e, results[e.Index])
		}
	}
}

// assume notes on one side of a branch what its condition says.
func (w *walk) assume(st *state, cond ssa.Value, truth bool) {
	ids := w.f.ids
	st.set(ids, cond, boolean(truth))
	switch c := cond.(type) {
	case *ssa.UnOp:
		if c.Op == token.NOT {
			w.assume(st, c.X, !truth)
		}
	case *ssa.BinOp:
		if c.Op != token.EQL && c.Op != token.NEQ {
			return
		}
		equal := truth == (c.Op == token.EQL)
		w.assumeEqual(st, c.X, w.value(st, c.Y), equal)
		w.assumeEqual(st, c.Y, w.value(st, c.X), equal)
	}
}

func (w *walk) assumeEqual(st *state, v ssa.Value, other Abs, equal bool) {
	if _, isConst := v.(*ssa.Const); isConst || w.value(st, v) != top {
		return
	}
	a := top
	switch {
	case equal && (other.Kind == Nil || other.Kind == Bool || other.Kind == Int && !w.exact()):
		a = other
	case !equal && other.Kind == Nil:
		a = Abs{Kind: NonNil}
	case !equal && other.Kind == Bool:
		a = boolean(other.N == 0)
	}
	if a == top {
		return
	}
	st.set(w.f.ids, v, a)
	if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
		st.store(w.f.ids, cellOf(load.X), a)
	}
}
