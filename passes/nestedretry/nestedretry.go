package nestedretry

import (
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/passdoc"
	"github.com/retryvet/retryvet/internal/summary"
)

const name = "nestedretry"

//go:embed doc.go
var doc string

// Analyzer is the analyzer with its default settings.
var Analyzer = New(Options{Max: 1})

// Options are the settings of the analyzer.
type Options struct {
	finding.Options
	Max    int64            // calls per request that are accepted
	Assume map[string]int64 // numbers for settings
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
			result := pass.ResultOf[summary.Analyzer].(*summary.Result)
			in := placesOf(pass)
			var drafts []finding.Draft
			for _, n := range judge(result.Chains, o) {
				drafts = append(drafts, n.draft(in, o.Max))
			}
			for _, p := range result.Problems {
				drafts = append(drafts, finding.Misread(p.Pos, p.End, p.Message))
			}
			return finding.Report(pass, o.Options, drafts), nil
		},
	}
	o.Options.Register(&a.Flags)
	summary.RegisterKnown(&a.Flags)
	o.Assume = maps.Clone(o.Assume)
	a.Flags.Int64Var(&o.Max, "max", o.Max, "accept up to `N` calls per request")
	a.Flags.Var((*assumed)(&o.Assume), "assume", "take a setting for a number, as in maxRetries=3; may be repeated")
	return a
}

// assumed is a flag that collects name=number pairs.
type assumed map[string]int64

var _ flag.Value = (*assumed)(nil)

func (m *assumed) String() string {
	var pairs []string
	for _, k := range slices.Sorted(maps.Keys(*m)) {
		pairs = append(pairs, fmt.Sprintf("%s=%d", k, (*m)[k]))
	}
	return strings.Join(pairs, ",")
}

func (m *assumed) Set(s string) error {
	for pair := range strings.SplitSeq(s, ",") {
		k, v, ok := strings.Cut(pair, "=")
		n, err := strconv.ParseInt(v, 10, 64)
		if !ok || k == "" || err != nil || n < 0 {
			return fmt.Errorf("want name=number, not %q", pair)
		}
		if *m == nil {
			*m = make(assumed)
		}
		(*m)[k] = n
	}
	return nil
}
