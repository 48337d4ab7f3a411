// Package inventory holds the rows of the inventory: every construct that
// repeats something, whatever it is for, with its policy.
package inventory

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

// A Row is one region as people and programs read it. A text is empty where
// nothing is known.
type Row struct {
	Class     string           `json:"class"`
	Kind      string           `json:"kind"`
	Func      string           `json:"func"`
	File      string           `json:"file"`
	Line      int              `json:"line"`
	EndLine   int              `json:"end_line"`
	Attempts  finding.Amount   `json:"attempts"`
	Within    string           `json:"within,omitempty"` // for how long, when time is the bound and constant
	Delay     string           `json:"delay"`            // none, fixed, linear, exponential
	Jitter    bool             `json:"jitter"`
	Ctx       string           `json:"ctx"`    // yes, partly, no
	Errors    string           `json:"errors"` // all, predicate
	Operation string           `json:"operation"`
	Effect    string           `json:"effect"` // read, write
	Below     []finding.Amount `json:"below"`
	Time      *finding.Time    `json:"time,omitempty"`
	// Trials are the lines of the calls that are made again, Exits those at
	// which the construct is left: of a loop that retries, some once the
	// operation has succeeded (Done), some when it gives up (GivenUp).
	Trials  []int `json:"trials,omitempty"`
	Exits   []int `json:"exits,omitempty"`
	Done    []int `json:"done,omitempty"`
	GivenUp []int `json:"given_up,omitempty"`
	// Classes names the kinds of failure that are repeated, "any" for all.
	Classes string `json:"classes,omitempty"`
}

// A Wired is what a package knows of a region of another one: what lies behind its
// interfaces was not known there.
type Wired struct {
	File string        `json:"file"` // "import/path/file.go"
	Line int           `json:"line"`
	Time *finding.Time `json:"time,omitempty"`
	// Worst is the worst case in nanoseconds, to compare by.
	Worst int64            `json:"worst,omitempty"`
	Below []finding.Amount `json:"below,omitempty"`
	// Total is the product of Below, to compare by.
	Total attempt.Total `json:"total,omitzero"`
}

// WiredFromSummary makes them of what the engine found.
func WiredFromSummary(list []summary.Wired) []Wired {
	var out []Wired
	for _, l := range list {
		w := Wired{File: l.File, Line: l.Line, Below: amounts(l.Below), Total: attempt.Product(l.Below...)}
		if l.WorstCase != nil {
			w.Time, w.Worst = timeOf(l.Time), int64(l.WorstCase.Max)
		}
		out = append(out, w)
	}
	return out
}

func amounts(bounds []attempt.Bound) []finding.Amount {
	out := []finding.Amount{}
	for _, b := range bounds {
		out = append(out, amount(b))
	}
	return out
}

// timeOf prints a time, nil if nothing is known.
func timeOf(t summary.Time) *finding.Time {
	text := func(i *attempt.Interval) string {
		if i == nil {
			return ""
		}
		return i.String()
	}
	out := finding.Time{
		PerAttempt: text(t.PerAttempt), Waits: text(t.Waits), WorstCase: text(t.WorstCase), Deadline: text(t.Deadline),
	}
	if out == (finding.Time{}) {
		return nil
	}
	return &out
}

// FromSummary makes the row of one region. The second result is false for a
// region that stands nowhere in the source.
func FromSummary(fset *token.FileSet, r *summary.Row) (Row, bool) {
	if !r.Pos.IsValid() {
		return Row{}, false
	}
	pos, end := fset.Position(r.Pos), fset.Position(r.End)
	row := Row{
		Class:     string(r.Class),
		Kind:      string(r.Kind),
		Func:      r.Func,
		File:      pos.Filename,
		Line:      pos.Line,
		EndLine:   max(pos.Line, end.Line),
		Attempts:  amount(r.Attempts),
		Jitter:    r.Delay.Jitter,
		Ctx:       string(r.Ctx),
		Operation: r.Operation,
		Effect:    r.Effect,
		Below:     amounts(r.Below),
	}
	if r.Class == region.Retry || r.Class == region.Failover {
		row.Time = timeOf(r.Time)
	}
	if r.Attempts.Kind == attempt.Timed && r.Attempts.Within > 0 {
		row.Within = r.Attempts.Within.String()
	}
	if r.Delay.Growth != attempt.UnknownGrowth {
		row.Delay = r.Delay.Growth.String()
	}
	switch {
	case r.AllErrors:
		row.Errors = "all"
	case r.Class == region.Retry || r.Class == region.Failover:
		row.Errors = "predicate"
	}
	for _, c := range r.Trials {
		row.Trials = append(row.Trials, fset.Position(c.Pos()).Line)
	}
	row.Trials = lines(row.Trials)
	row.Exits = exits(fset, r.Region)
	done, failed := r.Region.Exits()
	row.Done, row.GivenUp = linesOf(fset, done, row.Line), linesOf(fset, failed, row.Line)
	if r.Errors != 0 {
		row.Classes = r.Errors.String()
	}
	return row, true
}

// exits returns the lines of the jumps and returns that leave the body.
func exits(fset *token.FileSet, r *region.Region) []int {
	leaving := make(map[*ssa.BasicBlock]bool)
	for b := range r.Body {
		leaves := len(b.Succs) == 0
		for _, to := range b.Succs {
			leaves = leaves || !r.Body[to]
		}
		if leaves {
			leaving[b] = true
		}
	}
	return linesOf(fset, leaving, 0)
}

// linesOf lists the lines on which blocks end. The condition of a range is on
// the line of its loop.
func linesOf(fset *token.FileSet, blocks map[*ssa.BasicBlock]bool, loop int) []int {
	var list []int
	for b := range blocks {
		line := lastLine(fset, b)
		if line == 0 {
			line = loop
		}
		list = append(list, line)
	}
	return lines(list)
}

// lastLine returns the line of what ends a block: the jump itself, else what it
// depends on, else what comes before it.
func lastLine(fset *token.FileSet, b *ssa.BasicBlock) int {
	for _, instr := range slices.Backward(b.Instrs) {
		if branch, ok := instr.(*ssa.If); ok && branch.Cond.Pos().IsValid() {
			return fset.Position(branch.Cond.Pos()).Line
		}
		if instr.Pos().IsValid() {
			return fset.Position(instr.Pos()).Line
		}
	}
	return 0
}

// lines sorts lines, and drops those that are none.
func lines(list []int) []int {
	slices.Sort(list)
	list = slices.DeleteFunc(slices.Compact(list), func(n int) bool { return n == 0 })
	if len(list) == 0 {
		return nil
	}
	return list
}

func amount(b attempt.Bound) finding.Amount {
	if b.Kind == attempt.Unknown {
		return ""
	}
	return finding.Amount(b.String())
}

// Compare orders rows by place, then by what they are.
func Compare(a, b Row) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Line, b.Line),
		cmp.Compare(a.EndLine, b.EndLine),
		cmp.Compare(a.Class, b.Class),
		cmp.Compare(a.Kind, b.Kind),
		cmp.Compare(a.Func, b.Func),
		cmp.Compare(a.Operation, b.Operation),
	)
}

// Same reports whether two rows are one region, seen in two variants of its
// package.
func Same(a, b Row) bool {
	return Compare(a, b) == 0
}
