package frontend

import (
	"bytes"
	"encoding/json"
	"go/build"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// What the short way writes for a package of the standard library is what the
// long one writes, so that it does not matter to importers which was taken.
func TestDeclarationsAreThoseOfTheFullAnalysis(t *testing.T) {
	tool, err := exec.LookPath("retryvet")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	vetx := map[string]string{} // of what was done, by the long way
	for _, path := range []string{"unicode/utf8", "container/list", "internal/cpu", "internal/bytealg"} {
		pkg, err := build.Default.Import(path, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		var written [2][]byte
		for i, module := range []string{"", "example.com/some"} {
			unit := map[string]any{
				"ImportPath": path, "GoVersion": "go1.26", "ModulePath": module, "VetxOnly": true,
				"ImportMap": same(pkg.Imports), "PackageVetx": vetx,
				"VetxOutput": filepath.Join(dir, "vetx"), "Stdout": filepath.Join(dir, "stdout"),
			}
			var files []string
			for _, f := range pkg.GoFiles {
				files = append(files, filepath.Join(pkg.Dir, f))
			}
			unit["GoFiles"] = files
			data, err := json.Marshal(unit)
			if err != nil {
				t.Fatal(err)
			}
			config := filepath.Join(dir, "unit.cfg")
			if err := os.WriteFile(config, data, 0o666); err != nil {
				t.Fatal(err)
			}
			u := readUnit(config)
			if short := module == ""; short != (u.described() && exportDeclarations(u.data)) {
				t.Fatalf("%s of module %q: the other way was taken", path, module)
			}
			if module != "" {
				if out, err := exec.Command(tool, config).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			if written[i], err = os.ReadFile(filepath.Join(dir, "vetx")); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(written[0], written[1]) {
			t.Errorf("%s: %d bytes for its declarations, %d for all of it", path, len(written[0]), len(written[1]))
		}
		vetx[path] = filepath.Join(dir, filepath.Base(path)+".vetx")
		if err := os.WriteFile(vetx[path], written[1], 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func same(paths []string) map[string]string {
	m := map[string]string{}
	for _, p := range paths {
		m[p] = p
	}
	return m
}
