package idempotency

import (
	_ "embed"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/passdoc"
	"github.com/retryvet/retryvet/internal/summary"
)

const name = "idempotency"

//go:embed doc.go
var doc string

// Analyzer is the analyzer with its default settings.
var Analyzer = New(Options{})

// Options are the settings of the analyzer.
type Options struct {
	finding.Options
	Strict bool // report what is likely, but not certain
}

// New returns an analyzer with the given settings, which its flags can change.
func New(o Options) *analysis.Analyzer {
	a := &analysis.Analyzer{
		Name:       name,
		Doc:        passdoc.Must(doc, name),
		URL:        finding.DocURL(name),
		Requires:   []*analysis.Analyzer{summary.Analyzer},
		ResultType: reflect.TypeFor[[]finding.Finding](),
		Run: func(pass *analysis.Pass) (any, error) {
			acts := pass.ResultOf[summary.Analyzer].(*summary.Result).Acts
			var drafts []finding.Draft
			for _, f := range judge(acts, o) {
				drafts = append(drafts, f.draft(pass))
			}
			return finding.Report(pass, o.Options, drafts), nil
		},
	}
	o.Options.Register(&a.Flags)
	summary.RegisterKnown(&a.Flags)
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what is likely as well")
	return a
}
