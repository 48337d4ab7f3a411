package summary

import (
	"fmt"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// Names identify functions, types and fields across packages. They are made
// from import paths and declared names only: no positions on this machine.

// funcName identifies a declared function, or a method by its generic origin.
func (n *namer) funcName(f *types.Func) string {
	f = f.Origin()
	path := ""
	if f.Pkg() != nil {
		path = f.Pkg().Path()
	}
	recv := f.Signature().Recv()
	if recv == nil {
		return path + "." + f.Name()
	}
	return methodOf(n.typeName(recv.Type()), f.Name())
}

// methodOf names the method of a type by the type's name.
func methodOf(typ, method string) string {
	if i := strings.LastIndexByte(method, '.'); i >= 0 {
		method = method[i+1:]
	}
	return "(" + typ + ")." + method
}

// splitMethod is the inverse of [methodOf].
func splitMethod(name string) (typ, method string, ok bool) {
	i := strings.LastIndex(name, ").")
	if i < 0 || name[0] != '(' {
		return "", name, false
	}
	return name[1:i], name[i+2:], true
}

// A namer makes names; it needs positions to tell local types apart.
type namer struct{ fset *token.FileSet }

// typeName identifies a type; instances of a generic type share one name.
func (n *namer) typeName(t types.Type) string {
	t = types.Unalias(t)
	switch t := t.(type) {
	case *types.Pointer:
		return "*" + n.typeName(t.Elem())
	case *types.Named:
		obj := t.Origin().Obj()
		if obj.Pkg() == nil {
			return obj.Name()
		}
		name := obj.Pkg().Path() + "." + obj.Name()
		if obj.Parent() != nil && obj.Parent() != obj.Pkg().Scope() {
			// Several functions may declare a type of one name.
			name += fmt.Sprintf("·%d", n.fset.Position(obj.Pos()).Line)
		}
		return name
	case *types.Interface:
		return "interface"
	case *types.Struct:
		return "struct"
	}
	return t.String()
}

// fieldName identifies a field of the struct type t (or a pointer to it).
func (n *namer) fieldName(t types.Type, i int) string {
	t = types.Unalias(t)
	if p, ok := t.Underlying().(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	s, ok := t.Underlying().(*types.Struct)
	if !ok || i >= s.NumFields() {
		return "?"
	}
	f := s.Field(i)
	if named, ok := t.(*types.Named); ok {
		return n.typeName(named) + "." + f.Name()
	}
	path := ""
	if f.Pkg() != nil {
		path = f.Pkg().Path()
	}
	return fmt.Sprintf("%s.struct·%d.%s", path, n.fset.Position(f.Pos()).Line, f.Name())
}

// ssaName identifies an SSA function; closures are numbered below the
// function that declares them, and instances share the name of their origin.
func (n *namer) ssaName(f *ssa.Function) string {
	if o := f.Origin(); o != nil {
		f = o
	}
	if p := f.Parent(); p != nil {
		return n.ssaName(p) + strings.TrimPrefix(f.Name(), p.Name())
	}
	if obj, ok := f.Object().(*types.Func); ok && !strings.HasPrefix(f.Synthetic, "wrapper") {
		if obj.Name() != "init" || obj.Signature().Recv() != nil {
			return n.funcName(obj)
		}
	}
	path := ""
	if f.Pkg != nil {
		path = f.Pkg.Pkg.Path()
	}
	return path + "." + f.Name()
}

// display prints the name of a function as people write it: qualified by the
// package's name, closures by the function they are in.
func display(name string) string {
	if i := strings.IndexByte(name, '$'); i >= 0 {
		name = name[:i]
	}
	if typ, method, ok := splitMethod(name); ok {
		star := ""
		if strings.HasPrefix(typ, "*") {
			star, typ = "*", typ[1:]
		}
		return "(" + star + base(typ) + ")." + method
	}
	return base(name)
}

// base drops the directories of an import path, and the version that ends one.
func base(name string) string {
	dir, rest := "", name
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		dir, rest = name[:i], name[i+1:]
	}
	if pkg, sym, ok := strings.Cut(rest, "."); ok && isVersion(pkg) && dir != "" {
		return dir[strings.LastIndexByte(dir, '/')+1:] + "." + sym
	}
	return rest
}

func isVersion(s string) bool {
	return len(s) > 1 && s[0] == 'v' && strings.Trim(s[1:], "0123456789") == ""
}

// lastPart is the declared name at the end of a qualified one.
func lastPart(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// fileOf names a file by import path and base name, so that facts are the
// same in every checkout.
func fileOf(fset *token.FileSet, pkg string, pos token.Pos) (file string, line int) {
	p := fset.Position(pos)
	return pkg + "/" + filepath.Base(p.Filename), p.Line
}
