// Package examples compares what retryvet says of the example programs with
// what they do: each has a test of its own that runs it against a failing
// server and counts the requests.
package examples

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

func TestPrintedIsCounted(t *testing.T) {
	tool := filepath.Join(t.TempDir(), "retryvet")
	output(t, "..", "go", "build", "-o", tool, "./cmd/retryvet")

	for _, test := range []struct {
		dir string
		// findings holds, for each finding of nestedretry, the count that
		// its total must equal.
		findings []string
		// effects holds the same for the findings of idempotency.
		effects []string
		// rows holds, for each attempt number that the inventory has, the
		// count that it must equal. No other number may be in a retry.
		rows []string
		// budgets holds what each finding of deadline says of time, and times
		// how long the retries of the inventory can take.
		budgets, times []string
	}{
		{dir: "billing/before", findings: []string{"requests"}, effects: []string{"disputes"}, rows: []string{"disputes"}, budgets: []string{"54s of 20s"}, times: []string{"18s", "54s", "6s"}},
		{dir: "billing/after", rows: []string{"requests"}, times: []string{"4s-4.5s"}},
		{dir: "reservation/before", effects: []string{"mails"}, rows: []string{"mails"}, budgets: []string{"1.5s of 800ms"}, times: []string{"1.5s-1.6s"}},
		{dir: "reservation/after", rows: []string{"runs"}},
		{dir: "docanalysis/before", findings: []string{"requests"}, budgets: []string{"750ms of 600ms"}},
		{dir: "docanalysis/after", rows: []string{"requests"}, times: []string{"400ms-500ms"}},
	} {
		t.Run(test.dir, func(t *testing.T) {
			counts := counted(t, test.dir)
			var printed, effects []finding.Amount
			var budgets []string
			for _, f := range findings(t, tool, test.dir) {
				switch {
				case f.Analyzer == "deadline" && f.Time != nil:
					budgets = append(budgets, f.Time.WorstCase+" of "+f.Time.Deadline)
				case (f.Analyzer == "overload" || f.Analyzer == "backoff") && path.Base(test.dir) == "before":
					// They count nothing.
				case f.Attempts == nil:
					t.Errorf("unexpected finding: %s", f.Message)
				case f.Analyzer == "nestedretry":
					printed = append(printed, f.Attempts.Total)
				case f.Analyzer == "idempotency":
					effects = append(effects, f.Attempts.Total)
				default:
					t.Errorf("unexpected finding: %s", f.Message)
				}
			}
			compare(t, "totals of effects", effects, named(t, counts, test.effects))
			compare(t, "totals of findings", printed, named(t, counts, test.findings))
			if !slices.Equal(budgets, test.budgets) {
				t.Errorf("budgets: got %q, want %q", budgets, test.budgets)
			}
			if test.rows == nil {
				return
			}
			var attempts []finding.Amount
			var times []string
			for _, row := range rows(t, tool, test.dir) {
				if row.Class == "retry" {
					attempts = append(attempts, row.Attempts)
				}
				if row.Time != nil && row.Time.WorstCase != "" {
					times = append(times, row.Time.WorstCase)
				}
			}
			slices.Sort(times)
			if times = slices.Compact(times); !slices.Equal(times, test.times) {
				t.Errorf("times in the inventory: got %q, want %q", times, test.times)
			}
			slices.Sort(attempts)
			compare(t, "attempts in the inventory", slices.Compact(attempts), named(t, counts, test.rows))
		})
	}
}

func compare(t *testing.T, what string, got, want []finding.Amount) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q are printed, %q are counted", what, got, want)
	}
}

func named(t *testing.T, counts map[string]finding.Amount, names []string) []finding.Amount {
	t.Helper()
	var values []finding.Amount
	for _, name := range names {
		if counts[name] == "" {
			t.Fatalf("no test counts %s", name)
		}
		values = append(values, counts[name])
	}
	return values
}

// counted runs the tests of an example and returns what they count, which they
// report as attributes.
func counted(t *testing.T, dir string) map[string]finding.Amount {
	t.Helper()
	counts := map[string]finding.Amount{}
	for _, event := range decode[struct {
		Action, Key string
		Value       finding.Amount
	}](t, output(t, dir, "go", "test", "-json", "./...")) {
		if event.Action == "attr" {
			counts[event.Key] = event.Value
		}
	}
	return counts
}

func findings(t *testing.T, tool, dir string) []finding.Finding {
	t.Helper()
	return decode[finding.Finding](t, output(t, dir, tool, "-format=json", "./..."))
}

func rows(t *testing.T, tool, dir string) []inventory.Row {
	t.Helper()
	return decode[inventory.Row](t, output(t, dir, tool, "inventory", "-format=json", "./..."))
}

// decode reads one value a line.
func decode[T any](t *testing.T, text string) []T {
	t.Helper()
	var values []T
	for line := range strings.Lines(text) {
		var value T
		if err := json.Unmarshal([]byte(line), &value); err != nil {
			t.Fatalf("%v in %s", err, line)
		}
		values = append(values, value)
	}
	return values
}

// output runs a command and returns what it prints. Findings make retryvet
// exit with 1, which is no failure.
func output(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1 && stderr.Len() == 0) {
		t.Fatalf("%s in %s: %v\n%s%s", strings.Join(args, " "), dir, err, out, stderr.Bytes())
	}
	return string(out)
}
