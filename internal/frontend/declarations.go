package frontend

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/gcexportdata"
)

// A described unit is a package of the standard library that go vet visits for
// what its importers must know of it. Known data tells what it does, so that
// there are no facts to make: only its types are wanted, which do not depend
// on what is inside functions. Most of the time for such a package goes there.
type describedUnit struct {
	ImportPath, GoVersion  string
	GoFiles                []string
	ImportMap, PackageVetx map[string]string
	VetxOutput, Stdout     string
	fset                   *token.FileSet
	imported               map[string]*types.Package
}

// exportDeclarations does what the unit asks for, which is one that known data
// describes, and reports whether that is done. Whatever goes wrong is left to
// the full analysis, which says it better.
func exportDeclarations(description []byte) bool {
	u := &describedUnit{fset: token.NewFileSet(), imported: make(map[string]*types.Package)}
	if json.Unmarshal(description, u) != nil {
		return false
	}
	pkg, err := u.check()
	if err != nil {
		return false
	}
	return u.write(pkg) == nil
}

func (u *describedUnit) check() (*types.Package, error) {
	var files []*ast.File
	for _, name := range u.GoFiles {
		f, err := parser.ParseFile(u.fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	conf := &types.Config{
		Importer:         u,
		Sizes:            types.SizesFor("gc", build.Default.GOARCH),
		GoVersion:        u.GoVersion,
		IgnoreFuncBodies: true,
	}
	return conf.Check(u.ImportPath, u.fset, files, nil)
}

// Import reads the types of an imported package from what the tool wrote for it.
func (u *describedUnit) Import(path string) (*types.Package, error) {
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
	data, err := os.ReadFile(u.PackageVetx[path])
	if err != nil {
		return nil, err
	}
	exported, err := typesIn(data)
	if err != nil {
		return nil, err
	}
	return gcexportdata.Read(bytes.NewReader(exported), u.fset, u.imported, path)
}

// The files by which the units tell each other types and facts are those of
// package unitchecker: a mark, the lengths of both parts, and the parts. Types
// are in the form of package gcexportdata, but for its first byte.
const (
	vetxMagic  = "vetx"
	vetxHeader = len(vetxMagic) + 4 + 4
	indexed    = "i"
)

func typesIn(data []byte) ([]byte, error) {
	if len(data) < vetxHeader || string(data[:len(vetxMagic)]) != vetxMagic {
		return nil, fmt.Errorf("not a file of types and facts")
	}
	n := uint64(binary.LittleEndian.Uint32(data[len(vetxMagic):]))
	if uint64(vetxHeader)+n > uint64(len(data)) {
		return nil, fmt.Errorf("types are cut off")
	}
	return append([]byte(indexed), data[vetxHeader:uint64(vetxHeader)+n]...), nil
}

// write hands on the types, and no facts.
func (u *describedUnit) write(pkg *types.Package) error {
	var exported bytes.Buffer
	if err := gcexportdata.Write(&exported, u.fset, pkg); err != nil {
		return err
	}
	body, ok := bytes.CutPrefix(exported.Bytes(), []byte(indexed))
	if !ok {
		return fmt.Errorf("types in an unknown form")
	}
	data := append([]byte(vetxMagic), make([]byte, vetxHeader-len(vetxMagic))...)
	binary.LittleEndian.PutUint32(data[len(vetxMagic):], uint32(len(body)))
	if u.Stdout != "" { // go vet keeps what a unit prints
		if err := os.WriteFile(u.Stdout, nil, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(u.VetxOutput, append(data, body...), 0o666)
}
