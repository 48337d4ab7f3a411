package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
)

// carriesStatus reports whether a type of error says with which HTTP status the
// operation answered: a field of it is compared with statuses in the package.
func (f *finder) carriesStatus(t types.Type) bool {
	s, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return false
	}
	if f.statusFields == nil {
		f.statusFields = f.findStatusFields()
	}
	for field := range s.Fields() {
		if f.statusFields[field.Origin()] {
			return true
		}
	}
	return false
}

func (f *finder) findStatusFields() map[*types.Var]bool {
	found := make(map[*types.Var]bool)
	for _, fn := range f.all {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				if v := readField(instr); v != nil && comparedAsStatus(instr.(ssa.Value)) {
					found[v] = true
				}
			}
		}
	}
	return found
}

// readField returns the field whose number an instruction reads, or nil.
func readField(instr ssa.Instruction) *types.Var {
	var v *types.Var
	switch i := instr.(type) {
	case *ssa.UnOp:
		fa, ok := i.X.(*ssa.FieldAddr)
		if i.Op != token.MUL || !ok {
			return nil
		}
		v = fieldAt(fa.X.Type(), fa.Field)
	case *ssa.Field:
		v = fieldAt(i.X.Type(), i.Field)
	}
	if v == nil || zero(v.Type()).Kind != Int {
		return nil
	}
	return v.Origin()
}

func fieldAt(t types.Type, i int) *types.Var {
	s, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return nil
	}
	return s.Field(i)
}

// inError reports whether a number is read from a field of an error: it says
// nothing of an answer without one.
func inError(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Convert:
		return inError(v.X)
	case *ssa.Field:
		return isErrorLike(v.X.Type())
	case *ssa.UnOp:
		fa, ok := v.X.(*ssa.FieldAddr)
		return ok && (isErrorLike(fa.X.Type()) || isErrorLike(deref(fa.X.Type())))
	}
	return false
}

// ofType decides whether the failure is of a type, one of the known classes or of
// none: in a world in which it carries a status, what tells the code so is. It
// notes a type of which nothing is known.
func (w *walk) ofType(t types.Type, classes errclass.Set) Abs {
	carries := w.f.carriesStatus(t)
	w.asks(questions{typed: classes == 0 && !carries})
	if carries && w.world.fails && !w.world.answer && w.world.exact && w.world.status != 0 {
		return boolean(true)
	}
	if carries && w.world.canceled() && w.world.status == 0 && !wrapsError(t) {
		return boolean(false) // the caller has gone before there was an answer
	}
	if classes == 0 && !carries && w.elsewhere(t) {
		return boolean(false)
	}
	return top
}

// wrapsError reports whether an error of a type may hold another one.
func wrapsError(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Unwrap")
	if obj != nil {
		return true
	}
	s, ok := deref(t).Underlying().(*types.Struct)
	if !ok {
		return true
	}
	for field := range s.Fields() {
		if types.IsInterface(field.Type()) {
			return true
		}
	}
	return false
}

// asksStatus reports whether a function, or one of the package that it calls,
// asks an error for the status that it carries.
func (f *finder) asksStatus(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.TypeAssert:
				if isErrorLike(v.X.Type()) && f.carriesStatus(v.AssertedType) {
					return true
				}
			case *ssa.MakeInterface: // the target of errors.As
				if p, ok := v.X.Type().(*types.Pointer); ok && isErrorLike(p.Elem()) && f.carriesStatus(p.Elem()) {
					return true
				}
			case *ssa.Call:
				if to := f.target(v.Common()); to != nil && depth > 0 && f.asksStatus(to, depth-1) {
					return true
				}
			}
		}
	}
	return false
}
