package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/packages"

	"github.com/retryvet/retryvet"
	"github.com/retryvet/retryvet/internal/finding"
)

// The command, go vet and a driver that loads whole programs give the same
// findings, in any order of the packages.
func TestDriversAgree(t *testing.T) {
	total := 0
	for _, dir := range examples(t) {
		dir = abs(t, dir)
		t.Run(filepath.Base(filepath.Dir(dir))+"/"+filepath.Base(dir), func(t *testing.T) {
			command := fromCommand(t, dir)
			total += len(command)
			if vet := fromVet(t, dir); !slices.Equal(command, vet) {
				t.Errorf("retryvet:\n%s\ngo vet:\n%s", lines(command), lines(vet))
			}
			pkgs := load(t, dir)
			if whole := fromChecker(t, dir, pkgs); !slices.Equal(command, whole) {
				t.Errorf("retryvet:\n%s\nchecker:\n%s", lines(command), lines(whole))
			}
			slices.Reverse(pkgs)
			if whole := fromChecker(t, dir, pkgs); !slices.Equal(command, whole) {
				t.Errorf("retryvet:\n%s\nchecker, in reverse order:\n%s", lines(command), lines(whole))
			}
		})
	}
	if total == 0 {
		t.Error("there are no findings to compare")
	}
}

// Two runs print the same bytes, also when the second has nothing to do.
func TestSameBytes(t *testing.T) {
	for _, dir := range examples(t) {
		for _, args := range [][]string{
			{"-format=json", "-tests", "./..."},
			{"inventory", "-format=json", "./..."},
		} {
			first, _ := output(t, dir, tool(t), args...)
			second, _ := output(t, dir, tool(t), args...)
			if !bytes.Equal(first, second) {
				t.Errorf("%s %v: first\n%s\nthen\n%s", dir, args, first, second)
			}
		}
	}
}

func lines(list []string) string { return strings.Join(list, "\n") }

func fromCommand(t *testing.T, dir string) []string {
	t.Helper()
	out, _ := output(t, dir, tool(t), "-format=json", "./...")
	var list []string
	for line := range bytes.Lines(out) {
		var f finding.Finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		list = append(list, describe(f.Pos.File, f.Pos.Line, f.Pos.Column, f.Category, f.Message))
	}
	return list
}

// fromVet reads what go vet -json prints: the findings of each package as
// often as it has variants.
func fromVet(t *testing.T, dir string) []string {
	t.Helper()
	out, _ := output(t, dir, "go", "vet", "-json", "-vettool="+tool(t), "./...")
	dec := json.NewDecoder(bytes.NewReader(out))
	var list []string
	for {
		var tree map[string]map[string][]struct{ Posn, Category, Message string }
		err := dec.Decode(&tree)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, results := range tree {
			for _, diagnostics := range results {
				for _, d := range diagnostics {
					parts := strings.Split(d.Posn, ":")
					n := len(parts)
					line, _ := strconv.Atoi(parts[n-2])
					column, _ := strconv.Atoi(parts[n-1])
					list = append(list, describe(below(t, dir, strings.Join(parts[:n-2], ":")), line, column, d.Category, d.Message))
				}
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// load reads a whole program from source, as golangci-lint and multicheckers
// do.
func load(t *testing.T, dir string) []*packages.Package {
	t.Helper()
	cfg := &packages.Config{Mode: packages.LoadAllSyntax | packages.NeedModule, Dir: dir, Tests: true}
	pkgs, err := packages.Load(cfg, "./...")
	if err != nil {
		t.Fatal(err)
	}
	return pkgs
}

func fromChecker(t *testing.T, dir string, pkgs []*packages.Package) []string {
	t.Helper()
	graph, err := checker.Analyze(retryvet.Analyzers, pkgs, &checker.Options{Sequential: true})
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, root := range graph.Roots {
		if root.Err != nil {
			t.Fatal(root.Err)
		}
		for _, d := range root.Diagnostics {
			p := root.Package.Fset.Position(d.Pos)
			if !strings.HasPrefix(d.URL, "https://") {
				t.Errorf("%v: no URL", p)
			}
			list = append(list, describe(below(t, dir, p.Filename), p.Line, p.Column, d.Category, d.Message))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func below(t *testing.T, dir, file string) string {
	t.Helper()
	rel, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return rel
}
