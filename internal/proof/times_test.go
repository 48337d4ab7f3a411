package proof

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/proof/loops"
)

// times are the lengths of time that retryvet prints for a retry.
type times struct {
	PerAttempt span `json:"per_attempt"`
	Waits      span `json:"waits"`
	WorstCase  span `json:"worst_case"`
}

// A span is a length of time as printed: "750ms", "50ms-150ms", "" if it is not
// known.
type span string

// holds reports whether a length of time is one that is printed.
func (s span) holds(d time.Duration) (bool, error) {
	from, to, ranges := strings.Cut(string(s), "-")
	if !ranges {
		to = from
	}
	least, err := time.ParseDuration(from)
	if err != nil {
		return false, err
	}
	most, err := time.ParseDuration(to)
	if err != nil {
		return false, err
	}
	if least > most {
		return false, fmt.Errorf("%s is no interval", s)
	}
	return least <= d && d <= most, nil
}

// hanging lists what is run with an operation that takes all the time that it
// is given.
func hanging() []proof {
	return []proof{
		{run: loops.Fixed},
		{run: loops.Growing},
		{run: loops.Capped},
		{run: loops.Jittered},
		{run: loops.Linear},
		{run: loops.Before},
		{run: loops.Again},
		{run: loops.Calls},
		{run: loops.Layers},
		{run: loops.Round},
		{run: loops.Avast},
		{run: loops.AvastGrows},
		{run: loops.Cenkalti},
		{run: loops.Sethvargo},
		{run: loops.Kubernetes},
		{run: loops.Client, status: hangs},
		{run: loops.Retryablehttp, status: hangs},
	}
}

// TestWorstCases runs each function with an operation that hangs, and compares the
// time until it gives up with the worst case that retryvet prints. What is not
// printed cannot be wrong, so most must be.
func TestWorstCases(t *testing.T) {
	said := inventory(t)
	right := 0
	for _, p := range hanging() {
		name := functionName(p.run)
		t.Run(name, func(t *testing.T) {
			if compare(t, said[name].times.WorstCase, count(t, p)) {
				right++
			}
		})
	}
	t.Logf("%d of %d are said, and right", right, len(hanging()))
	if right < 10 {
		t.Errorf("%d worst cases are said and right, want 10", right)
	}
}

// TestWaits does the same for the waits, with libraries whose operation fails at
// once: all the time that they take is theirs.
func TestWaits(t *testing.T) {
	t.Setenv("AWS_CA_BUNDLE", "")
	said := inventory(t)
	right := 0
	for _, p := range proofs() {
		name := functionName(p.run)
		if s := said[name]; len(s.layers) != 1 || s.times.Waits == "" || p.shares || p.late {
			continue
		}
		t.Run(name, func(t *testing.T) {
			if compare(t, said[name].times.Waits, count(t, p)) {
				right++
			}
		})
	}
	t.Logf("%d are said, and right", right)
	if right < 10 {
		t.Errorf("the waits of %d policies are said and right, want 10", right)
	}
}

// compare reports whether the time that a run has taken is said and right.
func compare(t *testing.T, said span, got counted) bool {
	t.Helper()
	if said == "" {
		t.Logf("not said: %v", got.took)
		return false
	}
	ok, err := said.holds(got.took)
	switch {
	case err != nil:
		t.Error(err)
	case !ok:
		t.Errorf("gives up after %v, retryvet says %s", got.took, said)
	}
	return ok
}
