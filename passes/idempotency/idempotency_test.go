package idempotency

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/fixture"
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
	fixture.CompareGolden(t, testdata, "idempotency.txt", *update, results)
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
