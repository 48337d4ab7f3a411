package frontend

import (
	"bytes"
	"encoding/binary"
	"encoding/gob"
	"fmt"
	"go/token"
	"go/types"
	"os"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/gcexportdata"

	"github.com/retryvet/retryvet/internal/summary"
)

// The files by which the units tell each other types and facts are those of
// package unitchecker: a mark, the lengths of both parts, and the parts. Types
// are in the form of package gcexportdata, but for its first byte; facts are a
// gob of their list.
const (
	vetxMagic  = "vetx"
	vetxHeader = len(vetxMagic) + 4 + 4
	indexed    = "i"
)

// A gobFact is one fact of the list: about a package, if Object is empty.
type gobFact struct {
	PkgPath string
	Object  string
	Fact    analysis.Fact
}

func init() { gob.Register(new(summary.PackageFact)) }

// vetx is what such a file says of one package.
type vetx struct {
	types []byte
	fact  *summary.PackageFact // nil for none
}

func readVetx(file, path string) (v vetx, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return v, err
	}
	if len(data) < vetxHeader || string(data[:len(vetxMagic)]) != vetxMagic {
		return v, fmt.Errorf("%s: not a file of types and facts", file)
	}
	sizes, rest := data[len(vetxMagic):vetxHeader], data[vetxHeader:]
	n, m := uint64(binary.LittleEndian.Uint32(sizes)), uint64(binary.LittleEndian.Uint32(sizes[4:]))
	if n+m > uint64(len(rest)) {
		return v, fmt.Errorf("%s: types or facts are cut off", file)
	}
	v.types = rest[:n]
	v.fact, err = factOf(rest[n:n+m], path)
	return v, err
}

// factOf returns what a list of facts says of the package at a path.
func factOf(data []byte, path string) (*summary.PackageFact, error) {
	if len(data) == 0 {
		return nil, nil
	}
	var list []gobFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&list); err != nil {
		return nil, err
	}
	for _, f := range list {
		if fact, ok := f.Fact.(*summary.PackageFact); ok && f.PkgPath == path && f.Object == "" {
			return fact, nil
		}
	}
	return nil, nil
}

// writeVetx writes the types of a package, and its fact unless that is nil.
func writeVetx(file string, fset *token.FileSet, pkg *types.Package, fact *summary.PackageFact) error {
	var exported, facts bytes.Buffer
	if err := gcexportdata.Write(&exported, fset, pkg); err != nil {
		return err
	}
	body, ok := bytes.CutPrefix(exported.Bytes(), []byte(indexed))
	if !ok {
		return fmt.Errorf("types in an unknown form")
	}
	if fact != nil {
		if err := gob.NewEncoder(&facts).Encode([]gobFact{{PkgPath: pkg.Path(), Fact: fact}}); err != nil {
			return err
		}
	}
	data := append([]byte(vetxMagic), make([]byte, vetxHeader-len(vetxMagic))...)
	binary.LittleEndian.PutUint32(data[len(vetxMagic):], uint32(len(body)))
	binary.LittleEndian.PutUint32(data[len(vetxMagic)+4:], uint32(facts.Len()))
	data = append(append(data, body...), facts.Bytes()...)
	return os.WriteFile(file, data, 0o666)
}
