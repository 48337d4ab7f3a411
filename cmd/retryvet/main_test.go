package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// The test binary is the command, too, when it is called by that name.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"retryvet": main})
}

// examples returns the example modules.
func examples(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("../../examples/*/*/go.mod")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	var dirs []string
	for _, f := range files {
		dirs = append(dirs, filepath.Dir(f))
	}
	return dirs
}

// output runs a command that may exit with 1, which stands for findings.
func output(t *testing.T, dir, name string, args ...string) (stdout, stderr []byte) {
	t.Helper()
	var out, errs bytes.Buffer
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &out, &errs
	err := cmd.Run()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		t.Fatalf("%s %v in %s: %v\n%s", name, args, dir, err, errs.Bytes())
	}
	return out.Bytes(), errs.Bytes()
}

func tool(t *testing.T) string {
	t.Helper()
	path, err := exec.LookPath("retryvet")
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func describe(file string, line, column int, category, message string) string {
	return fmt.Sprintf("%s:%d:%d: %s: %s", filepath.ToSlash(file), line, column, category, message)
}

func abs(t *testing.T, dir string) string {
	t.Helper()
	dir, err := filepath.Abs(dir)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}
