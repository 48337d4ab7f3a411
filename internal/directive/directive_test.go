package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"
)

// In the source, f(N) is a call that an analyzer would report.
const src = `package p

func f(int) {}

func a() {
	f(1) //retryvet:allow x trailing
	f(2)
	//retryvet:allow x above a loop
	for {
		f(3)
	}
	f(4)
	//retryvet:allow x above a call
	g(
		1,
		f(5),
	)
	//retryvet:allow y of another analyzer
	f(6)
	//retryvet:allow x reason // not this

	f(7)
}

// doc
//
//retryvet:allow x the whole function
func b() {
	f(8)
	f(9)
}

var table = []func(){
	//retryvet:allow x an entry
	func() {
		f(10)
	},
	func() { f(11) },
}

//retryvet:allow x a group of constants is a declaration, too
var (
	v = f(12)
	w = f(13)
)

// retryvet:allow x with a space it is a comment
func c() { f(14) }
`

func calls(f *ast.File) map[string]token.Pos {
	found := make(map[string]token.Pos)
	ast.Inspect(f, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok && len(call.Args) == 1 {
			if lit, ok := call.Args[0].(*ast.BasicLit); ok {
				found[lit.Value] = call.Pos()
			}
		}
		return true
	})
	return found
}

func parseSource(t *testing.T, text string) (*Set, *ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return Parse(fset, []*ast.File{f}), f
}

func TestWhatADirectiveCovers(t *testing.T) {
	set, f := parseSource(t, src)
	covered := []string{"1", "3", "5", "8", "9", "10", "12", "13"}
	for n, pos := range calls(f) {
		if got, want := set.Allows("x", pos), slices.Contains(covered, n); got != want {
			t.Errorf("f(%s): allowed is %v, want %v", n, got, want)
		}
	}
	if set.Allows("x", token.NoPos) {
		t.Error("no position at all is allowed")
	}
}

func TestProblems(t *testing.T) {
	set, f := parseSource(t, `package p

func a() {
	f(1) //retryvet:allow x it is wanted
	f(2) //retryvet:allow x
	f(3) //retryvet:allow x unused
	f(4) //retryvet:allow y unused as well
	f(5) //retryvet:allow z no such analyzer
	f(6) //retryvet:allow
	f(7) //retryvet:deny x because
}
`)
	pos := calls(f)
	set.Allows("x", pos["1"])
	set.Allows("x", pos["2"])
	for analyzer, want := range map[string][]string{
		"x": {
			"retryvet:allow x gives no reason",
			"retryvet:allow x silences nothing",
			"names z, which is no analyzer: one of x, y",
			"names no analyzer",
			"unknown directive retryvet:deny",
		},
		"y": {"retryvet:allow y silences nothing"},
	} {
		problems := set.Problems(analyzer, []string{"x", "y"})
		if len(problems) != len(want) {
			t.Errorf("%s: got %v, want %d problems", analyzer, problems, len(want))
			continue
		}
		for i, p := range problems {
			if !strings.Contains(p.Message, want[i]) {
				t.Errorf("%s: problem %d is %q, want %q", analyzer, i, p.Message, want[i])
			}
		}
	}
}
