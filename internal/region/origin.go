package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
)

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

// ofReceiver reports whether it is what the receiver holds.
func (o *origin) ofReceiver() bool { return o.param == 0 && o.fn.Signature.Recv() != nil }

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
			_, v = ctxflow.Binding(x)
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
