package overload

import (
	"path/filepath"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

// TestFixtures compares the findings with the want comments of the fixtures.
func TestFixtures(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	analysistest.Run(t, testdata, New(Options{}), "overload/...")
	analysistest.Run(t, testdata, New(Options{Strict: true}), "overloadstrict/...")
}
