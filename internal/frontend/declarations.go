package frontend

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"

	"golang.org/x/tools/go/gcexportdata"

	"github.com/retryvet/retryvet/internal/summary"
)

// A declared unit is a package that go vet visits for what its importers must
// know of it, and of which they need to know its types only: one of the standard
// library, since known data tells what it does, or an inert one of another
// module. Types do not depend on what is inside functions, where most of the
// time for a package goes.
type declaredUnit struct {
	ImportPath, GoVersion  string
	GoFiles                []string
	ImportMap, PackageVetx map[string]string
	VetxOutput, Stdout     string
	fset                   *token.FileSet
	files                  []*ast.File
	imported               map[string]*types.Package
	vetx                   map[string]vetx // by import path, as far as it was read
}

// exportDeclarations does what the unit asks for, and reports whether that is
// done. Whatever goes wrong is left to the full analysis, which says it better.
func exportDeclarations(unit *vetUnit) bool {
	standard := unit.described()
	if !standard && !unit.foreign() {
		return false
	}
	u := &declaredUnit{
		fset:     token.NewFileSet(),
		imported: make(map[string]*types.Package),
		vetx:     make(map[string]vetx),
	}
	if json.Unmarshal(unit.data, u) != nil || !standard && u.importsActive() || !u.parse(standard) {
		return false
	}
	pkg, err := u.check()
	if err != nil {
		return false
	}
	var fact *summary.PackageFact
	if !standard {
		if summary.InertnessOf(pkg, u.files, u.still) != summary.Inert {
			return false
		}
		fact = summary.InertFact(pkg, u.importedFacts())
	}
	if u.Stdout != "" { // go vet keeps what a unit prints
		if os.WriteFile(u.Stdout, nil, 0o666) != nil {
			return false
		}
	}
	return writeVetx(u.VetxOutput, u.fset, pkg, fact) == nil
}

// importsActive looks at the heads of the files only: most of the packages that
// are not inert are told by what they import.
func (u *declaredUnit) importsActive() bool {
	return slices.ContainsFunc(u.GoFiles, func(name string) bool {
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		return err != nil || summary.ImportsActive(u.ImportPath, f, u.still)
	})
}

// parse reads the files, with the comments where they can be of interest.
func (u *declaredUnit) parse(standard bool) bool {
	mode := parser.SkipObjectResolution
	if !standard {
		mode |= parser.ParseComments
	}
	for _, name := range u.GoFiles {
		f, err := parser.ParseFile(u.fset, name, nil, mode)
		if err != nil {
			return false
		}
		u.files = append(u.files, f)
	}
	return true
}

func (u *declaredUnit) check() (*types.Package, error) {
	conf := &types.Config{
		Importer:         u,
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		GoVersion:        u.GoVersion,
		IgnoreFuncBodies: true,
	}
	return conf.Check(u.ImportPath, u.fset, u.files, nil)
}

// Import reads the types of an imported package from what the tool wrote for it.
func (u *declaredUnit) Import(path string) (*types.Package, error) {
	path, ok := u.ImportMap[path]
	switch {
	case !ok:
		return nil, fmt.Errorf("no package %q", path)
	case path == "unsafe":
		return types.Unsafe, nil
	}
	if pkg := u.imported[path]; pkg != nil && pkg.Complete() {
		return pkg, nil
	}
	v, err := u.read(path)
	if err != nil {
		return nil, err
	}
	exported := append([]byte(indexed), v.types...)
	return gcexportdata.Read(bytes.NewReader(exported), u.fset, u.imported, path)
}

// read returns what the tool wrote for the package at a path.
func (u *declaredUnit) read(path string) (vetx, error) {
	v, ok := u.vetx[path]
	if ok {
		return v, nil
	}
	v, err := readVetx(u.PackageVetx[path], path)
	if err == nil {
		u.vetx[path] = v
	}
	return v, err
}

// still reports whether an imported package, by its path in the source, is
// known not to be active.
func (u *declaredUnit) still(path string) bool {
	path = u.ImportMap[path]
	if path == "unsafe" {
		return true
	}
	v, err := u.read(path)
	return err == nil && v.fact != nil && slices.Contains(v.fact.Still, path)
}

func (u *declaredUnit) importedFacts() (facts []*summary.PackageFact) {
	for _, v := range u.vetx {
		if v.fact != nil {
			facts = append(facts, v.fact)
		}
	}
	return facts
}
