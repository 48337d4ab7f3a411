package idempotency

import (
	"flag"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"

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

// TestFixes applies the suggested fixes and compares with the golden file.
func TestFixes(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.RunWithSuggestedFixes(t, testdata, New(Options{}), "idempotencyfix")
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
