package known

import (
	"encoding/json"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var checkModules = flag.Bool("modules", false, "check the data against the source of each module, which is downloaded")

// Every symbol that the data names exists in the module that was read, with
// the parameters that the data speaks of. Only with -modules: it needs the
// source of more than a hundred modules.
func TestModules(t *testing.T) {
	if !*checkModules {
		t.Skip("needs -modules")
	}
	sources := &moduleSources{dirs: map[string]string{}, packages: map[string]*declared{}, skipped: map[string]bool{}}
	for _, s := range table().stanzas {
		entries, err := s.parsed()
		if err != nil {
			t.Error(err)
			continue
		}
		if s.file == "std.txt" {
			continue // see TestStandardLibrary
		}
		found := map[string]bool{}
		var faults []string
		for _, e := range entries {
			for _, p := range sources.find(t, e.path, s.sources) {
				if fault := p.check(e); fault != "" {
					faults = append(faults, e.symbol+"\x00"+s.at(e.line)+": "+e.path+": "+e.symbol+": "+fault)
				} else {
					found[e.symbol] = true
				}
			}
		}
		for _, f := range faults {
			// A symbol must be in one of the versions that a line speaks of.
			if symbol, fault, _ := strings.Cut(f, "\x00"); !found[symbol] {
				t.Error(fault)
			}
		}
	}
}

type moduleSources struct {
	dirs     map[string]string    // module@version -> directory, "" when it cannot be had
	packages map[string]*declared // by directory
	skipped  map[string]bool      // import paths that cannot be checked
}

// find returns what the package at an import path declares, in each version of
// the module that holds it. For a path that ends in a star those are the packages
// of the files that the sources name.
func (m *moduleSources) find(t *testing.T, importPath string, sources []string) (found []*declared) {
	dir, below := strings.CutSuffix(importPath, "/*")
	best := "" // the longest module path that fits
	for _, source := range sources {
		module, _, _ := strings.Cut(source, "@")
		inside := strings.HasPrefix(dir+"/", module+"/")
		if len(module) > len(best) && (inside || below && strings.HasPrefix(module, dir+"/")) {
			best = module
		}
	}
	seen := map[string]bool{}
	for _, source := range sources {
		version, _, _ := strings.Cut(source, ":")
		module, v, _ := strings.Cut(version, "@")
		if module != best || seen[version] || strings.Contains(v, "git-") {
			continue
		}
		rest := strings.TrimPrefix(dir+"/", best+"/")
		if below {
			rest = path.Dir(source[len(version)+1:])
		} else {
			seen[version] = true
		}
		if d := m.read(filepath.Join(m.download(t, version), filepath.FromSlash(rest))); len(d.funcs)+len(d.types) > 0 {
			found = append(found, d)
		}
	}
	if len(found) == 0 && !m.skipped[importPath] {
		m.skipped[importPath] = true
		t.Logf("%s: not checked, the module is not among the sources", importPath)
	}
	return found
}

// download returns the directory of a module, "" when it cannot be had.
func (m *moduleSources) download(t *testing.T, version string) string {
	dir, ok := m.dirs[version]
	if !ok {
		out, _ := exec.Command("go", "mod", "download", "-json", version).Output()
		var info struct{ Dir string }
		_ = json.Unmarshal(out, &info) // no Dir then
		dir = info.Dir
		m.dirs[version] = dir
		if dir == "" {
			t.Errorf("%s cannot be had", version)
		}
	}
	return dir
}

func (m *moduleSources) read(dir string) *declared {
	if m.packages[dir] == nil {
		m.packages[dir] = readDeclared(dir)
	}
	return m.packages[dir]
}

// declared is what the files of one package declare.
type declared struct {
	funcs  map[string]*ast.FuncType
	types  map[string]ast.Expr
	fields map[string]ast.Expr
	vars   map[string]bool
}

func readDeclared(dir string) *declared {
	d := &declared{map[string]*ast.FuncType{}, map[string]ast.Expr{}, map[string]ast.Expr{}, map[string]bool{}}
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	fset := token.NewFileSet()
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		src, err := os.ReadFile(name)
		if err != nil {
			continue
		}
		file, _ := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
		if file == nil {
			continue
		}
		for _, decl := range file.Decls {
			d.add(decl)
		}
	}
	return d
}

func (d *declared) add(decl ast.Decl) {
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		name := decl.Name.Name
		if decl.Recv != nil {
			name = baseName(decl.Recv.List[0].Type) + "." + name
		}
		d.funcs[name] = decl.Type
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					d.vars[name.Name] = true
				}
			case *ast.TypeSpec:
				d.addType(spec.Name.Name, spec.Type)
			}
		}
	}
}

func (d *declared) addType(name string, typ ast.Expr) {
	d.types[name] = typ
	var list *ast.FieldList
	switch typ := typ.(type) {
	case *ast.StructType:
		list = typ.Fields
	case *ast.InterfaceType:
		list = typ.Methods
	default:
		return
	}
	for _, field := range list.List {
		for _, n := range field.Names {
			if f, ok := field.Type.(*ast.FuncType); ok {
				d.funcs[name+"."+n.Name] = f
			}
			d.fields[name+"."+n.Name] = field.Type
		}
	}
}

// baseName returns the name in *T, T[P] and pkg.T.
func baseName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return baseName(e.X)
	case *ast.IndexExpr:
		return baseName(e.X)
	case *ast.IndexListExpr:
		return baseName(e.X)
	case *ast.Ellipsis:
		return baseName(e.Elt)
	case *ast.SelectorExpr:
		return e.Sel.Name
	case *ast.Ident:
		return e.Name
	}
	return ""
}

// check returns what is wrong with an entry.
func (d *declared) check(e entry) string {
	switch v := e.value.(type) {
	case *Func:
		return d.checkFunc(e.symbol, v)
	case *Setting:
		if v.Takes != "" {
			return d.checkMaker(v)
		}
		if v.Field {
			if d.fields[e.symbol] == nil {
				return "no such field"
			}
			if _, pointer := d.fields[e.symbol].(*ast.StarExpr); pointer != v.Pointer && v.Limits() {
				return "whether it is a pointer is not what the record says"
			}
			return ""
		}
		return d.checkArgs(e.symbol, v.Arg, v.Inner, v.Options)
	case *Mark:
		return d.checkArgs(e.symbol)
	case *Waiting:
		return d.checkArgs(e.symbol, v.Duration, v.Ctx)
	case *ErrorTest:
		return d.checkArgs(e.symbol, v.Arg)
	case *Operation:
		if recv, name := splitSymbol(e.symbol); name == "*" && (recv == "" || d.types[recv] != nil) {
			return ""
		} else if recv == "*" {
			for symbol := range d.funcs {
				if strings.HasSuffix(symbol, "."+name) {
					return ""
				}
			}
			return "no such method"
		}
		return d.checkArgs(e.symbol)
	case *SideEffect:
		return d.checkEffect(e.symbol, v)
	case *Making:
		return d.checkMethod(e.symbol, v.Arg, v.Method, v.Body)
	case *KeySetter:
		return d.checkMethod(e.symbol, v.Name, v.Value)
	case isEnd:
		return d.checkMethod(e.symbol)
	case *StopField:
		if d.fields[e.symbol+"."+v.Field] == nil || d.fields[e.symbol+"."+v.Limit] == nil {
			return "no such field"
		}
	case isHint:
		if d.funcs[e.symbol] == nil && d.fields[e.symbol] == nil && d.types[e.symbol] == nil && d.checkMethod(e.symbol) != "" {
			return "no such function, field or type"
		}
	case keyHeader:
	default:
		if !d.vars[e.symbol] && d.types[e.symbol] == nil {
			return "no such variable or type"
		}
	}
	return ""
}

// checkMaker checks that some constructor fits a pattern.
func (d *declared) checkMaker(s *Setting) string {
	for name, f := range d.funcs {
		if glob(s.Name, name) && slices.ContainsFunc(parameters(f), func(e ast.Expr) bool { return strings.HasSuffix(baseName(e), s.Takes) }) {
			return ""
		}
	}
	return "nothing fits"
}

// checkEffect checks a function with a side effect, and what hands over a key.
func (d *declared) checkEffect(symbol string, v *SideEffect) string {
	if fault := d.checkMethod(symbol, v.Request, v.Text, v.Body, v.Input, v.Object, v.KeyArg); fault != "" {
		return fault
	}
	for _, option := range v.Options {
		if d.funcs[option] == nil {
			return "no such function: " + option
		}
	}
	f := d.funcs[symbol]
	if f == nil || v.Input < 0 {
		return ""
	}
	input := baseName(parameters(f)[v.Input])
	fields, ok := d.types[input].(*ast.StructType)
	if !ok || hasEmbedded(fields) {
		return "" // of another package, or put together from several
	}
	for _, name := range append(slices.Clone(v.Keys), v.Needs, v.BodyField) {
		if name != "" && d.fields[input+"."+name] == nil {
			return "no such field: " + input + "." + name
		}
	}
	return ""
}

func hasEmbedded(s *ast.StructType) bool {
	return slices.ContainsFunc(s.Fields.List, func(f *ast.Field) bool { return len(f.Names) == 0 })
}

// checkMethod is [declared.checkArgs] for a name with a star for the receiver,
// too: some method has it.
func (d *declared) checkMethod(symbol string, indexes ...int) string {
	recv, name := splitSymbol(symbol)
	if recv != "*" {
		return d.checkArgs(symbol, indexes...)
	}
	for other := range d.funcs {
		if strings.HasSuffix(other, "."+name) && d.checkArgs(other, indexes...) == "" {
			return ""
		}
	}
	return "no such method"
}

// checkFunc checks a function that repeats.
func (d *declared) checkFunc(symbol string, f *Func) string {
	if f.pattern() {
		for name := range d.funcs {
			recv, method := splitSymbol(name)
			if ast.IsExported(method) && glob(f.Recv, recv) && glob(f.Name, method) {
				return ""
			}
		}
		return "nothing fits"
	}
	if fault := d.checkArgs(symbol, f.Closure, f.Policy, f.Options, f.Attempts, f.Interval, f.Retriable, f.Ctx); fault != "" {
		return fault
	}
	params := parameters(d.funcs[symbol])
	if f.Ctx >= 0 && baseName(params[f.Ctx]) != "Context" {
		return "the parameter at ctx is no context"
	}
	if f.Options >= 0 {
		if _, variadic := params[f.Options].(*ast.Ellipsis); !variadic {
			return "the parameter at options is not variadic"
		}
	}
	if f.Closure >= 0 && !d.isFunc(params[f.Closure]) {
		return "the parameter at closure is no function"
	}
	return ""
}

// isFunc reports whether e is a function type, or a type of another package,
// which cannot be told here.
func (d *declared) isFunc(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.FuncType, *ast.SelectorExpr:
		return true
	case *ast.IndexExpr:
		return d.isFunc(e.X)
	case *ast.Ident:
		return d.types[e.Name] != nil && d.isFunc(d.types[e.Name])
	}
	return false
}

func (d *declared) checkArgs(symbol string, indexes ...int) string {
	f := d.funcs[symbol]
	if f == nil {
		return "no such function"
	}
	if n := len(parameters(f)); slices.ContainsFunc(indexes, func(i int) bool { return i >= n }) {
		return "the function has fewer parameters"
	}
	return ""
}

// parameters returns the type of each parameter.
func parameters(f *ast.FuncType) []ast.Expr {
	var list []ast.Expr
	for _, field := range f.Params.List {
		for range max(1, len(field.Names)) {
			list = append(list, field.Type)
		}
	}
	return list
}
