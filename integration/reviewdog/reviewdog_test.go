package reviewdog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// A change adds the outermost of three layers. What reviewdog shows of it, from
// any format, are the findings at the line that was added; without the base it
// would show nothing, since the findings stand elsewhere.
func TestReviewdog(t *testing.T) {
	bin := t.TempDir()
	retryvet, reviewdog := filepath.Join(bin, "retryvet"), filepath.Join(bin, "reviewdog")
	run(t, "../..", nil, "go", "build", "-o", retryvet, "./cmd/retryvet")
	run(t, ".", nil, "go", "build", "-o", reviewdog, "github.com/reviewdog/reviewdog/cmd/reviewdog")
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	dir := repository(t)

	golden, err := os.ReadFile("testdata/want.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, format := range []string{"rdjson", "rdjsonl", "sarif"} {
		report := run(t, dir, nil, retryvet, "-exit-zero", "-base=HEAD~1", "-format="+format, "./...")
		shown := run(t, dir, report, reviewdog, "-f="+format, "-name=retryvet", "-reporter=local", "-diff=git diff HEAD~1", "-filter-mode=added")
		if format == "sarif" {
			shown = sarifLines(t, shown)
		}
		if !bytes.Equal(shown, golden) {
			t.Errorf("%s: got\n%s\nwant\n%s", format, shown, golden)
		}
		report = run(t, dir, nil, retryvet, "-exit-zero", "-format="+format, "./...")
		if shown := run(t, dir, report, reviewdog, "-f="+format, "-name=retryvet", "-reporter=local", "-diff=git diff HEAD~1", "-filter-mode=added"); len(bytes.TrimSpace(shown)) > 0 {
			t.Errorf("%s without a base: %s", format, shown)
		}
	}
}

// sarifLines spells results of SARIF, which reviewdog shows as they came, as
// lines.
func sarifLines(t *testing.T, results []byte) []byte {
	t.Helper()
	var lines []byte
	for all := json.NewDecoder(bytes.NewReader(results)); all.More(); {
		var r struct {
			Message   struct{ Text string }
			Locations []struct {
				PhysicalLocation struct {
					ArtifactLocation struct{ URI string }
					Region           struct{ StartLine, StartColumn int }
				}
			}
		}
		if err := all.Decode(&r); err != nil || len(r.Locations) != 1 {
			t.Fatalf("%v in %s", err, results)
		}
		at := r.Locations[0].PhysicalLocation
		message, _, _ := strings.Cut(r.Message.Text, "\n")
		lines = fmt.Appendf(lines, "%s:%d:%d: %s\n", at.ArtifactLocation.URI, at.Region.StartLine, at.Region.StartColumn, message)
	}
	return lines
}

// repository holds the example with two commits: the second makes the gateway
// try again.
func repository(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if resolved, err := filepath.EvalSymlinks(dir); err == nil {
		dir = resolved
	}
	if err := os.CopyFS(dir, os.DirFS("../../examples/billing/before")); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "gateway", "gateway.go")
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	before := strings.Replace(string(after), "attempt < attempts;", "attempt < 1;", 1)
	if before == string(after) {
		t.Fatal("the gateway has no loop to take out")
	}
	run(t, dir, nil, "git", "init", "-q", "-b", "main")
	for _, text := range []string{before, string(after)} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		run(t, dir, nil, "git", "add", "-A")
		run(t, dir, nil, "git", "-c", "user.name=Tester", "-c", "user.email=tester@example.com", "commit", "-q", "-m", "change")
	}
	return dir
}

// run returns what a command prints. reviewdog ends with 1 when it shows
// something.
func run(t *testing.T, dir string, stdin []byte, name string, args ...string) []byte {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Stdin = dir, bytes.NewReader(stdin)
	cmd.Env = append(os.Environ(), "GOWORK=off")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if exit := new(exec.ExitError); err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1 || filepath.Base(name) != "reviewdog") {
		t.Fatalf("%s %v: %v\n%s", name, args, err, stderr.Bytes())
	}
	return out
}
