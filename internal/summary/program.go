package summary

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"
)

// buildFunctions builds the SSA form of the package and lists its functions
// with a body, closures after the function that declares them. The package's
// initialization is a function as well.
func buildFunctions(pass *analysis.Pass) []*ssa.Function {
	prog := ssa.NewProgram(pass.Fset, ssa.BuilderMode(0))
	for _, p := range pass.Pkg.Imports() {
		prog.CreatePackage(p, nil, nil, true)
	}
	pkg := prog.CreatePackage(pass.Pkg, pass.Files, pass.TypesInfo, false)
	pkg.Build()

	var fns []*ssa.Function
	var add func(*ssa.Function)
	add = func(f *ssa.Function) {
		if f == nil || len(f.Blocks) == 0 {
			return
		}
		fns = append(fns, f)
		for _, anon := range f.AnonFuncs {
			add(anon)
		}
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			d, ok := decl.(*ast.FuncDecl)
			if !ok {
				continue
			}
			if obj, ok := pass.TypesInfo.Defs[d.Name].(*types.Func); ok {
				add(prog.FuncValue(obj))
			}
		}
	}
	add(pkg.Func("init"))
	return fns
}

// matters reports whether the package can contain or pass on anything.
func matters(pass *analysis.Pass) bool {
	if pass.Module == nil || pass.Module.Path == "" {
		if isStandard(pass.Pkg.Path()) {
			return false // known data describes the standard library
		}
	}
	if len(pass.TypeErrors) > 0 {
		return false
	}
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Body != nil {
					return true
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					if v, ok := spec.(*ast.ValueSpec); ok && len(v.Values) > 0 {
						return true
					}
				}
			}
		}
	}
	return false
}
