package summary

import "go/types"

// apiPackages lists the other packages with types that are reached through the
// exported names of pkg: their methods can be called by importers of pkg that
// do not import them.
func apiPackages(pkg *types.Package) []string {
	w := &apiWalk{pkg: pkg, seen: make(map[types.Type]bool), found: make(map[string]bool)}
	for _, name := range pkg.Scope().Names() {
		if obj := pkg.Scope().Lookup(name); obj.Exported() {
			w.typ(obj.Type())
		}
	}
	return w.paths
}

type apiWalk struct {
	pkg   *types.Package
	seen  map[types.Type]bool
	found map[string]bool
	paths []string
}

func (w *apiWalk) typ(t types.Type) {
	if w.seen[t] {
		return
	}
	w.seen[t] = true
	switch t := t.(type) {
	case *types.Alias:
		w.typ(types.Unalias(t))
	case *types.Named:
		w.named(t)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels, maps
		w.typ(t.Elem())
		if m, ok := t.(*types.Map); ok {
			w.typ(m.Key())
		}
	case *types.Signature:
		w.tuple(t.Params())
		w.tuple(t.Results())
	case *types.Struct:
		for f := range t.Fields() {
			if f.Exported() || f.Embedded() {
				w.typ(f.Type())
			}
		}
	case *types.Interface:
		for m := range t.Methods() {
			w.typ(m.Type())
		}
	}
}

func (w *apiWalk) named(t *types.Named) {
	for a := range t.TypeArgs().Types() {
		w.typ(a)
	}
	p := t.Obj().Pkg()
	if p == nil {
		return
	}
	if p != w.pkg {
		if !w.found[p.Path()] && !isStandard(p.Path()) {
			w.found[p.Path()] = true
			w.paths = append(w.paths, p.Path())
		}
		return
	}
	w.typ(t.Underlying())
	for m := range t.Methods() {
		if m.Exported() {
			w.typ(m.Type())
		}
	}
}

func (w *apiWalk) tuple(t *types.Tuple) {
	for v := range t.Variables() {
		w.typ(v.Type())
	}
}
