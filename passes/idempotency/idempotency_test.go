package idempotency

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
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
