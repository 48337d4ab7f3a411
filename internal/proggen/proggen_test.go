package proggen

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

var (
	programs = flag.Int("programs", 300, "how many programs to generate")
	seed     = flag.Uint64("seed", 21, "what the programs are made up from")
	keep     = flag.String("keep", "", "write the programs to this folder and keep it")
)

// minClaimed is the share of programs of which retryvet must claim the number
// of calls of their operation: a tool that claims nothing is never wrong.
const minClaimed = 0.9

func TestEqualSeedsGiveEqualPrograms(t *testing.T) {
	one, err := Generate(7, 60)
	if err != nil {
		t.Fatal(err)
	}
	two, err := Generate(7, 60)
	if err != nil {
		t.Fatal(err)
	}
	if !maps.EqualFunc(one.Files, two.Files, bytes.Equal) {
		t.Error("two batches of one seed differ")
	}
}

// What retryvet says of a program is what the program does: never less than
// the calls that are counted, and never more.
func TestNumbersEqualCounts(t *testing.T) {
	b, err := Generate(*seed, *programs)
	if err != nil {
		t.Fatal(err)
	}
	dir := *keep
	if dir == "" {
		dir = t.TempDir()
	}
	for name, text := range b.Files {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
	counts := countCalls(t, dir)
	tool := filepath.Join(t.TempDir(), "retryvet")
	command(t, "../..", "go", "build", "-o", tool, "./cmd/retryvet")

	claimed := map[int]bool{}
	open := 0
	for _, c := range claims(t, b, tool, dir) {
		p := b.Programs[c.program]
		if c.open {
			open++
			if !p.reaches(c) {
				t.Errorf("program %d from layer %d: nothing is called as often as is claimed by %s\n\t%s", c.program, c.layer, c.by, describe(p))
			}
			continue
		}
		if got := counts[c.place]; got != c.total && (c.total > 0 || !c.divides(got)) {
			t.Errorf("program %d from layer %d: %d calls are made, %s are claimed by %s\n\t%s", c.program, c.layer, got, c.amount, c.by, describe(p))
		}
		if c.layer == p.outermost() && c.total > 0 {
			claimed[c.program] = true
		}
	}
	repeating := 0
	missed := map[string]int{}
	for _, p := range b.Programs {
		if p.outermost() < 0 {
			continue
		}
		repeating++
		if !claimed[p.ID] {
			t.Logf("program %d: no claim\n\t%s", p.ID, describe(p))
			for _, l := range p.Layers {
				missed[l.Form]++
			}
		}
	}
	t.Logf("a number is claimed of %d of %d programs; forms in the others: %v", len(claimed), repeating, missed)
	t.Logf("%d claims are about an open end", open)
	if share := float64(len(claimed)) / float64(repeating); share < minClaimed {
		t.Errorf("a number is claimed of %.2f of the programs, want %.2f", share, minClaimed)
	}
}

// outermost returns the index of the first layer that repeats, -1 if none does.
func (p *Program) outermost() int {
	return slices.IndexFunc(p.Layers, func(l *Layer) bool { return l.Attempts > 1 })
}

func describe(p *Program) string {
	var parts []string
	for _, l := range p.Layers {
		parts = append(parts, fmt.Sprintf("%s.%s %s x%d link=%d value=%d reject=%q fail=%s", l.pkg, l.name, l.Form, l.Attempts, l.link, l.value, l.reject, l.fail))
	}
	return strings.Join(parts, "\n\t")
}

func write(t *testing.T, file string, text []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, text, 0o644); err != nil {
		t.Fatal(err)
	}
}

// command runs a command and returns what it prints. Findings make retryvet
// exit with 1, which is no failure.
func command(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1 && stderr.Len() == 0) {
		t.Fatalf("%s: %v\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return string(out)
}

// A place is a layer of a program, from which the program can be run.
type place struct{ program, layer int }

// countCalls compiles the programs into one and runs each of them.
func countCalls(t *testing.T, dir string) map[place]int {
	counts := map[place]int{}
	for line := range strings.Lines(command(t, dir, "go", "run", ".")) {
		var p place
		var n int
		if _, err := fmt.Sscan(line, &p.program, &p.layer, &n); err != nil {
			t.Fatal(err)
		}
		counts[p] = n
	}
	return counts
}

// A claim is what retryvet prints for a program from a layer on.
type claim struct {
	place
	amount string
	total  int // 0 where a setting has no number yet
	known  int // the product of the factors that are numbers
	// open says that the path ends at an interface or a function that only
	// another package fills: the claim counts calls of that.
	open bool
	by   string
}

// divides reports whether total can be the known factors times some number
// for each setting.
func (c claim) divides(total int) bool { return total >= c.known && total%c.known == 0 }

// reaches reports whether what some layer calls, from the one on where the
// claim starts, is called as often as is claimed.
func (p *Program) reaches(c claim) bool {
	calls := 1
	for _, l := range p.Layers[c.layer:] {
		calls *= l.Attempts
		if calls == c.total || c.total == 0 && c.divides(calls) {
			return true
		}
	}
	return false
}

// operation is what all programs call at their bottom.
const operation = "(*net.Dialer).DialContext"

// claims collects the totals of all findings and of all rows of the inventory.
func claims(t *testing.T, b *Batch, tool, dir string) []claim {
	var all []claim
	// Layers over an open end: a finding names them, or one says more of them where
	// the end is closed than their row can.
	ends, wider := map[place]bool{}, map[place]int{}
	for line := range strings.Lines(command(t, dir, tool, "-format=json", "./...")) {
		var f finding.Finding
		if err := json.Unmarshal([]byte(line), &f); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		if f.Attempts == nil {
			continue
		}
		where, ok := placeOf(f.Attempts.Layers[0].Func)
		if !ok {
			continue
		}
		c := claim{place: where, amount: string(f.Attempts.Total), known: 1, by: f.Message}
		c.total, _ = strconv.Atoi(c.amount)
		for _, l := range f.Attempts.Layers {
			if n, err := strconv.Atoi(string(l.Attempts)); err == nil {
				c.known *= n
			}
		}
		if end := f.Path[len(f.Path)-1]; end != operation {
			c.open = true
			for _, l := range f.Attempts.Layers { // they share the path
				if on, ok := placeOf(l.Func); ok {
					ends[on] = true
				}
			}
		}
		wider[where] = max(wider[where], c.total)
		all = append(all, c)
	}
	for _, c := range rowClaims(t, b, tool, dir) {
		c.open = ends[c.place] || c.total < wider[c.place]
		all = append(all, c)
	}
	return all
}

// rowClaims collects what the rows of the inventory say.
func rowClaims(t *testing.T, b *Batch, tool, dir string) []claim {
	var all []claim
	for line := range strings.Lines(command(t, dir, tool, "inventory", "-format=json", "./...")) {
		var row inventory.Row
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		where, ok := placeOf(row.Func)
		if row.Class != "retry" || !ok {
			continue
		}
		by := fmt.Sprintf("the row %s:%d %s", row.File, row.Line, row.Kind)
		layers := b.Programs[where.program].Layers[where.layer:]
		attempts, err := strconv.Atoi(string(row.Attempts))
		if err != nil {
			continue
		}
		if attempts != layers[0].Attempts {
			t.Errorf("program %d layer %d: makes %d attempts, %d by %s\n\t%s", where.program, where.layer, layers[0].Attempts, attempts, by, describe(b.Programs[where.program]))
			continue
		}
		// A row says what its own layer does. It speaks of the operation
		// where it lists the layers below, or where there are none.
		if len(row.Below) == 0 && slices.ContainsFunc(layers[1:], func(l *Layer) bool { return l.Attempts > 1 }) {
			continue
		}
		total := attempts
		for _, below := range row.Below {
			n, _ := strconv.Atoi(string(below))
			total *= n
		}
		if total > 0 {
			all = append(all, claim{place: where, amount: strconv.Itoa(total), total: total, known: total, by: by})
		}
	}
	return all
}

var layerName = regexp.MustCompile(`P(\d+)L(\d+)`)

// placeOf finds the layer that a function belongs to.
func placeOf(function string) (place, bool) {
	m := layerName.FindStringSubmatch(function)
	if m == nil {
		return place{}, false
	}
	program, _ := strconv.Atoi(m[1])
	layer, _ := strconv.Atoi(m[2])
	return place{program, layer}, true
}
