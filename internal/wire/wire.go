// Package wire carries complete results from the analyzed units to the front
// end. Under go vet each package is analyzed by a process of its own, and what
// that process prints is kept in the build cache and replayed. So the results
// travel as diagnostics of a hidden analyzer, each of them one JSON object.
package wire

import (
	"encoding/json"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/summary"
)

// Name is the name of the hidden analyzer and of the flag that turns it on.
const Name = "retrywire"

// Afresh is the flag that names a run. The build cache has no answers for a run
// that it has not seen.
const Afresh = Name + ".run"

// A Message is the text of one diagnostic: one of the four.
type Message struct {
	Finding *finding.Finding `json:"finding,omitempty"`
	Row     *inventory.Row   `json:"row,omitempty"`
	// Wired is what this package knows of a region of another one.
	Wired *inventory.Wired `json:"wired,omitempty"`
	// Done says that the unit was analyzed, whether or not it has results.
	Done bool `json:"done,omitempty"`
}

// New returns the hidden analyzer over the given passes.
func New(passes []*analysis.Analyzer) *analysis.Analyzer {
	requires := append([]*analysis.Analyzer{summary.Analyzer}, passes...)
	a := &analysis.Analyzer{
		Name:     Name,
		Doc:      "hand complete results to the retryvet command (internal)",
		Requires: requires,
		Run:      func(pass *analysis.Pass) (any, error) { return nil, emit(pass, passes) },
	}
	a.Flags.Int64("run", 0, "name this run, so that nothing is replayed (internal)")
	return a
}

func emit(pass *analysis.Pass, passes []*analysis.Analyzer) error {
	messages := []Message{{Done: true}}
	for _, a := range passes {
		findings, _ := pass.ResultOf[a].([]finding.Finding)
		for i := range findings {
			messages = append(messages, Message{Finding: &findings[i]})
		}
	}
	result := pass.ResultOf[summary.Analyzer].(*summary.Result)
	for _, w := range inventory.WiredFromSummary(result.Wired) {
		messages = append(messages, Message{Wired: &w})
	}
	for _, r := range slices.Concat(result.Rows(), result.Configs()) {
		if row, ok := inventory.FromSummary(pass.Fset, r); ok {
			messages = append(messages, Message{Row: &row})
		}
	}
	for _, m := range messages {
		text, err := json.Marshal(m)
		if err != nil {
			return err
		}
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Package, Message: string(text)})
	}
	return nil
}
