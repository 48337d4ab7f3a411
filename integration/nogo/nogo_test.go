package nogo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/retryvet/retryvet/internal/hosttest"
)

// The findings of nogo are those of the retryvet command, in all examples, and
// its configuration sets flags.
func TestNogo(t *testing.T) {
	retryvet := hosttest.Build(t, "../..")
	build := newBuilder(t)
	plain := build.nogo("plain", `{}`)
	lenient := build.nogo("lenient", `{"nestedretry": {"analyzer_flags": {"max": "100"}}}`)

	seen, silenced := 0, false
	for _, dir := range hosttest.Modules(t, "../..") {
		var want []string
		for _, f := range hosttest.Findings(t, retryvet, dir) {
			want = append(want, hosttest.Place(f)+": "+f.Message)
		}
		got := analyze(t, dir, plain)
		silenced = silenced || len(got) > 0 && len(analyze(t, dir, lenient)) < len(got)
		seen += len(want)
		if diff := hosttest.Difference("nogo", got, "retryvet", want); diff != "" {
			t.Errorf("%s:\n%s", dir, diff)
		}
		t.Logf("%s: %d findings", dir, len(want))
	}
	if seen == 0 || !silenced {
		t.Errorf("%d findings, silenced by a flag: %v", seen, silenced)
	}
}

// A builder has what nogo is compiled from: it uses an internal package of
// golang.org/x/tools, so it is built inside a copy of that module.
type builder struct {
	t     *testing.T
	tools string
	rules string
	paths []string // of the analyzers
}

// sources are the files that rules_go names nogo_srcs.
var sources = []string{
	"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go118.go", "nogo_goversions_go121.go",
	"nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go", "nolint.go",
}

func newBuilder(t *testing.T) *builder {
	t.Helper()
	self, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	b := &builder{t: t, tools: filepath.Join(t.TempDir(), "tools")}
	b.rules = filepath.Join(moduleDir(t, ".", "github.com/bazelbuild/rules_go"), "go", "tools", "builders")
	copyModule(t, moduleDir(t, self, "golang.org/x/tools"), b.tools)
	goRun(t, b.tools, "mod", "edit", "-require=github.com/retryvet/retryvet@v0.0.0", "-replace=github.com/retryvet/retryvet="+self)
	b.paths = strings.Fields(goRun(t, self, "list", "./passes/..."))

	generator := filepath.Join(b.tools, "internal", "nogogen")
	b.copy(generator, "generate_nogo_main.go", "flags.go")
	write(t, filepath.Join(generator, "main.go"), `package main

import (
	"log"
	"os"
)

func main() {
	if err := genNogoMain(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
`)
	return b
}

func (b *builder) copy(dir string, names ...string) {
	b.t.Helper()
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(b.rules, name))
		if err != nil {
			b.t.Fatal(err)
		}
		write(b.t, filepath.Join(dir, name), string(data))
	}
}

// nogo builds a nogo of all analyzers with a configuration.
func (b *builder) nogo(name, config string) string {
	b.t.Helper()
	dir := filepath.Join(b.tools, "internal", "nogo"+name)
	b.copy(dir, sources...)
	file := filepath.Join(b.t.TempDir(), "config.json")
	write(b.t, file, config)
	args := []string{"run", "-mod=mod", "./internal/nogogen", "-output", filepath.Join(dir, "generated.go"), "-config", file}
	for _, path := range b.paths {
		args = append(args, "-analyzer_importpath", path)
	}
	goRun(b.t, b.tools, args...)
	binary := filepath.Join(b.t.TempDir(), "nogo-"+name)
	goRun(b.t, b.tools, "build", "-mod=mod", "-o", binary, "./internal/nogo"+name)
	return binary
}

// A listed is a package as go list describes it.
type listed struct {
	Dir, ImportPath, Export string
	GoFiles, Imports        []string
	Standard                bool
}

// analyze runs nogo over the packages of a module, imports first, as Bazel
// does: each run gets the export data of all packages, and the facts of those
// that it imports.
func analyze(t *testing.T, dir, nogo string) []string {
	t.Helper()
	var pkgs []listed
	dec := json.NewDecoder(strings.NewReader(goRun(t, dir, "list", "-deps", "-export", "-json=Dir,ImportPath,Export,GoFiles,Imports,Standard", "./...")))
	for {
		var p listed
		err := dec.Decode(&p)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		pkgs = append(pkgs, p)
	}
	var config strings.Builder
	for _, p := range pkgs {
		if p.Export != "" {
			fmt.Fprintf(&config, "packagefile %s=%s\n", p.ImportPath, p.Export)
		}
	}
	work := t.TempDir()
	importcfg := filepath.Join(work, "importcfg")
	write(t, importcfg, config.String())
	var own []listed
	facts := make(map[string]string)
	done := make(map[string]chan struct{})
	for _, p := range pkgs {
		if !p.Standard { // nogo has no facts of the standard library
			own = append(own, p)
			facts[p.ImportPath] = filepath.Join(work, fmt.Sprintf("%d.x", len(own)))
			done[p.ImportPath] = make(chan struct{})
		}
	}
	var found []string
	var group sync.WaitGroup
	var mutex sync.Mutex
	processes := make(chan struct{}, runtime.GOMAXPROCS(0))
	for _, p := range own {
		args := []string{"-p", p.ImportPath, "-importcfg", importcfg, "-x", facts[p.ImportPath], "-go_version", "1.26.0"}
		for _, imported := range p.Imports {
			if facts[imported] != "" {
				args = append(args, "-fact", imported+"="+facts[imported])
			}
		}
		for _, f := range p.GoFiles {
			args = append(args, filepath.Join(p.Dir, f))
		}
		group.Go(func() {
			defer close(done[p.ImportPath])
			for _, imported := range p.Imports {
				if ch := done[imported]; ch != nil {
					<-ch
				}
			}
			processes <- struct{}{}
			defer func() { <-processes }()
			text, err := exec.Command(nogo, args...).CombinedOutput()
			if err != nil && !bytes.Contains(text, []byte("errors found by nogo")) {
				t.Errorf("nogo %v: %v\n%s", args, err, text)
				return
			}
			mutex.Lock()
			defer mutex.Unlock()
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSpace(line)
				if rest, ok := strings.CutPrefix(line, dir+string(filepath.Separator)); ok {
					found = append(found, rest[:strings.LastIndex(rest, " (")])
				}
			}
		})
	}
	group.Wait()
	return found
}

func moduleDir(t *testing.T, in, path string) string {
	t.Helper()
	return strings.TrimSpace(goRun(t, in, "list", "-m", "-f", "{{.Dir}}", path))
}

// copyModule copies the Go files of a module, which cannot be changed where it
// is.
func copyModule(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, file)
		if err != nil {
			return err
		}
		if d.IsDir() {
			if d.Name() == "testdata" || d.Name() == "gopls" {
				return filepath.SkipDir
			}
			return os.MkdirAll(filepath.Join(to, rel), 0o777)
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(to, rel), data, 0o666)
	})
	if err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

func goRun(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go %v in %s: %v\n%s", args, dir, err, stderr.Bytes())
	}
	return string(out)
}
