package summary

import (
	"fmt"
	"go/types"
	"os"
	"reflect"
	"slices"
	"sync"

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
		FactTypes:  []analysis.Fact{new(PackageFact)},
	}
}

type finder = func([]*ssa.Function, func(*types.Func) *region.Behavior) *region.Found

func run(pass *analysis.Pass, find finder) (result *Result) {
	declared, problems := declare(pass)
	if !matters(pass) {
		if declared != "" {
			pass.ExportPackageFact(&PackageFact{Chunks: []Chunk{{Path: pass.Pkg.Path(), Declared: declared}}})
		}
		return &Result{Problems: problems}
	}
	defer survive(pass, func() { result = &Result{Problems: problems} })
	e := newEngine(pass.Pkg, pass.Fset)
	in := e.importPackages(pass)
	is := e.inertness(pass)
	if is == Inert {
		pass.ExportPackageFact(e.packageFact(nil, nil, is, ""))
		return &Result{Problems: problems}
	}
	fns := buildFunctions(pass)
	var asking sync.Mutex // passes look closer at regions while others ask for rows
	found := find(fns, func(fn *types.Func) *region.Behavior {
		asking.Lock()
		defer asking.Unlock()
		return e.importedBehavior(fn)
	})
	order := e.compute(fns, found)
	chains, told := e.chains(order, in)
	acts, told := e.acts(order, in, told)
	budgets, wired, more := e.budgets(order, in)
	told = append(told, more...)
	slices.Sort(told)
	if fact := e.packageFact(order, told, is, declared); fact != nil {
		pass.ExportPackageFact(fact)
	}
	rows := sync.OnceValue(func() (rows []*Row) {
		defer survive(pass, func() { rows = nil })
		return e.rows(fns, found)
	})
	configs := sync.OnceValue(func() (list []*Row) {
		defer survive(pass, func() { list = nil })
		rows() // which asks about regions itself
		asking.Lock()
		defer asking.Unlock()
		return e.configs(fns)
	})
	return &Result{
		rows: rows, configs: configs, Chains: chains, Acts: acts, Budgets: budgets, Wired: wired, Funcs: fns, Foreign: ofOthers(pass) || isStandard(pass.Pkg.Path()), Problems: problems,
	}
}

// survive is deferred: a fault of ours must not keep the packages above from
// being checked, nor pass without a word.
func survive(pass *analysis.Pass, giveUp func()) {
	if r := recover(); r != nil {
		fmt.Fprintf(os.Stderr, "retryvet: %s: internal error, its findings are missing: %v\n", pass.Pkg.Path(), r)
		giveUp()
	}
}
