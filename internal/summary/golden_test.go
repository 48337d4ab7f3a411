package summary

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis/analysistest"
)

var update = flag.Bool("update", false, "rewrite the goldens")

// TestChains renders the chains and rows of every package under
// testdata/src/summary and compares them with the golden beside it.
func TestChains(t *testing.T) {
	dir, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	cases, err := os.ReadDir(filepath.Join(dir, "src", "summary"))
	if err != nil {
		t.Fatal(err)
	}
	got := render(t, dir)
	for _, c := range cases {
		t.Run(c.Name(), func(t *testing.T) {
			golden := filepath.Join(dir, "src", "summary", c.Name(), "chains.golden")
			if *update {
				if err := os.WriteFile(golden, []byte(got[c.Name()]), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got[c.Name()] != string(want) {
				t.Errorf("got:\n%s\nwant:\n%s", got[c.Name()], want)
			}
		})
	}
}

// noFacts keeps analysistest from asking for a comment on every fact.
type noFacts struct{ *testing.T }

func (t noFacts) Errorf(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !strings.Contains(text, "unexpected fact") {
		t.T.Error(text)
	}
}

// render returns the text of each case.
func render(t *testing.T, dir string) map[string]string {
	out := make(map[string]string)
	for _, r := range analysistest.Run(noFacts{t}, dir, newAnalyzer(findLoops), "summary/...") {
		res, ok := r.Result.(*Result)
		if !ok {
			t.Fatalf("%s: no result", r.Pass.Pkg.Path())
		}
		name, rest, _ := strings.Cut(strings.TrimPrefix(r.Pass.Pkg.Path(), "summary/"), "/")
		for _, c := range res.Chains {
			p := r.Pass.Fset.Position(c.Pos)
			out[name] += chainText(filepath.Join(rest, filepath.Base(p.Filename)), p.Line, c) + "\n"
		}
	}
	return out
}

func chainText(file string, line int, c *Chain) string {
	factors := make([]string, len(c.Layers))
	for i, l := range c.Layers {
		factors[i] = l.Attempts.String()
	}
	wiring := ""
	if c.Wiring {
		wiring = " (wiring)"
	}
	return fmt.Sprintf("%s:%d: %s = %s %s%s", file, line, strings.Join(factors, " x "), c.Total, c.Leaf, wiring)
}
