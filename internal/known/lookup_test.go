package known

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"sync"
	"testing"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// stubs type-checks packages under testdata/stubs, which import each other and
// the standard library.
type stubs struct {
	t    *testing.T
	std  map[string]*types.Package
	done map[string]*types.Package
}

var loadStd = sync.OnceValues(func() (map[string]*types.Package, error) { return loadPackages("std") })

// stdPackages returns the packages of the standard library.
func stdPackages(t *testing.T) map[string]*types.Package {
	t.Helper()
	std, err := loadStd()
	if err != nil {
		t.Fatal(err)
	}
	return std
}

func newStubs(t *testing.T) *stubs {
	return &stubs{t: t, std: stdPackages(t), done: map[string]*types.Package{}}
}

func (s *stubs) Import(path string) (*types.Package, error) {
	if pkg := s.std[path]; pkg != nil {
		return pkg, nil
	}
	return s.pkg(path), nil
}

func (s *stubs) pkg(path string) *types.Package {
	s.t.Helper()
	if pkg := s.done[path]; pkg != nil {
		return pkg
	}
	names, err := filepath.Glob(filepath.Join("testdata", "stubs", filepath.FromSlash(path), "*.go"))
	if err != nil || len(names) == 0 {
		s.t.Fatalf("no stub of %s: %v", path, err)
	}
	fset := token.NewFileSet()
	var files []*ast.File
	for _, name := range names {
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			s.t.Fatal(err)
		}
		files = append(files, file)
	}
	pkg, err := (&types.Config{Importer: s}).Check(path, fset, files, nil)
	if err != nil {
		s.t.Fatal(err)
	}
	s.done[path] = pkg
	return pkg
}

// fn returns a function, "Retry", or method, "Client.Do", of a package.
func (s *stubs) fn(path, symbol string) *types.Func {
	s.t.Helper()
	pkg, err := s.Import(path)
	if err != nil {
		s.t.Fatal(err)
	}
	fn, ok := member(pkg, symbol).(*types.Func)
	if !ok {
		s.t.Fatalf("%s has no function %s", path, symbol)
	}
	return fn
}

func TestLookup(t *testing.T) {
	s := newStubs(t)
	f := Lookup(s.fn("github.com/cenkalti/backoff/v4", "Retry"))
	if f == nil {
		t.Fatal("Retry of backoff/v4 is not found")
	}
	if f.Record.ID != "cenkalti-backoff-v4" || f.Closure != 0 || f.Policy != 1 || f.Options != -1 || f.Protocol != ErrAgain || f.Kind != Closure {
		t.Errorf("Retry is %+v", f)
	}
	if f := Lookup(s.fn("example.com/app", "Retry")); f != nil {
		t.Errorf("a function that is only named like a known one is %+v", f)
	}
	if f := Lookup(s.fn("github.com/cenkalti/backoff/v4", "NewExponentialBackOff")); f != nil {
		t.Errorf("a constructor is %+v", f)
	}
	if f := Lookup(nil); f != nil {
		t.Errorf("no function is %+v", f)
	}
}

// Major versions of one library are records of their own.
func TestLookupVersions(t *testing.T) {
	s := newStubs(t)
	zero := func(path string) string {
		_, set := LookupSetting(s.fn(path, "WithMaxRetries"))
		if set == nil {
			t.Fatalf("WithMaxRetries of %s is not found", path)
		}
		return set.Zero
	}
	if v3, v4 := zero("github.com/cenkalti/backoff/v3"), zero("github.com/cenkalti/backoff/v4"); v3 != "unlimited" || v4 != "" {
		t.Errorf("WithMaxRetries(b, 0) is %q in v3 and %q in v4, want unlimited and nothing special", v3, v4)
	}
	if f := Lookup(s.fn("github.com/cenkalti/backoff/v5", "Retry")); f == nil || f.Closure != 1 || f.Ctx != 0 || f.Options != 2 {
		t.Errorf("Retry of v5 is %+v", f)
	}
}

// The method of an instance is looked up by its origin.
func TestLookupGeneric(t *testing.T) {
	s := newStubs(t)
	generic := s.pkg("github.com/avast/retry-go/v5").Scope().Lookup("RetrierWithData").Type()
	instance, err := types.Instantiate(nil, generic, []types.Type{types.Typ[types.String]}, true)
	if err != nil {
		t.Fatal(err)
	}
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(instance), true, nil, "Do")
	fn := obj.(*types.Func)
	if fn.Origin() == fn {
		t.Fatal("the method is not that of an instance")
	}
	if f := Lookup(fn); f == nil || f.Record.ID != "avast-retry-v5" || !f.Receiver {
		t.Errorf("Do of an instance is %+v", f)
	}
}

// A method that is promoted from an embedded client is that client's.
func TestLookupPromoted(t *testing.T) {
	s := newStubs(t)
	f := Lookup(s.fn("example.com/app", "Client.Do"))
	if f == nil || f.Record.ID != "hashicorp-retryablehttp" || f.Default != attempt.Times(5) {
		t.Errorf("the promoted method is %+v", f)
	}
}

func TestLookupPattern(t *testing.T) {
	s := newStubs(t)
	const path = "github.com/aws/aws-sdk-go-v2/service/sqs"
	f := Lookup(s.fn(path, "Client.SendMessage"))
	if f == nil || f.Record.ID != "aws-sdk-go-v2" || f.Default != attempt.Times(3) || f.Ctx != 0 || f.Options != 2 {
		t.Errorf("an operation is %+v", f)
	}
	for _, other := range []string{"Client.Options", "Client.addOperation", "Presigner.SendMessage"} {
		if f := Lookup(s.fn(path, other)); f != nil {
			t.Errorf("%s is taken for an operation: %+v", other, f)
		}
	}
	if _, field := LookupField(path, "Options", "RetryMaxAttempts"); field == nil || field.Counts != CountsAttempts {
		t.Errorf("the field of a package below a star is %+v", field)
	}
}

func TestLookupSettings(t *testing.T) {
	s := newStubs(t)
	const v4 = "github.com/cenkalti/backoff/v4"
	r, set := LookupSetting(s.fn(v4, "NewExponentialBackOff"))
	if r == nil || set.Policy == nil || set.Policy.Attempts.Kind != attempt.Timed || set.Policy.Delay.Growth != attempt.Exponential || !set.Policy.Delay.Jitter {
		t.Errorf("NewExponentialBackOff sets %+v", set)
	}
	if _, set := LookupField(v4, "ExponentialBackOff", "MaxElapsedTime"); set == nil || set.Counts != CountsTime {
		t.Errorf("MaxElapsedTime is %+v", set)
	}
	if _, set := LookupField(v4, "ExponentialBackOff", "Clock"); set != nil {
		t.Errorf("a field that is no setting is %+v", set)
	}
	if m := LookupMark(s.fn(v4, "Permanent")); m == nil || m.Again {
		t.Errorf("Permanent is %+v", m)
	}
	if p := LookupType(v4, "StopBackOff"); p == nil || p.Attempts != attempt.Times(1) {
		t.Errorf("a literal StopBackOff is %+v", p)
	}
	p := LookupVar("k8s.io/client-go/util/retry", "DefaultBackoff")
	if p == nil || p.Attempts != attempt.Times(4) || p.Delay.Growth != attempt.Exponential {
		t.Errorf("DefaultBackoff is %+v", p)
	}
	if f := LookupVar("k8s.io/client-go/util/retry", "NoSuch"); f != nil {
		t.Errorf("an unknown variable is %+v", f)
	}
}

func TestFacts(t *testing.T) {
	s := newStubs(t)
	if w := Wait(s.fn("time", "Sleep")); w == nil || w.Form != Sleeps || w.Duration != 0 || w.Ctx != -1 {
		t.Errorf("time.Sleep is %+v", w)
	}
	if w := Wait(s.fn("time", "Now")); w != nil {
		t.Errorf("time.Now is %+v", w)
	}
	if p := Predicate(s.fn("os", "IsNotExist")); p == nil || p.Arg != 0 || p.True != errclass.Of(errclass.NotFound) {
		t.Errorf("os.IsNotExist is %+v", p)
	}
	if p := Predicate(s.fn("net", "Error.Timeout")); p == nil || p.Arg != -1 || !p.True.Has(errclass.Timeout) {
		t.Errorf("(net.Error).Timeout is %+v", p)
	}
	if got := SentinelClasses("database/sql", "ErrNoRows"); got != errclass.Of(errclass.NotFound) {
		t.Errorf("sql.ErrNoRows is %v", got)
	}
	if got := SentinelClasses("database/sql", "NoSuch"); got != 0 {
		t.Errorf("an unknown variable is %v", got)
	}
	if op := Op(s.fn("net/http", "Client.Get")); op == nil || op.Effect != Reads || op.Stream {
		t.Errorf("(*http.Client).Get is %+v", op)
	}
	if op := Op(s.fn("io", "ReadAll")); op == nil || !op.Stream {
		t.Errorf("io.ReadAll is %+v", op)
	}
}

func TestPure(t *testing.T) {
	s := newStubs(t)
	for path, names := range map[string][]string{
		"encoding/json": {"Unmarshal", "Encoder.Encode"},
		"strconv":       {"Atoi"},
		"net/http":      {"NewRequest"},
		"net/url":       {"Parse"},
		"syscall":       {"Errno.Error"},

		"github.com/cenkalti/backoff/v4": {"Permanent", "WithMaxRetries"},
		"github.com/openai/openai-go":    {"UserMessage"},
	} {
		for _, name := range names {
			if fn := s.fn(path, name); !Pure(fn) || Op(fn) != nil {
				t.Errorf("%s.%s: pure %v, operation %v", path, name, Pure(fn), Op(fn))
			}
		}
	}
	for path, names := range map[string][]string{
		"net/http":        {"Client.Do", "RoundTripper.RoundTrip"},
		"net":             {"Dial", "Resolver.LookupHost"},
		"os":              {"Remove", "Process.Kill"},
		"database/sql":    {"DB.ExecContext"},
		"syscall":         {"Open"},
		"example.com/app": {"Retry"},

		"github.com/cenkalti/backoff/v4": {"Retry"},
		"github.com/openai/openai-go":    {"ChatService.New"},
	} {
		for _, name := range names {
			if Pure(s.fn(path, name)) {
				t.Errorf("%s.%s is taken for pure", path, name)
			}
		}
	}
	errorMethod, _, _ := types.LookupFieldOrMethod(types.Universe.Lookup("error").Type(), false, nil, "Error")
	if !Pure(errorMethod.(*types.Func)) {
		t.Error("(error).Error is not pure")
	}
}

// A lookup that misses is what nearly all calls of a program cost.
func BenchmarkLookupMiss(b *testing.B) {
	pkg := types.NewPackage("example.com/some/deep/package", "p")
	fn := types.NewFunc(token.NoPos, pkg, "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	for b.Loop() {
		Lookup(fn)
	}
}

// The first lookup cuts all data into stanzas.
func BenchmarkFirstLookup(b *testing.B) {
	for b.Loop() {
		ix, err := newIndex(data)
		if err != nil {
			b.Fatal(err)
		}
		ix.pkg("github.com/cenkalti/backoff/v4")
	}
}

// What it costs to parse everything, which no run does.
func BenchmarkParseAll(b *testing.B) {
	for b.Loop() {
		ix, err := newIndex(data)
		if err != nil {
			b.Fatal(err)
		}
		if err := ix.check(); err != nil {
			b.Fatal(err)
		}
	}
}
