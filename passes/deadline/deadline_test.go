package deadline

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

func testdata(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestFixtures compares the findings with the want comments of the fixtures.
func TestFixtures(t *testing.T) {
	analysistest.Run(t, testdata(t), New(Options{}), "deadline/...")
}

// TestStrict does the same for what is likely but not certain.
func TestStrict(t *testing.T) {
	analysistest.Run(t, testdata(t), New(Options{Strict: true}), "deadlinestrict/...")
}
