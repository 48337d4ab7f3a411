// Package hosttest says over which modules the tests of the hosts compare
// findings, and what the command finds there, which all must agree with.
package hosttest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
)

// ModulesEnv names a list of directories, spelled as PATH is: modules over
// which the hosts are compared besides the examples. They may need the network
// and take long, so no test brings them along.
const ModulesEnv = "RETRYVET_MODULES"

// Modules returns the directories of the modules: the examples, which are below
// root, the root of the repository, and those that the environment names.
func Modules(t testing.TB, root string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "examples", "*", "*", "go.mod"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples below %s: %v", root, err)
	}
	var dirs []string
	for _, f := range files {
		dirs = append(dirs, filepath.Dir(f))
	}
	for _, dir := range filepath.SplitList(os.Getenv(ModulesEnv)) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err != nil {
			t.Fatalf("%s: %v", ModulesEnv, err)
		}
		dirs = append(dirs, dir)
	}
	for i, dir := range dirs {
		if dirs[i], err = filepath.Abs(dir); err != nil {
			t.Fatal(err)
		}
	}
	return dirs
}

// Build builds the command of the repository at root.
func Build(t testing.TB, root string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "retryvet")
	build := exec.Command("go", "build", "-o", binary, "./cmd/retryvet")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return binary
}

// Findings returns what the command finds in a module, file names from its
// directory on.
func Findings(t testing.TB, retryvet, dir string, flags ...string) []finding.Finding {
	t.Helper()
	cmd := exec.Command(retryvet, append(slices.Clip(flags), "-format=json", "-exit-zero", "./...")...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("retryvet in %s: %v\n%s", dir, err, stderr.String())
	}
	var list []finding.Finding
	for line := range bytes.Lines(out) {
		var f finding.Finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}

// Place spells where a finding stands.
func Place(f finding.Finding) string {
	return fmt.Sprintf("%s:%d:%d", f.Pos.File, f.Pos.Line, f.Pos.Column)
}

// Difference tells which lines two hosts do not share, "" if there are none.
// Each list is sorted.
func Difference(a string, as []string, b string, bs []string) string {
	slices.Sort(as)
	slices.Sort(bs)
	var out bytes.Buffer
	for len(as) > 0 || len(bs) > 0 {
		switch {
		case len(bs) == 0 || len(as) > 0 && as[0] < bs[0]:
			fmt.Fprintf(&out, "%s alone: %s\n", a, as[0])
			as = as[1:]
		case len(as) == 0 || bs[0] < as[0]:
			fmt.Fprintf(&out, "%s alone: %s\n", b, bs[0])
			bs = bs[1:]
		default:
			as, bs = as[1:], bs[1:]
		}
	}
	return out.String()
}
