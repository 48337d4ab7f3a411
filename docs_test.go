package retryvet_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/retryvet/retryvet"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/passdoc"
	"github.com/retryvet/retryvet/internal/passpage"
)

var update = flag.Bool("update", false, "write the pages of the analyzers")

// The page of an analyzer is what its doc.go says.
func TestPages(t *testing.T) {
	for _, a := range retryvet.Analyzers {
		src, err := os.ReadFile("passes/" + a.Name + "/doc.go")
		if err != nil {
			t.Fatal(err)
		}
		want, err := passpage.Markdown(string(src), a.Name)
		if err != nil {
			t.Fatal(err)
		}
		file := "docs/" + a.Name + ".md"
		if *update {
			if err := os.WriteFile(file, []byte(want), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(file); err != nil || string(got) != want {
			t.Errorf("%s is not what passes/%s/doc.go says: run go generate (%v)", file, a.Name, err)
		}
	}
}

// Each category that an analyzer can report is in its list and has a section:
// the URL of a finding leads there. Each page tells how to silence a finding,
// which flags there are, how often the analyzer is right and what it misses.
func TestEveryCategoryIsDocumented(t *testing.T) {
	for _, a := range retryvet.Analyzers {
		var listed []string
		for _, c := range passdoc.Categories(a.Doc) {
			listed = append(listed, c.Name)
		}
		for _, c := range append(categories(t, a.Name), finding.Directive) {
			if !slices.Contains(listed, c) {
				t.Errorf("the documentation of %s does not list %q, only %q", a.Name, c, listed)
			}
		}
		data, err := os.ReadFile("docs/" + a.Name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		page := string(data)
		for _, name := range append(listed, "Flags", "How often it is right", "What it cannot see") {
			_, section, ok := strings.Cut(page, "\n## "+name+"\n")
			section, _, _ = strings.Cut(section, "\n## ")
			if !ok || len(strings.Fields(section)) < 10 {
				t.Errorf("docs/%s.md says next to nothing of %q", a.Name, name)
			}
		}
		if !strings.Contains(page, "//retryvet:allow "+a.Name) {
			t.Errorf("docs/%s.md does not show how to silence a finding", a.Name)
		}
		a.Flags.VisitAll(func(f *flag.Flag) {
			if !strings.Contains(page, "\n- `-"+f.Name) {
				t.Errorf("docs/%s.md does not describe the flag -%s", a.Name, f.Name)
			}
		})
		// The help of the command is this text: about what a terminal shows at once.
		if n := strings.Count(a.Doc, "\n"); n > 60 {
			t.Errorf("the documentation of %s has %d lines before its first section", a.Name, n)
		}
	}
}

// categories returns the constants of a pass that are one plain word which is
// the constant's name: so each pass declares what it can report.
func categories(t *testing.T, pass string) []string {
	t.Helper()
	files, err := filepath.Glob("passes/" + pass + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok || group.Tok != token.CONST {
				continue
			}
			for _, spec := range group.Specs {
				v := spec.(*ast.ValueSpec)
				if len(v.Names) != 1 || len(v.Values) != 1 {
					continue
				}
				value, ok := v.Values[0].(*ast.BasicLit)
				if ok && value.Value == strconv.Quote(v.Names[0].Name) {
					list = append(list, v.Names[0].Name)
				}
			}
		}
	}
	if len(list) == 0 {
		t.Errorf("%s declares no categories", pass)
	}
	return list
}
