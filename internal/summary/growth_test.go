package summary

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/region"
)

// shapes are programs that grow in one direction. most is the size at which
// each is as large as anything in real code, and allocs is the work for one
// unit of it at an eighth of that, in allocations.
var shapes = []struct {
	name   string
	most   int
	allocs float64
	code   func(b *strings.Builder, n int)
}{
	{"deep call chain", 1600, 310, deepChain},
	{"wide package", 1600, 663, widePackage},
	{"long interface table", 800, 947, interfaceTable},
	{"long function", 2000, 189, longFunction}, // of 10,000 lines
	{"mutual recursion", 480, 978, mutualRecursion},
	{"implementers of one interface", 2000, 291, implementers},
	{"state machine", 400, 10191, stateMachine},
	{"lists of each other", 160, 12360, listsOfEachOther},
}

// retryOf is a loop around a call that can fail.
const retryOf = `
	var err error
	for range 3 {
		if err = %s; err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
`

// stateMachine is what generators of parsers write: each state may lead to any
// other, and in each something can fail.
func stateMachine(b *strings.Builder, n int) {
	b.WriteString(`
type machine struct { data []byte; p int; add func([]byte) error }
func (m *machine) run() (err error) {
	goto s0
`)
	for i := range n {
		fmt.Fprintf(b, "s%d:\nif m.p++; m.p == len(m.data) { return err }\n", i)
		fmt.Fprintf(b, "if m.data[m.p] == %d { goto s%d }\n", i%256, (i*7+3)%n)
		fmt.Fprintf(b, "if err = m.add(m.data[m.p:]); err != nil { m.p--; goto s%d }\n", (i*13+5)%n)
	}
	b.WriteString("goto s1\n}\nvar _ = http.Get\nvar _ = time.Sleep\n")
}

func deepChain(b *strings.Builder, n int) {
	for i := range n {
		body := fmt.Sprintf("return f%d(c)", i+1)
		if i%(n/4) == 0 {
			body = fmt.Sprintf(retryOf, fmt.Sprintf("f%d(c)", i+1))
		}
		fmt.Fprintf(b, "func f%d(c *http.Client) error {%s}\n", i, body)
	}
	fmt.Fprintf(b, "func f%d(c *http.Client) error { _, err := c.Get(\"\"); return err }\n", n)
}

func widePackage(b *strings.Builder, n int) {
	b.WriteString("func get(c *http.Client, url string) error { _, err := c.Get(url); return err }\n")
	for i := range n {
		fmt.Fprintf(b, "func F%d(c *http.Client) error {%s}\n", i, fmt.Sprintf(retryOf, fmt.Sprintf("get(c, %q)", fmt.Sprint(i))))
	}
}

func interfaceTable(b *strings.Builder, n int) {
	b.WriteString("type table struct {\n")
	for i := range n {
		fmt.Fprintf(b, "s%d interface{ Do%d() error }\n", i, i)
	}
	b.WriteString("}\n")
	b.WriteString("func newTable() *table { return &table{\n")
	for i := range n {
		fmt.Fprintf(b, "s%d: t%d{},\n", i, i)
	}
	b.WriteString("} }\n")
	for i := range n {
		fmt.Fprintf(b, "type t%d struct{}\n", i)
		fmt.Fprintf(b, "func (t%d) Do%d() error { _, err := http.Get(%q); return err }\n", i, i, fmt.Sprint(i))
		fmt.Fprintf(b, "func (t *table) Call%d() error {%s}\n", i, fmt.Sprintf(retryOf, fmt.Sprintf("t.s%d.Do%d()", i, i)))
	}
}

func longFunction(b *strings.Builder, n int) {
	b.WriteString("func get(c *http.Client, url string) error { _, err := c.Get(url); return err }\n")
	b.WriteString("func Long(c *http.Client, m map[string]int) error {\n")
	for i := range n {
		fmt.Fprintf(b, "if m[%q] > %d {\nif err := get(c, %q); err != nil {\nreturn err\n}\n}\n", fmt.Sprint(i), i, fmt.Sprint(i))
	}
	b.WriteString("return nil\n}\n")
}

func mutualRecursion(b *strings.Builder, n int) {
	for i := range n {
		fmt.Fprintf(b, `func f%d(c *http.Client, left int) error {
	_, err := c.Get("")
	if err != nil && left > 0 {
		if left%%2 == 0 {
			return f%d(c, left-1)
		}
		return f%d(c, left-1)
	}
	return err
}
`, i, (i+1)%n, (i*7+3)%n)
	}
}

func implementers(b *strings.Builder, n int) {
	b.WriteString("type doer interface{ Do(url string) error }\n")
	b.WriteString("var doers = map[string]doer{\n")
	for i := range n {
		fmt.Fprintf(b, "%q: t%d{},\n", fmt.Sprint(i), i)
	}
	b.WriteString("}\n")
	for i := range n {
		fmt.Fprintf(b, "type t%d struct{}\nfunc (t%d) Do(url string) error { _, err := http.Get(url); return err }\n", i, i)
	}
	fmt.Fprintf(b, "func Call(name string) error {%s}\n", fmt.Sprintf(retryOf, "doers[name].Do(name)"))
}

// listsOfEachOther is a table whose parts are filled from each other, and a
// retry as often as a part is long, around another one.
func listsOfEachOther(b *strings.Builder, n int) {
	b.WriteString("type entry struct { tries, left int; entries []*entry }\ntype table struct {\n")
	for i := range n {
		fmt.Fprintf(b, "l%d map[int]*entry\n", i)
	}
	b.WriteString("}\n")
	fmt.Fprintf(b, "func get(url string) error {%s}\n", fmt.Sprintf(retryOf, "ask(url)"))
	b.WriteString("func ask(url string) error { _, err := http.Get(url); return err }\n")
	for i := range n {
		j, k := (i+1)%n, (i*7+3)%n
		fmt.Fprintf(b, `func (t *table) Fill%[1]d() {
	m := make(map[int]*entry)
	for i, e := range t.l%[2]d {
		c := &entry{tries: e.tries, left: e.left}
		c.entries = make([]*entry, len(e.entries))
		copy(c.entries, e.entries)
		if e.left > 0 { m[i] = c }
	}
	t.l%[1]d = m
}
func (t *table) Add%[1]d(i int, e *entry) {
	var list []*entry
	for _, e := range t.l%[3]d { if e.left > 1 { list = append(list, e) } }
	t.l%[1]d[i] = &entry{entries: list, tries: len(t.l%[2]d[i].entries), left: e.left}
}
func (t *table) Get%[1]d(url string) error {
	var err error
	for range len(t.l%[1]d[0].entries) {
		if err = get(url); err == nil { return nil }
		time.Sleep(time.Second)
	}
	return err
}
`, i, j, k)
	}
}

// Twice the code takes hardly more than twice the work and tells importers
// hardly more than twice as much. Work is counted in allocations, which do not
// depend on the machine.
func TestGrowth(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes large packages")
	}
	for _, s := range shapes {
		t.Run(s.name, func(t *testing.T) {
			least := s.most / 8
			allocs, bytes := cost(checked(t, s.code, least))
			for n := 2 * least; n <= s.most; n *= 2 {
				a, b := cost(checked(t, s.code, n))
				bound := 1.1 * float64(n) * math.Log(float64(n)) / (float64(least) * math.Log(float64(least)))
				t.Logf("%d times the code: %.2f times the allocations, %.2f times the bytes (bound %.2f)",
					n/least, a/allocs, b/bytes, bound)
				if a > bound*allocs || b > bound*bytes {
					t.Errorf("%d times the code: %.2f times the allocations, %.2f times the bytes, want at most %.2f",
						n/least, a/allocs, b/bytes, bound)
				}
			}
		})
	}
}

// The work for a unit of code does not creep up: where more is wanted, the number
// above is changed with the change that needs it.
func TestWork(t *testing.T) {
	cost(checked(t, widePackage, 8)) // reads the known data
	for _, s := range shapes {
		n := s.most / 8
		allocs, _ := cost(checked(t, s.code, n))
		got := allocs / float64(n)
		if got > 1.1*s.allocs || got < 0.8*s.allocs {
			t.Errorf("%s: %.1f allocations a unit, expected about %.1f", s.name, got, s.allocs)
		}
	}
}

// BenchmarkPhases tells where the time for a package goes.
func BenchmarkPhases(b *testing.B) {
	pass := checked(b, interfaceTable, 400)
	for b.Loop() {
		start := time.Now()
		phase := func(name string) {
			b.ReportMetric(float64(time.Since(start).Microseconds()), name+"-µs")
			start = time.Now()
		}
		e := newEngine(pass.Pkg, pass.Fset)
		in := e.importPackages(pass)
		fns := buildFunctions(pass)
		phase("ssa")
		found := region.Find(fns, e.importedBehavior)
		phase("regions")
		order := e.compute(fns, found)
		phase("summaries")
		_, told := e.chains(order, in)
		phase("linking")
		fact := e.packageFact(order, told, Active, "")
		phase("fact")
		b.ReportMetric(float64(fact.Chunks[0].size()), "fact-bytes")
	}
}

// BenchmarkInert is what a package costs that is left alone, once its
// declarations are checked: no SSA form, and next to no allocations.
func BenchmarkInert(b *testing.B) {
	pkg, files := declarations(b, "import \"strings\"\n"+strings.Repeat("func _(s string) string { return strings.ToUpper(strings.TrimSpace(s)) }\n", 1000))
	b.ReportAllocs()
	for b.Loop() {
		if InertnessOf(pkg, files, nil) != Inert {
			b.Fatal("not inert")
		}
	}
}

// BenchmarkGrowth gives the time for each shape in nanoseconds a unit of it.
func BenchmarkGrowth(b *testing.B) {
	for _, s := range shapes {
		for n := s.most / 8; n <= s.most; n *= 2 {
			b.Run(fmt.Sprintf("%s/%d", strings.ReplaceAll(s.name, " ", "-"), n), func(b *testing.B) {
				pass := checked(b, s.code, n)
				for b.Loop() {
					run(pass, region.Find)
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/unit")
			})
		}
	}
}

// cost returns the allocations that the analysis of a package makes, and the
// bytes of its fact.
func cost(pass *analysis.Pass) (allocs, bytes float64) {
	pass.ExportPackageFact = func(f analysis.Fact) {
		for _, c := range f.(*PackageFact).Chunks {
			bytes += float64(c.size())
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run(pass, region.Find)
	runtime.ReadMemStats(&after)
	return float64(after.Mallocs - before.Mallocs), bytes
}

// checked type-checks a program of a shape.
func checked(tb testing.TB, code func(*strings.Builder, int), n int) *analysis.Pass {
	tb.Helper()
	var b strings.Builder
	b.WriteString("package p\n\nimport (\n\"net/http\"\n\"time\"\n)\nvar _ = http.Get\nvar _ = time.Sleep\n")
	code(&b, n)
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", b.String(), 0)
	if err != nil {
		tb.Fatal(err)
	}
	info := &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
	}
	conf := types.Config{Importer: importer.Default(), GoVersion: "go1.26"}
	pkg, err := conf.Check("example.com/p", fset, []*ast.File{f}, info)
	if err != nil {
		tb.Fatal(err)
	}
	return &analysis.Pass{
		Fset: fset, Files: []*ast.File{f}, Pkg: pkg, TypesInfo: info,
		ImportPackageFact: func(*types.Package, analysis.Fact) bool { return false },
		ExportPackageFact: func(analysis.Fact) {},
	}
}
