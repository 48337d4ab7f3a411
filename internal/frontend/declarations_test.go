package frontend

import (
	"bytes"
	"encoding/json"
	"go/build"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// What the short way writes for a package is what the long one writes, so that
// it does not matter to importers which was taken.
func TestDeclarationsAreThoseOfTheFullAnalysis(t *testing.T) {
	w := &units{tool: "retryvet", dir: t.TempDir(), vetx: map[string]string{}} // which makes no facts of these
	for _, path := range []string{"unicode/utf8", "container/list", "internal/cpu", "internal/bytealg"} {
		pkg, err := build.Default.Import(path, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		var files []string
		for _, f := range pkg.GoFiles {
			files = append(files, filepath.Join(pkg.Dir, f))
		}
		w.compare(t, path, files, pkg.Imports, map[string]any{"VetxOnly": true}, map[string]any{"VetxOnly": true, "ModulePath": "example.com/some"})
	}

	w.tool = "summaries"
	module := map[string]any{"VetxOnly": true, "ModulePath": "example.com/tree", "ModuleVersion": "v1.0.0"}
	asked := maps.Clone(module)
	asked["VetxOnly"] = false
	for _, p := range []struct {
		path, source string
		imports      []string
	}{
		{"example.com/tree", `package tree; import "unicode/utf8"; type T struct{ Left, Right *T }; func Len(s string) int { return utf8.RuneCountInString(s) }`, []string{"unicode/utf8"}},
		{"example.com/tree/walk", `package walk; import "example.com/tree"; func Walk(t *tree.T) { if t != nil { Walk(t.Left) } }`, []string{"example.com/tree"}},
	} {
		file := filepath.Join(w.dir, filepath.Base(p.path)+".go")
		if err := os.WriteFile(file, []byte(p.source), 0o666); err != nil {
			t.Fatal(err)
		}
		w.compare(t, p.path, []string{file}, p.imports, module, asked)
	}
}

// Packages in which something happens are analyzed.
func TestActivePackagesAreAnalyzed(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "p.go")
	if err := os.WriteFile(file, []byte("package p; func Do(f func() error) error { return f() }"), 0o666); err != nil {
		t.Fatal(err)
	}
	w := &units{dir: dir}
	unit := w.unit(t, "example.com/p", []string{file}, nil, map[string]any{"VetxOnly": true, "ModulePath": "example.com/p", "ModuleVersion": "v1.0.0"})
	if exportDeclarations(readUnit(unit)) {
		t.Error("a package that calls what it is handed was taken for an inert one")
	}
}

// units runs units of go vet.
type units struct {
	tool, dir string
	vetx      map[string]string // of what was done, by the long way
}

// compare does a unit the short way, then the long one.
func (w *units) compare(t *testing.T, path string, files, imports []string, short, long map[string]any) {
	t.Helper()
	if !exportDeclarations(readUnit(w.unit(t, path, files, imports, short))) {
		t.Fatalf("%s: the long way was taken", path)
	}
	declared := w.written(t)
	config := w.unit(t, path, files, imports, long)
	if exportDeclarations(readUnit(config)) {
		t.Fatalf("%s: the short way was taken", path)
	}
	if out, err := exec.Command(w.tool, config).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	full := w.written(t)
	if !bytes.Equal(declared, full) {
		t.Errorf("%s: %d bytes for its declarations, %d for all of it", path, len(declared), len(full))
	}
	w.vetx[path] = filepath.Join(w.dir, filepath.Base(path)+".vetx")
	if err := os.WriteFile(w.vetx[path], full, 0o666); err != nil {
		t.Fatal(err)
	}
}

// unit writes the description of a unit with the given fields.
func (w *units) unit(t *testing.T, path string, files, imports []string, fields map[string]any) string {
	t.Helper()
	unit := map[string]any{
		"ImportPath": path, "GoVersion": "go1.26", "GoFiles": files,
		"ImportMap": same(imports), "PackageVetx": w.vetx,
		"VetxOutput": filepath.Join(w.dir, "vetx"), "Stdout": filepath.Join(w.dir, "stdout"),
	}
	maps.Copy(unit, fields)
	data, err := json.Marshal(unit)
	if err != nil {
		t.Fatal(err)
	}
	config := filepath.Join(w.dir, "unit.cfg")
	if err := os.WriteFile(config, data, 0o666); err != nil {
		t.Fatal(err)
	}
	return config
}

func (w *units) written(t *testing.T) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(w.dir, "vetx"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func same(paths []string) map[string]string {
	m := map[string]string{}
	for _, p := range paths {
		m[p] = p
	}
	return m
}
