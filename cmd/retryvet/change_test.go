package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
)

// A change that adds the outer loops is reported at a line that it changes,
// with the numbers of before and after.
func TestChangeOfOuterLoops(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "service")
	if err := os.CopyFS(dir, os.DirFS("../../examples/billing/before")); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	edit := func(file, old, new string) {
		t.Helper()
		file = filepath.Join(dir, file)
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(data), old) {
			t.Fatalf("%s does not hold %s", file, old)
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(string(data), old, new)), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	const loop, once = "attempt < attempts; attempt++", "attempt < 1; attempt++"
	const helper, direct = "retry(ctx, attempts, func", "retry(ctx, 1, func"
	edit("gateway/gateway.go", loop, once)
	edit("orchestrator/orchestrator.go", helper, direct)
	gitRun(t, dir, "init", "-q", "-b", "main")
	gitRun(t, dir, "add", "-A")
	commit := func(message string) {
		t.Helper()
		gitRun(t, dir, "-c", "user.name=Tester", "-c", "user.email=tester@example.com", "commit", "-q", "-a", "-m", message)
	}
	commit("one layer")

	edit("orchestrator/orchestrator.go", direct, helper)
	check := func(from, to finding.Amount, file string) {
		t.Helper()
		out, errs := output(t, dir, tool(t), "-base=main", "-format=json", "./...")
		var f finding.Finding
		for lines := json.NewDecoder(bytes.NewReader(out)); f.Analyzer != "nestedretry"; {
			f = finding.Finding{}
			if err := lines.Decode(&f); err != nil {
				t.Fatalf("%v: %s%s", err, out, errs)
			}
		}
		if f.Base == nil || f.Base.Attempts != from || f.Attempts.Total != to || f.Pos.File != filepath.FromSlash(file) {
			t.Errorf("got %+v at %v from %+v, want %s to %s in %s", f.Attempts, f.Pos, f.Base, from, to, file)
		}
	}
	check("3", "9", "orchestrator/orchestrator.go")
	edit("gateway/gateway.go", once, loop)
	check("3", "27", "gateway/gateway.go")

	comment := func(want, not string) {
		t.Helper()
		out, _ := output(t, dir, tool(t), "-base=main", "-format=markdown", "./...")
		if !strings.Contains(string(out), want) || not != "" && strings.Contains(string(out), not) {
			t.Errorf("the comment does not say %q, or says %q:\n%s", want, not, out)
		}
	}
	comment("**retryvet:** this change raises `(*Billing).ChargeDetails` from 3 to 27 attempts", "")

	// Two layers that become three are known as two, also where the third makes
	// them late, and are not gone.
	edit("gateway/gateway.go", loop, once)
	commit("two layers")
	edit("gateway/gateway.go", once, loop)
	check("9", "27", "gateway/gateway.go")
	comment("**retryvet:** this change raises `(*Billing).ChargeDetails` from 9 to 27 attempts, worst case 18s to 54s", "No longer found: ")
}

func gitRun(t *testing.T, dir string, args ...string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}
