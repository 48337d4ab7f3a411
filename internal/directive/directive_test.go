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
		if got, want := allows(set, pos), slices.Contains(covered, n); got != want {
			t.Errorf("f(%s): allowed is %v, want %v", n, got, want)
		}
	}
	if allows(set, token.NoPos) {
		t.Error("no position at all is allowed")
	}
}

func allows(set *Set, pos token.Pos) bool {
	allowed, _ := set.Allows(Subject{Analyzer: "x", Pos: pos})
	return allowed
}

func TestLimits(t *testing.T) {
	set, f := parseSource(t, `package p

func a() {
	f(1) //retryvet:allow x max=9 as agreed
	f(2) //retryvet:allow x until=2027-06-30 as agreed
	f(3) //retryvet:allow x max=9 until=2027-06-30 as agreed
	f(4) //retryvet:allow x/product as agreed
	f(5) //retryvet:allow x max=many as agreed
	f(6) //retryvet:allow x until=soon as agreed
	//retryvet:allow x until=2027-06-30 as agreed
	f(7) //retryvet:allow x until=2028-06-30 as agreed
}
`)
	pos := calls(f)
	for _, c := range []struct {
		call, category string
		attempts       int64
		allowed        bool
		until          string
	}{
		{"1", "product", 9, true, ""},
		{"1", "product", 10, false, ""},
		{"1", "product", 0, false, ""},
		{"2", "product", 99, true, "2027-06-30"},
		{"3", "product", 9, true, "2027-06-30"},
		{"3", "product", 27, false, ""},
		{"4", "product", 27, true, ""},
		{"4", "unbounded", 0, false, ""},
		{"5", "product", 9, false, ""},
		{"6", "product", 9, false, ""},
		{"7", "product", 9, true, "2028-06-30"},
	} {
		allowed, until := set.Allows(Subject{"x", c.category, pos[c.call], c.attempts})
		if allowed != c.allowed || until != c.until {
			t.Errorf("f(%s), %s, %d attempts: %v until %q, want %v until %q", c.call, c.category, c.attempts, allowed, until, c.allowed, c.until)
		}
	}
	var got []string
	for _, p := range set.Problems("x", []string{"x"}) {
		got = append(got, p.Message)
	}
	want := []string{"retryvet:allow x: max=many is no number of attempts", "retryvet:allow x: until=soon is no day such as 2027-06-30"}
	if !slices.Equal(got, want) {
		t.Errorf("problems %q, want %q", got, want)
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
	allows(set, pos["1"])
	allows(set, pos["2"])
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
