package retryvet_test

import (
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/retryvet/retryvet"

// layers says which packages of the module each package may import. A package
// that is not here has no place yet: give it one, in docs/architecture.md too.
var layers = map[string][]string{
	"internal/attempt":   {},
	"internal/change":    {},
	"internal/errclass":  {},
	"internal/directive": {},
	"internal/passdoc":   {},
	"internal/compact":   {},
	"internal/order":     {},
	"internal/ctxflow":   {"internal/order"},
	"internal/known":     {"internal/attempt", "internal/errclass"},
	"internal/region":    {"internal/attempt", "internal/ctxflow", "internal/errclass", "internal/known", "internal/order"},
	"internal/summary":   {"internal/attempt", "internal/ctxflow", "internal/errclass", "internal/known", "internal/order", "internal/region", "internal/compact", "internal/directive"},
	"internal/finding":   {"internal/directive"},
	"internal/inventory": {"internal/attempt", "internal/finding", "internal/region", "internal/summary"},
	"internal/fixture":   {"internal/summary"},                     // for tests
	"internal/proggen":   {},                                       // for tests
	"internal/hosttest":  {"internal/finding"},                     // for tests
	"internal/passpage":  {"internal/finding", "internal/passdoc"}, // for tests
	"internal/wire":      {"internal/finding", "internal/inventory", "internal/summary"},
	"internal/output":    {"internal/finding", "internal/inventory", "internal/region"},
	"internal/frontend":  {"internal/change", "internal/finding", "internal/inventory", "internal/known", "internal/output", "internal/passdoc", "internal/summary", "internal/wire"},
	"passes/nestedretry": {"internal/attempt", "internal/finding", "internal/passdoc", "internal/summary"},
	"passes/deadline": {
		"internal/attempt", "internal/ctxflow", "internal/errclass", "internal/finding", "internal/known", "internal/passdoc",
		"internal/region", "internal/summary",
	},
	"passes/idempotency": {"internal/attempt", "internal/errclass", "internal/finding", "internal/passdoc", "internal/summary"},
	"passes/overload":    {"internal/attempt", "internal/errclass", "internal/finding", "internal/known", "internal/passdoc", "internal/region", "internal/summary"},
	"passes/backoff":     {"internal/attempt", "internal/errclass", "internal/finding", "internal/known", "internal/passdoc", "internal/region", "internal/summary"},
	".":                  {"passes/backoff", "passes/deadline", "passes/idempotency", "passes/nestedretry", "passes/overload"},
	"cmd/retryvet":       {".", "internal/frontend"},
	"bench/measure":      {},
	"bench/nop":          {},
	"bench/rusage":       {},
}

// external says which packages may use a part of other modules; below a path
// that ends in a slash, any.
var external = map[string][]string{
	"golang.org/x/tools/go/analysis":             {"internal/summary", "internal/fixture", "internal/finding", "internal/wire", "internal/frontend", "passes/", "."},
	"golang.org/x/tools/go/analysis/unitchecker": {"internal/frontend", "bench/nop"},
}

// pure packages import nothing but the standard library.
var pure = []string{"internal/attempt", "internal/change", "internal/errclass", "internal/directive", "internal/passdoc", "internal/compact"}

func TestLayering(t *testing.T) {
	imports := moduleImports(t)
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		allowed, placed := layers[pkg]
		if !placed {
			t.Errorf("%s has no place in the layers", pkg)
			continue
		}
		for _, imp := range imports[pkg] {
			own, inside := strings.CutPrefix(imp, module)
			switch {
			case inside:
				if own = path.Clean("./" + own); !slices.Contains(allowed, own) {
					t.Errorf("%s imports %s: not allowed", pkg, own)
				}
			case strings.Contains(strings.Split(imp, "/")[0], "."):
				if slices.Contains(pure, pkg) {
					t.Errorf("%s imports %s: it may use the standard library only", pkg, imp)
				}
				if users, guarded := external[imp]; guarded && !slices.ContainsFunc(users, func(u string) bool {
					return u == pkg || strings.HasSuffix(u, "/") && strings.HasPrefix(pkg, u)
				}) {
					t.Errorf("%s imports %s: not allowed", pkg, imp)
				}
			}
		}
	}
}

// The table itself must have no way back: what a package may import must not
// be allowed to import that package, over however many steps.
func TestLayersHaveNoCycle(t *testing.T) {
	var visit func(pkg string, above []string)
	visit = func(pkg string, above []string) {
		if slices.Contains(above, pkg) {
			t.Fatalf("cycle: %v", append(above, pkg))
		}
		for _, below := range layers[pkg] {
			visit(below, append(slices.Clip(above), pkg))
		}
	}
	for pkg := range layers {
		visit(pkg, nil)
	}
}

// moduleImports returns the imports of each package of the module, tests aside.
func moduleImports(t *testing.T) map[string][]string {
	t.Helper()
	imports := make(map[string][]string)
	err := filepath.WalkDir(".", func(file string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir():
			if file != "." && (d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") || isModule(file)) {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go"):
			return nil
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(filepath.Dir(file))
		imports[pkg] = slices.Clip(imports[pkg]) // a package without imports is one, too
		for _, spec := range f.Imports {
			imp, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return err
			}
			imports[pkg] = append(imports[pkg], imp)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range imports {
		slices.Sort(list)
	}
	return imports
}

func isModule(dir string) bool {
	_, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil
}

// TestNeedsNoC holds the command to packages that do without the C library: a
// process that loads it takes a quarter longer to start, and go vet starts one
// for each package.
func TestNeedsNoC(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/retryvet").Output()
	if err != nil {
		t.Fatal(err)
	}
	deps := strings.Fields(string(out))
	if len(deps) < 50 {
		t.Fatalf("go list: only %d packages", len(deps))
	}
	for _, p := range []string{"runtime/cgo", "os/user", "net"} {
		if slices.Contains(deps, p) {
			t.Errorf("the command imports %s", p)
		}
	}
}
