package summary

import (
	"go/types"
	"reflect"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/region"
)

// Analyzer computes the summaries. It reports nothing.
var Analyzer = newAnalyzer(region.Find)

// newAnalyzer returns the analyzer over a way to find regions.
func newAnalyzer(find finder) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "retrysummary",
		Doc:        "compute the layers of retrying below each function",
		Run:        func(pass *analysis.Pass) (any, error) { return run(pass, find), nil },
		ResultType: reflect.TypeFor[*Result](),
	}
}

type finder = func([]*ssa.Function, func(*types.Func) *region.Behavior) *region.Found

func run(pass *analysis.Pass, find finder) *Result {
	if !matters(pass) {
		return &Result{}
	}
	fns := buildFunctions(pass)
	e := newEngine(pass.Pkg, pass.Fset)
	found := find(fns, func(obj *types.Func) *region.Behavior {
		if s := e.load(obj); s != nil {
			return s.behavior
		}
		return nil
	})
	order := e.compute(fns, found)
	debug(e, order)
	return &Result{Rows: e.rows(fns, found), Chains: e.chains(order, nil, nil)}
}

var debug = func(*engine, []*summary) {}
