package deadline

import (
	_ "embed"
	"reflect"
	"slices"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/passdoc"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

const name = "deadline"

// The categories.
const (
	budget   = "budget"
	ignored  = "ignored"
	detached = "detached"
	fresh    = "fresh"
	shared   = "shared"
	chained  = "chained"
	untimed  = "untimed" // with -strict
)

//go:embed doc.go
var doc string

// Analyzer is the analyzer with its default settings.
var Analyzer = New(Options{})

// Options are the settings of the analyzer.
type Options struct {
	finding.Options
	Strict bool // report what is likely but not certain as well
}

// New returns an analyzer with the given settings, which its flags can change.
func New(o Options) *analysis.Analyzer {
	heedlessCalls := newHeedlessCalls(&o)
	a := &analysis.Analyzer{
		Name:       name,
		Doc:        passdoc.Must(doc, name),
		URL:        finding.DocURL(name),
		Requires:   []*analysis.Analyzer{summary.Analyzer, heedlessCalls},
		ResultType: reflect.TypeFor[[]finding.Finding](),
		Run: func(pass *analysis.Pass) (any, error) {
			c := newCheck(pass, o)
			c.drafts = slices.Clone(pass.ResultOf[heedlessCalls].([]finding.Draft))
			c.budgets()
			c.ignored()
			c.detached()
			c.stored()
			c.perAttempt()
			c.untimed()
			return finding.Report(pass, o.Options, c.drafts), nil
		},
	}
	o.Options.Register(&a.Flags)
	summary.RegisterKnown(&a.Flags)
	a.Flags.BoolVar(&o.Strict, "strict", o.Strict, "report what is likely but not certain as well")
	return a
}

// A check is the work on one package.
type check struct {
	*places
	opts    Options
	result  *summary.Result
	helpers func() *helpers
	drafts  []finding.Draft
}

// Helpers are functions that repeat what they are handed.
type helpers struct {
	calls  map[ssa.CallInstruction]*summary.Row
	inside map[*ssa.Function]*summary.Row // by the closures that they repeat
}

func newCheck(pass *analysis.Pass, o Options) *check {
	c := &check{
		places: placesOf(pass),
		opts:   o,
		result: pass.ResultOf[summary.Analyzer].(*summary.Result),
	}
	c.helpers = sync.OnceValue(c.findHelpers)
	return c
}

func (c *check) findHelpers() *helpers {
	h := &helpers{
		calls:  make(map[ssa.CallInstruction]*summary.Row),
		inside: make(map[*ssa.Function]*summary.Row),
	}
	for _, row := range c.result.Rows() {
		if !isHelper(row.Region) {
			continue
		}
		call := row.Trials[0]
		h.calls[call] = row
		if fn := closureArgument(call); fn != nil {
			h.inside[fn] = row
		}
	}
	return h
}

// isHelper reports whether what repeats is a function that the region calls.
func isHelper(r *region.Region) bool {
	return r.Callback >= 0 && len(r.Body) == 0 && len(r.Trials) == 1
}

// closureArgument returns the only function literal that a call is handed.
func closureArgument(call ssa.CallInstruction) *ssa.Function {
	var found *ssa.Function
	for _, a := range call.Common().Args {
		if ct, ok := a.(*ssa.ChangeType); ok {
			a = ct.X
		}
		if mc, ok := a.(*ssa.MakeClosure); ok {
			a = mc.Fn
		}
		fn, ok := a.(*ssa.Function)
		if !ok || fn.Parent() == nil {
			continue
		}
		if found != nil {
			return nil
		}
		found = fn
	}
	return found
}

// here tells whether a call runs the function that it is handed before it
// returns; see [ctxflow.Runs].
func (c *check) here(call ssa.CallInstruction, fn *ssa.Function) bool {
	if row := c.helpers().calls[call]; row != nil {
		return true
	}
	common := call.Common()
	if obj := ctxflow.Callee(common); obj != nil {
		if k := known.Lookup(obj); k != nil {
			return k.Kind != known.Once // which says nothing of when
		}
	}
	callee := common.StaticCallee()
	if callee == nil {
		return false
	}
	for i, a := range common.Args {
		if mc, ok := a.(*ssa.MakeClosure); ok {
			a = mc.Fn
		}
		if a == ssa.Value(fn) && i < len(callee.Params) && len(callee.Blocks) > 0 {
			return ctxflow.RunsParam(callee.Params[i])
		}
	}
	return false
}

// reach returns the context that a function has from its caller.
func (c *check) reach(fn *ssa.Function) (ctxflow.Reach, bool) {
	return ctxflow.InReach(fn, c.here)
}

// add notes a finding, unless another region has led to it already.
func (c *check) add(d finding.Draft) {
	for _, old := range c.drafts {
		if old.Pos == d.Pos && old.Message == d.Message {
			return
		}
	}
	d.Confidence = finding.High
	c.drafts = append(c.drafts, d)
}
