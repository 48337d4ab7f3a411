package nestedretry

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
	results := analysistest.Run(t, testdata, New(Options{Max: 1}), "nestedretry/...")
	fixture.CompareGolden(t, testdata, "nestedretry.txt", *update, results)
}
