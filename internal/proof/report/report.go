// Package report runs retryvet over the programs of a proof.
package report

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// root is the directory of the module, from a package of this one's.
const root = "../../.."

// Categories runs an analyzer over the package at hand, and returns the categories
// of what it reports, by file.
func Categories(t *testing.T, analyzer string) map[string][]string {
	t.Helper()
	tool := filepath.Join(t.TempDir(), "retryvet")
	if out, err := exec.Command("go", "build", "-C", root, "-o", tool, "./cmd/retryvet").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var errs bytes.Buffer
	cmd := exec.Command(tool, "-exit-zero", "-format=json", ".")
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, errs.Bytes())
	}
	said := make(map[string][]string)
	for line := range bytes.Lines(out) {
		var f struct {
			Analyzer, Category string
			Pos                struct{ File string }
		}
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if f.Analyzer == analyzer {
			file := filepath.Base(f.Pos.File)
			said[file] = append(said[file], f.Category)
		}
	}
	if len(said) == 0 {
		t.Fatalf("%s reports nothing: %s", analyzer, errs.Bytes())
	}
	for file, all := range said {
		slices.Sort(all)
		said[file] = slices.Compact(all)
	}
	return said
}
