package known

import (
	"go/types"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"
)

// loadPackages returns the packages that patterns stand for, by import path,
// from export data.
func loadPackages(patterns ...string) (map[string]*types.Package, error) {
	cfg := &packages.Config{Mode: packages.NeedName | packages.NeedTypes | packages.NeedExportFile | packages.NeedImports}
	pkgs, err := packages.Load(cfg, patterns...)
	if err != nil {
		return nil, err
	}
	byPath := map[string]*types.Package{}
	for _, p := range pkgs {
		byPath[p.PkgPath] = p.Types
	}
	return byPath, nil
}

// member finds a function, method, field, variable or type: "Sleep",
// "Timer.Reset".
func member(pkg *types.Package, symbol string) types.Object {
	recv, name := splitSymbol(symbol)
	if recv == "" {
		return pkg.Scope().Lookup(name)
	}
	typ := pkg.Scope().Lookup(recv)
	if typ == nil {
		return nil
	}
	obj, _, _ := types.LookupFieldOrMethod(typ.Type(), true, pkg, name)
	return obj
}

// Every symbol that the data names in the standard library exists, and every
// package of it that programs can import is spoken of.
func TestStandardLibrary(t *testing.T) {
	std := stdPackages(t)
	ix := table()
	for _, s := range ix.stanzas {
		if s.file != "std.txt" {
			continue
		}
		entries, err := s.parsed()
		if err != nil {
			t.Error(err)
		}
		missing := map[string]int{} // symbol -> line, when in none of the packages of the line
		present := map[string]bool{}
		for _, e := range entries {
			pkg := std[e.path]
			if pkg == nil {
				t.Errorf("%s:%d: no package %s", s.file, e.line, e.path)
				continue
			}
			symbol := strings.TrimSuffix(strings.TrimSuffix(e.symbol, "*"), ".")
			if symbol == "" || member(pkg, symbol) != nil {
				present[e.symbol] = true
			} else {
				missing[e.symbol] = e.line
			}
			if fn, ok := member(pkg, symbol).(*types.Func); ok && receiver(fn) != "" {
				if recv, _ := splitSymbol(e.symbol); receiver(fn) != recv {
					t.Errorf("%s:%d: %s is a method of %s", s.file, e.line, e.symbol, receiver(fn))
				}
			}
		}
		for symbol, line := range missing {
			if !present[symbol] {
				t.Errorf("%s:%d: no %s", s.file, line, symbol)
			}
		}
	}

	var silent []string
	for path := range std {
		if strings.Contains("/"+path+"/", "/internal/") || strings.HasPrefix(path, "vendor/") {
			continue
		}
		if ix.pkg(path) == nil {
			silent = append(silent, path)
		}
	}
	slices.Sort(silent)
	if len(silent) > 0 {
		t.Errorf("packages without a line: %v", silent)
	}
}
