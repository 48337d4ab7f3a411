package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/hosttest"
)

const config = `version: "2"
linters:
  default: none
  enable: [retryvet]
  settings:
    custom:
      retryvet:
        type: module
        description: finds retries around retries
        settings: {%s}
issues:
  max-issues-per-linter: 0
  max-same-issues: 0
  uniq-by-line: false
`

type tools struct{ golangci, retryvet string }

func build(t *testing.T) tools {
	t.Helper()
	b := tools{filepath.Join(t.TempDir(), "golangci-lint"), hosttest.Build(t, "../..")}
	run(t, ".", "go", "build", "-o", b.golangci, ".")
	t.Setenv("GOLANGCI_LINT_CACHE", t.TempDir())
	return b
}

// golangci-lint with the plugin finds what the command finds: in the examples,
// and in modules that were not written for it.
func TestPlugin(t *testing.T) {
	b := build(t)
	agree := func(dir, settings string, flags ...string) {
		t.Run(filepath.Base(filepath.Dir(dir))+"/"+filepath.Base(dir), func(t *testing.T) {
			want := b.fromCommand(t, dir, flags...)
			if diff := hosttest.Difference("golangci-lint", b.fromPlugin(t, dir, settings), "retryvet", want); diff != "" {
				t.Error(diff)
			}
			t.Logf("%d findings", len(want))
		})
	}
	agree(realModule(t), "strict: true", "-strict")
	for _, dir := range hosttest.Modules(t, "../..") {
		agree(dir, "")
	}

	t.Run("settings", func(t *testing.T) {
		const dir = "../../examples/billing/before"
		found := b.fromPlugin(t, dir, "")
		if got := b.fromPlugin(t, dir, "nestedretry: {max: 100}"); len(got) >= len(found) {
			t.Errorf("max=100 of one analyzer silences nothing: %v", got)
		}
		if got := b.fromPlugin(t, dir, "disable: [nestedretry]"); len(got) >= len(found) {
			t.Errorf("disabling an analyzer silences nothing: %v", got)
		}
		// Records of one's own outrank what a body shows, and other records give
		// other answers.
		for _, kind := range []string{"single", "client"} {
			records := `known: "record own\npackage example.com/billing/orchestrator\nkind ` + kind + `\nattempts 5\ncall ChargeTool.ChargeDetails"`
			got := strings.Join(b.fromPlugin(t, dir, records), "\n")
			if five := strings.Contains(got, "5 in (orchestrator.ChargeTool).ChargeDetails"); five != (kind == "client") {
				t.Errorf("with a %s: %s", kind, got)
			}
		}
		for settings, want := range map[string]string{
			`known: "rekord own"`:    `unknown keyword "rekord"`,
			"maks: 3":                `there is no setting "maks"`,
			"max: many":              "max: parse error",
			"nestedretry: {tets: 1}": `there is no setting "tets"`,
			"disable: [nested]":      "there is no analyzer nested",
		} {
			if _, errs, code := b.golangciRun(t, dir, settings); code != 3 || !strings.Contains(errs, want) {
				t.Errorf("%s: exit code %d, want %q in\n%s", settings, code, want, errs)
			}
		}
	})

	t.Run("nolint", func(t *testing.T) {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS("../../examples/billing/before")); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, "main.go")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		const line = "return gateway.New(assistant)"
		quiet := strings.Replace(string(text), line, line+" //nolint:retryvet // as agreed", 1)
		if err := os.WriteFile(file, []byte(quiet), 0o666); err != nil {
			t.Fatal(err)
		}
		for _, f := range b.fromPlugin(t, dir, "") {
			if strings.HasPrefix(f, "main.go:") {
				t.Errorf("found in spite of nolint: %s", f)
			}
		}
	})
}

// fromCommand spells the findings of the command as the plugin does.
func (b tools) fromCommand(t *testing.T, dir string, flags ...string) []string {
	t.Helper()
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for _, f := range hosttest.Findings(t, b.retryvet, dir, flags...) {
		file := filepath.ToSlash(filepath.Join(abs, f.Pos.File))
		list = append(list, fmt.Sprintf("%s: %s: %s (%s at %s:%d)", hosttest.Place(f),
			f.Analyzer, f.Message, f.Category, path.Join(path.Base(path.Dir(file)), path.Base(file)), f.Pos.Line))
	}
	return list
}

func (b tools) fromPlugin(t *testing.T, dir, settings string) []string {
	t.Helper()
	out, errs, code := b.golangciRun(t, dir, settings)
	if code > 1 {
		t.Fatalf("golangci-lint in %s: exit code %d\n%s", dir, code, errs)
	}
	var report struct {
		Issues []struct {
			Text string
			Pos  struct {
				Filename     string
				Line, Column int
			}
		}
	}
	if err := json.NewDecoder(strings.NewReader(out)).Decode(&report); err != nil {
		t.Fatalf("%v in\n%s%s", err, out, errs)
	}
	var list []string
	for _, i := range report.Issues {
		list = append(list, fmt.Sprintf("%s:%d:%d: %s", i.Pos.Filename, i.Pos.Line, i.Pos.Column, i.Text))
	}
	return list
}

func (b tools) golangciRun(t *testing.T, dir, settings string) (stdout, stderr string, code int) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "golangci.yml")
	if err := os.WriteFile(file, fmt.Appendf(nil, config, settings), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(b.golangci, "run", "--config", file, "--path-mode=abs", "--output.json.path=stdout", "--show-stats=false", "./...")
	abs, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	err = cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		code = exit.ExitCode()
	} else if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(out.String(), abs+string(filepath.Separator), ""), errs.String(), code
}

// realModule copies a public module with findings out of the module cache.
func realModule(t *testing.T) string {
	t.Helper()
	const module = "github.com/hashicorp/go-retryablehttp@v0.7.8"
	var m struct{ Dir, Error string }
	if err := json.Unmarshal(run(t, ".", "go", "mod", "download", "-json", module), &m); err != nil || m.Dir == "" {
		t.Fatalf("%s: %v %s", module, err, m.Error)
	}
	dir := filepath.Join(t.TempDir(), "real", "module")
	if err := os.CopyFS(dir, os.DirFS(m.Dir)); err != nil {
		t.Fatal(err)
	}
	return dir
}

func run(t *testing.T, dir, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(append([]string{name}, args...), " "), err, cmp.Or(stderr.String(), string(out)))
	}
	return out
}
