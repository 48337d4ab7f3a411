package deadline

import (
	"cmp"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/analysistest"
)

// TestFixes applies the suggested fixes and compares with the golden file.
func TestFixes(t *testing.T) {
	dir := filepath.Join(testdata(t), "src", "deadlinefix")
	results := analysistest.RunWithSuggestedFixes(t, testdata(t), New(Options{}), "deadlinefix")
	want, err := os.ReadFile(filepath.Join(dir, "fix.go.golden"))
	if err != nil {
		t.Fatal(err)
	}
	// That comparison formats what it compares; who applies a fix may not.
	got := applied(t, results[0], filepath.Join(dir, "fix.go"))
	if got != string(want) {
		t.Errorf("the fixed file is not formatted:\n%s", got)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "fix.go", got, 0)
	if err != nil {
		t.Fatal(err)
	}
	conf := types.Config{Importer: importer.Default()}
	if _, err := conf.Check("deadlinefix", fset, []*ast.File{f}, nil); err != nil {
		t.Errorf("the fixed file does not compile: %v", err)
	}
}

// applied returns a file with the first fix of each finding in it.
func applied(t *testing.T, r *analysistest.Result, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var edits []analysis.TextEdit
	for _, d := range r.Diagnostics {
		if len(d.SuggestedFixes) > 0 {
			edits = append(edits, d.SuggestedFixes[0].TextEdits...)
		}
	}
	slices.SortFunc(edits, func(a, b analysis.TextEdit) int { return cmp.Compare(b.Pos, a.Pos) })
	out := string(text)
	for _, e := range edits { // the last one first, which moves no other
		from, to := r.Action.Package.Fset.Position(e.Pos), r.Action.Package.Fset.Position(e.End)
		if from.Filename != file {
			t.Fatalf("an edit of %s", from.Filename)
		}
		out = out[:from.Offset] + string(e.NewText) + out[to.Offset:]
	}
	return out
}
