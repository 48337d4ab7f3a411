package overload

import (
	_ "embed"
	"reflect"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/passdoc"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

const name = "overload"

//go:embed doc.go
var doc string

// The categories of findings.
const (
	retried    = "retried"
	retryafter = "retryafter"
	permanent  = "permanent"
	budget     = "budget"
	hidden     = "hidden"
)

// Analyzer is the analyzer with its default settings.
var Analyzer = New(Options{})

// Options are the settings of the analyzer.
type Options struct {
	finding.Options
	Strict bool // report what is likely but not certain as well
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
			return finding.Report(pass, o.Options, drafts(pass, o.Strict)), nil
		},
	}
	o.Options.Register(&a.Flags)
	summary.RegisterKnown(&a.Flags)
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what is likely but not certain as well")
	return a
}

// drafts returns the findings of a package.
func drafts(pass *analysis.Pass, strict bool) []finding.Draft {
	var out []finding.Draft
	if strict {
		out = hiddens(pass)
	}
	for _, row := range pass.ResultOf[summary.Analyzer].(*summary.Result).Rows() {
		if row.Class != region.Retry && row.Class != region.Failover {
			continue
		}
		trace := row.Trace()
		if trace == nil {
			continue
		}
		c := &check{pass: pass, row: row, trace: trace, faults: trace.Faults(), strict: strict}
		c.signals()
		c.permanents()
		c.lost()
		c.budgets()
		out = append(out, c.drafts...)
	}
	return out
}

// A check looks at one region.
type check struct {
	pass   *analysis.Pass
	row    *summary.Row
	trace  *region.Trace
	faults []region.Fault
	strict bool
	drafts []finding.Draft
}
