package frontend

import (
	"bytes"
	"errors"
	"flag"
	"go/ast"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

var update = flag.Bool("update", false, "write what the scripts print into them")

// The scripts run the command over a suite of one analyzer that reports each
// call of a function named retried: what is tested here is the way of a
// finding from a package to the person, not how it is found.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"cacheprog": cacheProg,
		"summaries": func() {
			os.Exit(Main([]*analysis.Analyzer{summary.Analyzer}, os.Args[1:], os.Stdout, os.Stderr))
		},
		"retryvet": func() {
			countVisit(os.Args[1:])
			os.Exit(Main([]*analysis.Analyzer{callsOfRetried()}, os.Args[1:], os.Stdout, os.Stderr))
		},
	})
}

func TestScripts(t *testing.T) {
	tool, err := exec.LookPath("retryvet")
	if err != nil {
		t.Fatal(err)
	}
	cache := t.TempDir() // what a script finds there, a script put there
	testscript.Run(t, testscript.Params{
		Dir:           "testdata/script",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			env.Setenv("RETRYVET", tool)
			env.Setenv("GOCACHE", cache)
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "replace": replace, "lose": lose},
	})
}

// exits runs a command that must end with the exit code given first.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	err = ts.Exec(args[1], args[2:]...)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%v: exit code %d, want %d", args[1:], got, want)
	}
}

// replace puts the second text in the place of the first in a file.
func replace(ts *testscript.TestScript, _ bool, args []string) {
	text := ts.ReadFile(args[2])
	if !strings.Contains(text, args[0]) {
		ts.Fatalf("%s does not hold %q", args[2], args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[2]), []byte(strings.ReplaceAll(text, args[0], args[1])), 0o666))
}

// lose removes what the build cache holds with a text in it.
func lose(ts *testscript.TestScript, _ bool, args []string) {
	lost := 0
	ts.Check(filepath.WalkDir(ts.Getenv("GOCACHE"), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(file, "-d") {
			return err
		}
		data, err := os.ReadFile(file)
		if err == nil && bytes.Contains(data, []byte(args[0])) {
			lost++
			err = os.Remove(file)
		}
		return err
	}))
	if lost == 0 {
		ts.Fatalf("the cache does not hold %q", args[0])
	}
}

func callsOfRetried() *analysis.Analyzer {
	var o finding.Options
	a := &analysis.Analyzer{
		Name:       "nestedretry",
		Doc:        "report calls of retried\n\nIt stands for an analyzer.",
		URL:        finding.DocURL("nestedretry"),
		ResultType: reflect.TypeFor[[]finding.Finding](),
		Run: func(pass *analysis.Pass) (any, error) {
			return finding.Report(pass, o, drafts(pass)), nil
		},
	}
	o.Register(&a.Flags)
	return a
}

func drafts(pass *analysis.Pass) []finding.Draft {
	var found []finding.Draft
	for _, f := range pass.Files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			id, ok := call.Fun.(*ast.Ident)
			if !ok || id.Name != "retried" || len(call.Args) != 1 {
				return true
			}
			leaf, _ := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
			found = append(found, finding.Draft{
				Category:   "product",
				Message:    "up to 9 calls of " + leaf,
				Pos:        call.Pos(),
				End:        call.End(),
				Confidence: finding.High,
				Attempts: &finding.Attempts{Total: "9", Layers: []finding.Layer{
					{Func: "m.F", File: "example.com/m/f.go", Line: 3, Attempts: "3", Kind: "loop"},
					{Func: "m.G", File: "example.com/m/g.go", Line: 4, Attempts: "n+1", Kind: "goto"},
				}},
				Path:     []string{"m.F", "m.G", leaf},
				Identity: []string{"m.F", "m.G", leaf},
				Fixes:    rename(id, leaf),
			})
			return true
		})
	}
	return found
}

// rename suggests to call another function, for a leaf such as "call once".
func rename(id *ast.Ident, leaf string) []analysis.SuggestedFix {
	name, ok := strings.CutPrefix(leaf, "call ")
	if !ok {
		return nil
	}
	return []analysis.SuggestedFix{{
		Message:   "call " + name,
		TextEdits: []analysis.TextEdit{{Pos: id.Pos(), End: id.End(), NewText: []byte(name)}},
	}}
}
