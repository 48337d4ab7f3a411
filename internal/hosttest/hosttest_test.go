package hosttest

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// go vet finds what the command finds. (It visits a package that others import
// and that has tests of its own twice, and says so twice.)
func TestGoVet(t *testing.T) {
	retryvet := Build(t, "../..")
	seen := 0
	for _, dir := range Modules(t, "../..") {
		var want []string
		for _, f := range Findings(t, retryvet, dir) {
			want = append(want, fmt.Sprintf("%s: %s/%s: %s", Place(f), f.Analyzer, f.Category, f.Message))
		}
		seen += len(want)
		if diff := Difference("go vet", goVet(t, retryvet, dir), "retryvet", want); diff != "" {
			t.Errorf("%s:\n%s", dir, diff)
		}
		t.Logf("%s: %d findings", dir, len(want))
	}
	if seen == 0 {
		t.Error("there is nothing to compare")
	}
}

func goVet(t *testing.T, retryvet, dir string) []string {
	t.Helper()
	cmd := exec.Command("go", "vet", "-vettool="+retryvet, "-json", "./...")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOWORK=off")
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go vet in %s: %v", dir, err)
	}
	var found []string
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var packages map[string]map[string][]struct{ Posn, Category, Message string }
		err := dec.Decode(&packages)
		if errors.Is(err, io.EOF) {
			slices.Sort(found)
			return slices.Compact(found)
		}
		if err != nil {
			t.Fatal(err)
		}
		for _, analyzers := range packages {
			for analyzer, list := range analyzers {
				for _, d := range list {
					place := strings.TrimPrefix(d.Posn, dir+string(filepath.Separator))
					found = append(found, fmt.Sprintf("%s: %s/%s: %s", filepath.ToSlash(place), analyzer, d.Category, d.Message))
				}
			}
		}
	}
}

func TestDifference(t *testing.T) {
	got := Difference("a", []string{"3", "1", "2"}, "b", []string{"4", "2"})
	if want := "a alone: 1\na alone: 3\nb alone: 4\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Difference("a", []string{"2", "1"}, "b", []string{"1", "2"}); got != "" {
		t.Errorf("got %q for equal lists", got)
	}
}
