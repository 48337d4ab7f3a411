package idempotency

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/finding"
)

var update = flag.Bool("update", false, "write the golden file")

// TestFixtures compares the findings with the want comments of the fixtures,
// and all that they carry besides the message with a golden file.
func TestFixtures(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	results := analysistest.Run(t, testdata, New(Options{}), "idempotency/...")
	compareGolden(t, testdata, render(testdata, results))
}

// TestStrict looks at what is reported only on demand.
func TestStrict(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, New(Options{Strict: true}), "idempotencystrict/...")
}

// Without -strict nothing is said of it.
func TestLikelyIsSilent(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range analysistest.Run(noWants{t}, testdata, New(Options{}), "idempotencystrict/...") {
		for _, d := range r.Diagnostics {
			t.Errorf("%s: %s", r.Pass.Fset.Position(d.Pos), d.Message)
		}
	}
}

// noWants keeps analysistest from asking for what only -strict reports.
type noWants struct{ *testing.T }

func (noWants) Errorf(string, ...any) {}

// Each category is an anchor of the page that findings link to.
func TestCategoriesAreDocumented(t *testing.T) {
	page, err := os.ReadFile("../../docs/idempotency.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []string{write, key, body, tx, stale, finding.Directive} {
		if !strings.Contains(string(page), "\n## "+c+"\n") {
			t.Errorf("the page has no heading %q", c)
		}
		if !strings.Contains(Analyzer.Doc, "\n  - "+c+": ") {
			t.Errorf("the analyzer's documentation does not list %q", c)
		}
	}
}

// render prints the diagnostics whole. A package that was analyzed with its
// test files too is printed once.
func render(testdata string, results []*analysistest.Result) []byte {
	var b bytes.Buffer
	seen := make(map[string]bool)
	for _, r := range results {
		if seen[r.Pass.Pkg.Path()] {
			continue
		}
		seen[r.Pass.Pkg.Path()] = true
		fset := r.Pass.Fset
		for _, d := range r.Diagnostics {
			pos, end := fset.Position(d.Pos), fset.Position(d.End)
			name, err := filepath.Rel(filepath.Join(testdata, "src"), pos.Filename)
			if err != nil {
				name = pos.Filename
			}
			fmt.Fprintf(&b, "%s:%d:%d-%d:%d: %s\n", filepath.ToSlash(name), pos.Line, pos.Column, end.Line, end.Column, d.Message)
			fmt.Fprintf(&b, "\t%s %s\n", d.Category, d.URL)
			for _, rel := range d.Related {
				at := fset.Position(rel.Pos)
				fmt.Fprintf(&b, "\t%s:%d: %s\n", filepath.Base(at.Filename), at.Line, rel.Message)
			}
		}
	}
	return b.Bytes()
}

func compareGolden(t *testing.T, testdata string, got []byte) {
	t.Helper()
	golden := filepath.Join(testdata, "golden", "idempotency.txt")
	if *update {
		if err := os.MkdirAll(filepath.Dir(golden), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("diagnostics differ from %s (go test -update writes it):\n%s", golden, got)
	}
}
