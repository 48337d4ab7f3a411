package summary

import "go/types"

// isReader reports whether t is a type of the standard library that hands out
// what it holds once.
func isReader(t types.Type) bool {
	p, ok := t.Underlying().(*types.Pointer)
	if !ok {
		return false
	}
	switch path, name := typeOf(p.Elem()); path {
	case "bytes":
		return name == "Buffer" || name == "Reader"
	case "strings", "bufio":
		return name == "Reader"
	}
	return false
}

// embeddedReader returns what a struct x of type t is read through, if that is a
// reader that it embeds and of which is known where it is made; nil otherwise.
func (e *engine) embeddedReader(t types.Type, x *term) *term {
	if _, ok := t.Underlying().(*types.Struct); !ok || !x.tells {
		return nil
	}
	obj, index, _ := types.LookupFieldOrMethod(t, true, e.pkg, "Read")
	if _, ok := obj.(*types.Func); !ok || len(index) < 2 {
		return nil
	}
	for _, i := range index[:len(index)-1] {
		st, ok := deref(t).Underlying().(*types.Struct)
		if !ok {
			return nil
		}
		x = e.field(x, e.names.fieldName(t, i))
		t = st.Field(i).Type()
	}
	if r := bare(x); r.op == made && r.keys[1] == "reader" {
		return r
	}
	return nil
}
