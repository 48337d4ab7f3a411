package main

import (
	"fmt"
	"go/types"
	"reflect"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet"
)

// A nogo runs analyzers as Bazel's nogo does: nothing is known of the standard
// library, a package sees the facts of the packages that it imports itself,
// and of a pass only these fields are set. Everything else is nil.
type nogo struct {
	objects  map[objectFact]analysis.Fact
	packages map[packageFact]analysis.Fact
	done     map[*packages.Package]bool
	report   func(*analysis.Pass, analysis.Diagnostic)
}

type objectFact struct {
	types.Object
	reflect.Type
}

type packageFact struct {
	*types.Package
	reflect.Type
}

// The findings are the same without a module, without files to read and with
// facts of direct imports alone.
func TestNogo(t *testing.T) {
	for _, dir := range examples(t) {
		dir = abs(t, dir)
		cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir}
		pkgs, err := packages.Load(cfg, "./...")
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		driver := &nogo{
			objects:  make(map[objectFact]analysis.Fact),
			packages: make(map[packageFact]analysis.Fact),
			done:     make(map[*packages.Package]bool),
			report: func(pass *analysis.Pass, d analysis.Diagnostic) {
				p := pass.Fset.Position(d.Pos)
				got = append(got, describe(below(t, dir, p.Filename), p.Line, p.Column, d.Category, d.Message))
			},
		}
		for _, p := range pkgs {
			if err := driver.visit(p); err != nil {
				t.Fatal(err)
			}
		}
		slices.Sort(got)
		if want := fromCommand(t, dir); !slices.Equal(got, want) {
			t.Errorf("%s: nogo:\n%s\nretryvet:\n%s", dir, lines(got), lines(want))
		}
	}
}

// visit analyzes a package after those that it imports.
func (n *nogo) visit(p *packages.Package) error {
	if n.done[p] || p.Module == nil {
		return nil
	}
	n.done[p] = true
	for _, imported := range p.Imports {
		if err := n.visit(imported); err != nil {
			return err
		}
	}
	results := make(map[*analysis.Analyzer]any)
	for _, a := range retryvet.Analyzers {
		if err := n.run(p, a, results, true); err != nil {
			return err
		}
	}
	return nil
}

func (n *nogo) run(p *packages.Package, a *analysis.Analyzer, results map[*analysis.Analyzer]any, root bool) error {
	if _, ok := results[a]; ok {
		return nil
	}
	inputs := make(map[*analysis.Analyzer]any)
	for _, r := range a.Requires {
		if err := n.run(p, r, results, false); err != nil {
			return err
		}
		inputs[r] = results[r]
	}
	pass := &analysis.Pass{
		Analyzer:          a,
		Fset:              p.Fset,
		Files:             p.Syntax,
		Pkg:               p.Types,
		TypesInfo:         p.TypesInfo,
		TypesSizes:        p.TypesSizes,
		ResultOf:          inputs,
		ImportObjectFact:  func(o types.Object, f analysis.Fact) bool { return n.object(p, o, f) },
		ExportObjectFact:  func(o types.Object, f analysis.Fact) { n.objects[objectFact{o, reflect.TypeOf(f)}] = f },
		ImportPackageFact: func(q *types.Package, f analysis.Fact) bool { return n.packageOf(p, q, f) },
		ExportPackageFact: func(f analysis.Fact) { n.packages[packageFact{p.Types, reflect.TypeOf(f)}] = f },
		AllObjectFacts:    func() []analysis.ObjectFact { return nil },
		AllPackageFacts:   func() []analysis.PackageFact { return nil },
	}
	pass.Report = func(d analysis.Diagnostic) {
		if root {
			n.report(pass, d)
		}
	}
	result, err := a.Run(pass)
	if err != nil {
		return fmt.Errorf("%s: %w", p, err)
	}
	results[a] = result
	return nil
}

// direct reports whether facts of q reach p.
func direct(p *packages.Package, q *types.Package) bool {
	return q != nil && (q == p.Types || slices.Contains(p.Types.Imports(), q))
}

func (n *nogo) object(p *packages.Package, o types.Object, f analysis.Fact) bool {
	return direct(p, o.Pkg()) && set(f, n.objects[objectFact{o, reflect.TypeOf(f)}])
}

func (n *nogo) packageOf(p *packages.Package, q *types.Package, f analysis.Fact) bool {
	return direct(p, q) && set(f, n.packages[packageFact{q, reflect.TypeOf(f)}])
}

// set copies a stored fact, if there is one, to where the analyzer wants it.
func set(to, from analysis.Fact) bool {
	if from == nil {
		return false
	}
	reflect.ValueOf(to).Elem().Set(reflect.ValueOf(from).Elem())
	return true
}
