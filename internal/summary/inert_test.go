package summary

import (
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"github.com/retryvet/retryvet/internal/known"
)

func TestInertness(t *testing.T) {
	for _, test := range []struct {
		name, source string
		want         Inertness
	}{
		{"types", `type T struct{ N int }`, Inert},
		{"a parser", `import ("bufio"; "fmt"; "io"); func Parse(r io.Reader) (n int, err error) { _, err = fmt.Fscan(bufio.NewReader(r), &n); return }`, Inert},
		{"a table", `var table = map[string]int{"a": 1}; func Of(s string) int { return table[s] }`, Inert},
		{"a filter", `func Keep(xs []int, keep func(int) bool) []int { return nil }`, Inert},
		{"a transformer", `type Transformer interface{ Transform(dst, src []byte) (int, error) }; func Use(t Transformer) {}`, Inert},
		{"the environment", `import "os"; func Debug() bool { return os.Getenv("DEBUG") != "" }`, Inert},
		{"lengths of time", `import "time"; func Days(t time.Time) int { return t.Day() }`, Inert},
		{"itself", `type node struct{ next *node }; func Walk(n *node) {}`, Inert},

		{"a predicate", `func Temporary(err error) bool { return err != nil }`, Telling},
		{"a wrapper", `import "fmt"; func All(errs []error) error { return fmt.Errorf("%w", errs[0]) }`, Telling},
		{"a delay", `import "time"; func Wait(n int) time.Duration { return time.Duration(n) * time.Second }`, Telling},
		{"a method that tells a delay", `import "time"; type T struct{}; func (*T) Next() time.Duration { return 1 }`, Telling},
		{"settings of waits", `import "time"; type Config struct{ Wait time.Duration; Tries int }`, Telling},
		{"keys", `import "math/rand"; func ID() int { return rand.Int() }`, Telling},
		{"times", `import "time"; func ID() int64 { return time.Now().UnixNano() }`, Telling},

		{"a sleep", `import "time"; func Pause() { time.Sleep(time.Second) }`, Active},
		{"a sleep under another name", `import clock "time"; func Pause() { clock.Sleep(1) }`, Active},
		{"a file", `import "os"; func Read(name string) ([]byte, error) { return os.ReadFile(name) }`, Active},
		{"a handle", `import "os"; func Sync(f *os.File) error { return f.Sync() }`, Active},
		{"a connection", `import "net"; func Send(c net.Conn) { c.Write(nil) }`, Active},
		{"a context", `import "context"; func Key(ctx context.Context) any { return ctx.Value(1) }`, Active},
		{"requests", `import "net/http"; type D interface{ Do(*http.Request) }`, Active},
		{"a dot import", `import . "time"; func Pause() { Sleep(Second) }`, Active},
		{"the end of the program", `import "os"; func Die() { os.Exit(1) }`, Active},
		{"a closure", `func Do(f func() error) error { return f() }`, Active},
		{"a closure with a result", `func Do[T any](f func() (T, error)) (t T, err error) { return f() }`, Active},
		{"a named closure", `type Op func() error; func (f Op) Run() error { return f() }`, Active},
		{"closures in settings", `type Config struct{ Hooks map[string]func() error }; func Run(c *Config) {}`, Active},
		{"a closure set by others", `var OnError func() error`, Active},
		{"an implementation", `type Store interface{ Put(string) error }; func Save(s Store) error { return s.Put("") }`, Active},
		{"an implementation in a field", `type Store interface{ Put(string) error }; type DB struct{ Store }; func (d *DB) Save() error { return d.Put("") }`, Active},
		{"what somebody says of it", "\n//retryvet:retries attempts=3\nfunc Put(s string) error { return nil }", Active},
		{"another module", `import "example.com/net"; var X = net.X`, Active},
	} {
		pkg, files := declarations(t, test.source)
		if got := InertnessOf(pkg, files, func(string) bool { return false }); got != test.want {
			t.Errorf("%s: got %d, want %d", test.name, got, test.want)
		}
		if active := ImportsActive(pkg.Path(), files[0], func(string) bool { return false }); active && test.want != Active {
			t.Errorf("%s: what it imports is active", test.name)
		}
	}
}

func TestInertnessOfImports(t *testing.T) {
	pkg, files := declarations(t, `import "example.com/net"; var X = net.X`)
	if got := InertnessOf(pkg, files, func(path string) bool { return path == "example.com/net" }); got != Inert {
		t.Errorf("got %d", got)
	}
}

// What a user says of a function that only computes as far as anybody can see
// is not lost behind what calls it.
func TestInertnessOfWhatUsersDescribe(t *testing.T) {
	pkg, files := declarations(t, `func Put(key string) error { return nil }`)
	described := types.NewPackage("example.com/described", "described")
	for _, name := range pkg.Scope().Names() {
		described.Scope().Insert(pkg.Scope().Lookup(name))
	}
	if got := InertnessOf(described, files, nil); got != Inert {
		t.Fatalf("got %d without a record", got)
	}
	if err := known.Use("record described\npackage example.com/described\nkind client\nattempts 4\ncall Put\n"); err != nil {
		t.Fatal(err)
	}
	if got := InertnessOf(described, files, nil); got != Active {
		t.Errorf("got %d with a record", got)
	}
}

// declarations checks a package as it is checked where only types are wanted.
func declarations(t testing.TB, source string) (*types.Package, []*ast.File) {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "p.go", "package p; "+source, parser.SkipObjectResolution|parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	standard := importer.Default()
	conf := types.Config{IgnoreFuncBodies: true, Importer: importing(func(path string) (*types.Package, error) {
		if path == "example.com/net" {
			p := types.NewPackage(path, "net")
			p.Scope().Insert(types.NewVar(0, p, "X", types.Typ[types.Int]))
			p.MarkComplete()
			return p, nil
		}
		return standard.Import(path)
	})}
	pkg, err := conf.Check("example.com/p", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg, []*ast.File{f}
}

type importing func(path string) (*types.Package, error)

func (f importing) Import(path string) (*types.Package, error) { return f(path) }

func TestIsElsewhere(t *testing.T) {
	for file, want := range map[string]bool{
		"external/org_golang_x_net/http2/transport.go":                         true,
		"/cache/sandbox/1/execroot/_main/external/org_golang_x_net/http2/f.go": true,
		"/home/user/go/pkg/mod/golang.org/x/net@v0.50.0/http2/transport.go":    true,
		"pkg/store/store.go": false,
		"/cache/sandbox/1/execroot/_main/pkg/store/store.go": false,
		"/home/user/external/store/store.go":                 false,
		"/home/user/store@version/store.go":                  false,
	} {
		if got := isElsewhere(file); got != want {
			t.Errorf("%s: %v", file, got)
		}
	}
}
