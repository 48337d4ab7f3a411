package region

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/order"
)

// Some answers name a fault in a part that is of no type of errors: a message of the
// protocol, nil when all went well. What makes it a fault is what the caller does
// with it: where it is there, an error is made of it, and the loop goes on.

// blames lists the parts of answers that a function takes for faults, each with the
// operation that answered.
func (f *finder) blames(fn *ssa.Function) map[ssa.Value]ssa.Instruction {
	if known, ok := f.blamed[fn]; ok {
		return known
	}
	var found map[ssa.Value]ssa.Instruction
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			made, ok := instr.(*ssa.Call)
			if !ok || !f.makesError(made) || !order.LeadsTo(b, b) {
				continue
			}
			for _, part := range f.textsOf(made) {
				from := f.answerOf(part, 0)
				if from == nil || !given(part, b) {
					continue
				}
				if found == nil {
					found = make(map[ssa.Value]ssa.Instruction)
				}
				for _, v := range alike(part) {
					found[v] = from
				}
			}
		}
	}
	f.blamed[fn] = found
	return found
}

// makesError reports whether a call makes a new error of what it is given.
func (f *finder) makesError(call *ssa.Call) bool {
	c := call.Common()
	if !isError(call.Type()) || len(c.Args) == 0 || f.operates(c) {
		return false
	}
	w := f.newWalk(call.Parent(), nil, succeeding)
	r := w.results(newState(), c)
	return len(r) == 1 && r[0].notNil()
}

// maxTexts bounds the values that a text is followed to.
const maxTexts = 40

// textsOf lists the pointers from which an error was made, unless one of what it was
// made of is an error: then it is that one that the new error is about.
func (f *finder) textsOf(made *ssa.Call) []ssa.Value {
	var parts []ssa.Value
	seen := map[ssa.Value]bool{}
	work := slices.Clone(made.Call.Args)
	for len(work) > 0 && len(seen) < maxTexts {
		v := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[v] {
			continue
		}
		seen[v] = true
		if isErrorLike(v.Type()) {
			return nil
		}
		if isPart(v) {
			parts = append(parts, v)
		}
		switch v := v.(type) {
		case *ssa.Slice: // the arguments that a call has any number of
			work = append(work, sliceElems(v)...)
		case *ssa.MakeInterface:
			work = append(work, v.X)
		case *ssa.ChangeType:
			work = append(work, v.X)
		case *ssa.Convert:
			work = append(work, v.X)
		case *ssa.BinOp:
			work = append(work, v.X, v.Y)
		case *ssa.Call:
			if isText(v.Type()) && !f.operates(v.Common()) {
				work = append(work, v.Call.Args...)
				if v.Call.IsInvoke() {
					work = append(work, v.Call.Value)
				}
			}
		case *ssa.Field:
			work = append(work, v.X)
		case *ssa.UnOp:
			if fa, ok := v.X.(*ssa.FieldAddr); ok && v.Op == token.MUL {
				work = append(work, fa.X)
			}
		}
	}
	return parts
}

// isPart reports whether a value is a pointer that was read from something or asked
// for, and not the answer itself.
func isPart(v ssa.Value) bool {
	if _, ok := v.Type().Underlying().(*types.Pointer); !ok || isResponse(v.Type()) {
		return false
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		_, ok := v.X.(*ssa.FieldAddr)
		return ok && v.Op == token.MUL
	case *ssa.Field:
		return true
	case *ssa.Call:
		return receiverOf(v.Common()) != nil
	case *ssa.Extract:
		call, ok := v.Tuple.(*ssa.Call)
		return ok && receiverOf(call.Common()) != nil
	}
	return false
}

// given reports whether b is only reached where a value is not nil.
func given(v ssa.Value, b *ssa.BasicBlock) bool {
	for _, same := range alike(v) {
		for _, r := range *same.Referrers() {
			cmp, ok := r.(*ssa.BinOp)
			if !ok || cmp.Op != token.EQL && cmp.Op != token.NEQ || !isNilConst(cmp.X) && !isNilConst(cmp.Y) {
				continue
			}
			for _, r := range *cmp.Referrers() {
				branch, ok := r.(*ssa.If)
				if !ok {
					continue
				}
				side := branch.Block().Succs[0]
				if cmp.Op == token.EQL {
					side = branch.Block().Succs[1]
				}
				if side.Dominates(b) && len(side.Preds) == 1 {
					return true
				}
			}
		}
	}
	return false
}

// alike lists the values that are read from where v is, v among them.
func alike(v ssa.Value) []ssa.Value {
	out := []ssa.Value{v}
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return out
	}
	addr, ok := load.X.(*ssa.FieldAddr)
	if !ok {
		return out
	}
	for _, r := range *addr.X.Referrers() {
		other, ok := r.(*ssa.FieldAddr)
		if !ok || other.Field != addr.Field {
			continue
		}
		for _, r := range *other.Referrers() {
			if u, ok := r.(*ssa.UnOp); ok && u.Op == token.MUL && u != load {
				out = append(out, u)
			}
		}
	}
	return out
}

// namesFault reports whether an answer of the call names a fault.
func (f *finder) namesFault(call *ssa.Call) bool {
	for _, from := range f.blames(call.Parent()) {
		if from == ssa.Instruction(call) {
			return true
		}
	}
	return false
}

// fault is what a walk knows of a value that may be a fault in an answer.
func (w *walk) fault(v ssa.Value) Abs {
	from := w.f.blames(v.Parent())[v]
	switch {
	case from == nil:
		return top
	case from != w.trial || !w.world.fails:
		return Abs{Kind: Nil}
	case w.world.blamed:
		return Abs{Kind: NonNil}
	}
	return top
}

// faults applies what is known of the parts that a call takes out of an answer.
func (w *walk) faults(st *state, call *ssa.Call) {
	if len(w.f.blames(call.Parent())) == 0 {
		return
	}
	parts := []ssa.Value{call}
	if call.Referrers() != nil {
		for _, r := range *call.Referrers() {
			if e, ok := r.(*ssa.Extract); ok {
				parts = append(parts, e)
			}
		}
	}
	for _, v := range parts {
		if a := w.fault(v); a != top {
			st.set(w.f.ids, v, a)
		}
	}
}
