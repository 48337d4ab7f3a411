package summary

import (
	"go/ast"
	"go/types"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
	"github.com/retryvet/retryvet/internal/known"
)

// Inertness says what a package of another module can have to do with retrying,
// as far as its declarations and the names that its functions use can tell.
// Most of what a program depends on computes, and there the bodies of functions
// need not be understood, which is where the time goes.
type Inertness int

const (
	// Active is a package in which something may reach out of the process,
	// wait, or call what it is handed.
	Active Inertness = iota
	// Telling is one in which nothing does, but which tells errors apart, how
	// long to wait, or makes keys.
	Telling
	// Inert is one of which importers need to know only that.
	Inert
)

// inertness says whether the package may be left alone: one of another module,
// that is. Of packages that people ask about all is told.
func (e *engine) inertness(pass *analysis.Pass) Inertness {
	if !ofOthers(pass) {
		return Active
	}
	return InertnessOf(pass.Pkg, pass.Files, func(path string) bool { return e.still[path] })
}

// ofOthers reports whether a package is of another module than the one at hand.
// Where the driver does not tell modules, as nogo does not, the place of its files
// may: Bazel has what others wrote in a folder of its own, the go command in
// folders with a version.
func ofOthers(pass *analysis.Pass) bool {
	if pass.Module != nil {
		return pass.Module.Version != ""
	}
	if len(pass.Files) == 0 {
		return false
	}
	file := filepath.ToSlash(pass.Fset.File(pass.Files[0].FileStart).Name())
	return isElsewhere(file)
}

func isElsewhere(file string) bool {
	_, inside, bazel := strings.Cut(file, "/execroot/")
	return strings.HasPrefix(file, "external/") || bazel && strings.Contains(inside, "/external/") || versioned.MatchString(file)
}

// versioned matches the folder of a module in the cache of the go command.
var versioned = regexp.MustCompile(`/[^/]+@v[0-9]+\.[0-9]+\.[0-9]+[^/]*/`)

// InertnessOf looks at the package, of which the bodies of functions need not
// have been type-checked; comments are wanted. The callback says whether an imported package, other
// than those of the standard library, is known to be [Telling] or [Inert].
func InertnessOf(pkg *types.Package, files []*ast.File, still func(path string) bool) Inertness {
	if known.Active(pkg.Path()) || len(directive.Declarations(files)) > 0 {
		return Active // somebody says what its functions do
	}
	if known.Inert(pkg.Path()) {
		return Inert
	}
	found := Inert
	for _, f := range files {
		if !importsStill(f, still) {
			return Active
		}
		if found = min(found, useInertness(f)); found == Active {
			return Active
		}
	}
	return min(found, apiInertness(pkg))
}

// ImportsActive reports whether a file alone tells, by what it imports, that
// its package is not inert.
func ImportsActive(path string, f *ast.File, still func(path string) bool) bool {
	return !known.Inert(path) && !importsStill(f, still)
}

func importsStill(f *ast.File, still func(path string) bool) bool {
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		switch {
		case err != nil || path == "C":
			return false
		case isStandard(path):
			if speaks(path) || spec.Name != nil && spec.Name.Name == "." && partly(path) {
				return false
			}
		case !still(path):
			return false
		}
	}
	return true
}

// speaks reports whether a package of the standard library is imported by what
// has to do with attempts, deadlines and requests, also where it only hands
// them on.
func speaks(path string) bool {
	return path == "context" || path == "net/http" || strings.HasPrefix(path, "net/http/")
}

// partly reports whether it matters which names of a package of the standard
// library are used.
func partly(path string) bool {
	return path != "unsafe" && (!known.Inert(path) || known.MakesKey(path, ""))
}

// useInertness looks at all that a file names of the standard library. A
// variable that hides a package only costs time.
func useInertness(f *ast.File) Inertness {
	packages := make(map[string]string) // by the name in the file
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || !isStandard(path) || !partly(path) {
			continue
		}
		name := path[strings.LastIndexByte(path, '/')+1:]
		switch {
		case spec.Name != nil:
			name = spec.Name.Name
		case path == "math/rand/v2":
			name = "rand"
		}
		packages[name] = path
	}
	found := Inert
	if len(packages) == 0 {
		return found
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if sel, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := sel.X.(*ast.Ident); ok && packages[x.Name] != "" {
				found = min(found, symbolInertness(packages[x.Name], sel.Sel.Name))
			}
		}
		return found != Active
	})
	return found
}

func symbolInertness(path, symbol string) Inertness {
	switch {
	case !known.InertSymbol(path, symbol):
		return Active
	case known.MakesKey(path, symbol):
		return Telling
	}
	return Inert
}

// apiInertness looks at what importers can call and fill in.
func apiInertness(pkg *types.Package) Inertness {
	found := Inert
	for _, name := range pkg.Scope().Names() {
		switch obj := pkg.Scope().Lookup(name).(type) {
		case *types.Func:
			if obj.Exported() {
				found = min(found, callInertness(obj.Signature()))
			}
		case *types.Var:
			if obj.Exported() && runs(obj.Type(), nil) {
				return Active
			}
		case *types.TypeName:
			found = min(found, typeInertness(obj))
		}
		if found == Active {
			break
		}
	}
	return found
}

func typeInertness(obj *types.TypeName) Inertness {
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok || obj.IsAlias() {
		return Inert
	}
	found := Inert
	for m := range named.Methods() {
		if m.Exported() {
			found = min(found, callInertness(m.Signature()))
		}
	}
	if s, ok := named.Underlying().(*types.Struct); ok && obj.Exported() {
		for f := range s.Fields() {
			if f.Exported() && isDuration(f.Type()) {
				found = min(found, Telling)
			}
		}
	}
	return found
}

// callInertness looks at a function by its parameters, which it may call, and
// its results.
func callInertness(sig *types.Signature) Inertness {
	found := Inert
	if recv := sig.Recv(); recv != nil && runs(recv.Type(), nil) {
		return Active
	}
	for p := range sig.Params().Variables() {
		if runs(p.Type(), nil) {
			return Active
		}
		if holdsError(p.Type()) {
			found = Telling
		}
	}
	for r := range sig.Results().Variables() {
		if isDuration(r.Type()) {
			found = Telling
		}
	}
	return found
}

// runs reports whether a value of type t may hold a function that can fail, set
// by whoever hands it over: a closure, or the method of an interface that does
// more than move bytes.
func runs(t types.Type, seen []types.Type) bool {
	t = types.Unalias(t)
	if named, ok := t.(*types.Named); ok {
		for _, s := range seen {
			if s == t {
				return false
			}
		}
		seen = append(seen, t)
		if p := named.Obj().Pkg(); p == nil || isStandard(p.Path()) {
			return false
		}
	}
	switch u := t.Underlying().(type) {
	case *types.Signature:
		return fails(u)
	case *types.Interface:
		for m := range u.Methods() {
			if fails(m.Signature()) && !movesBytes(m.Signature()) {
				return true
			}
		}
	case *types.Struct:
		for f := range u.Fields() {
			if (f.Exported() || f.Embedded()) && runs(f.Type(), seen) {
				return true
			}
		}
	case *types.Map:
		return runs(u.Elem(), seen)
	case interface{ Elem() types.Type }: // pointers, slices, arrays, channels
		return runs(u.Elem(), seen)
	}
	return false
}

func fails(sig *types.Signature) bool {
	n := sig.Results().Len()
	return n > 0 && isError(sig.Results().At(n-1).Type())
}

func movesBytes(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if s, ok := p.Type().Underlying().(*types.Slice); ok && types.Identical(s.Elem(), types.Typ[types.Byte]) {
			return true
		}
	}
	return false
}

func holdsError(t types.Type) bool {
	if s, ok := t.Underlying().(*types.Slice); ok {
		t = s.Elem()
	}
	return isError(t)
}

func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && named.Obj().Pkg().Path() == "time" && named.Obj().Name() == "Duration"
}
