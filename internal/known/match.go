package known

import (
	"go/types"
	"strings"
)

// lookup returns the function of a record that fn is: by name, else by the
// first pattern that fits.
func (ix *index) lookup(fn *types.Func) *Func {
	p, symbol, ok := ix.identify(fn)
	if !ok {
		return nil
	}
	if f, ok := find[*Func](p, symbol); ok {
		return f
	}
	for _, f := range p.patterns {
		if f.fits(fn.Origin()) {
			return f.bind(fn.Origin())
		}
	}
	return nil
}

// bind returns f, a pattern, with the arguments that fn has: a context, and a
// variadic list of options at the end.
func (f *Func) bind(fn *types.Func) *Func {
	bound := *f
	sig := fn.Signature()
	params := sig.Params()
	for i := range params.Len() {
		if bound.Ctx < 0 && typeName(params.At(i).Type()) == "Context" {
			bound.Ctx = i
		}
	}
	if bound.Options < 0 && sig.Variadic() {
		bound.Options = params.Len() - 1
	}
	return &bound
}

// maker returns the setting of which fn is one that a pattern stands for: a
// constructor that takes the settings.
func (ix *index) maker(fn *types.Func) *Setting {
	if fn == nil || fn.Pkg() == nil {
		return nil
	}
	p := ix.pkg(fn.Pkg().Path())
	if p == nil || len(p.makers) == 0 || !fn.Exported() || receiver(fn.Origin()) != "" {
		return nil
	}
	params := fn.Signature().Params()
	for _, s := range p.makers {
		if !glob(s.Name, fn.Name()) {
			continue
		}
		for i := range params.Len() {
			if strings.HasSuffix(typeName(params.At(i).Type()), s.Takes) {
				bound := *s
				bound.Name = fn.Name()
				if fn.Signature().Variadic() && i == params.Len()-1 {
					bound.Options = i
				} else {
					bound.Inner = i
				}
				return &bound
			}
		}
	}
	return nil
}

// pattern reports whether f stands for more than one function.
func (f *Func) pattern() bool { return strings.Contains(f.Recv+f.Name, "*") }

// fits reports whether f, a pattern, stands for fn.
func (f *Func) fits(fn *types.Func) bool {
	if !fn.Exported() || !glob(f.Recv, receiver(fn)) || !glob(f.Name, fn.Name()) {
		return false
	}
	sig := fn.Signature()
	if f.FailsWithError {
		results := sig.Results()
		if results.Len() == 0 || !isError(results.At(results.Len()-1).Type()) {
			return false
		}
	}
	if f.Takes == "" {
		return true
	}
	for param := range sig.Params().Variables() {
		if strings.HasSuffix(typeName(param.Type()), f.Takes) {
			return true
		}
	}
	return false
}

// glob reports whether a name fits a pattern with at most one star, at its
// beginning or end.
func glob(pattern, name string) bool {
	if suffix, ok := strings.CutPrefix(pattern, "*"); ok {
		return strings.HasSuffix(name, suffix) && (suffix != "" || name != "")
	}
	if prefix, ok := strings.CutSuffix(pattern, "*"); ok {
		return strings.HasPrefix(name, prefix)
	}
	return pattern == name
}

func isError(t types.Type) bool { return types.Identical(t, types.Universe.Lookup("error").Type()) }

// typeName returns the name of a type, of what it points to, or of the
// elements of a variadic parameter: "PutObjectInput", "CallOption".
func typeName(t types.Type) string {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Named:
			return u.Obj().Name()
		default:
			return ""
		}
	}
}
