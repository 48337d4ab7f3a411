package retryvet_test

import (
	"flag"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet"
	"github.com/retryvet/retryvet/internal/fixture"
	"github.com/retryvet/retryvet/passes/nestedretry"
)

var units = flag.String("units", "", "folder of a module, and patterns, whose packages BenchmarkPasses analyzes; without it the fixtures")

// BenchmarkPasses tells what each pass costs on top of the engine: the engine
// with nestedretry runs over the same packages and in the same process, and
// then the pass over what it has found. Time and allocations of the pass are
// given in hundredths of those of the engine.
//
// The fixtures, which are analyzed unless -units names a module, are nothing but
// retries: in real code a pass finds much less to do.
func BenchmarkPasses(b *testing.B) {
	tree := unitsToAnalyze(b)
	for _, a := range retryvet.Analyzers {
		if a == nestedretry.Analyzer {
			continue
		}
		b.Run(a.Name, func(b *testing.B) {
			var engine, pass cost
			for b.Loop() {
				e, p := costs(b, tree, a)
				engine, pass = engine.plus(e), pass.plus(p)
			}
			b.ReportMetric(100*float64(pass.time)/float64(engine.time), "%time")
			b.ReportMetric(100*float64(pass.mallocs)/float64(engine.mallocs), "%allocs")
		})
	}
}

// A cost is what some work takes.
type cost struct {
	time    time.Duration
	mallocs uint64
}

func (c cost) plus(d cost) cost { return cost{c.time + d.time, c.mallocs + d.mallocs} }

// costs analyzes the packages of a tree and returns what the engine takes, and
// what a takes on top of that.
func costs(tb testing.TB, tree *fixture.Tree, a *analysis.Analyzer) (engine, pass cost) {
	tb.Helper()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	err := tree.Each([]*analysis.Analyzer{nestedretry.Analyzer, a}, func(ran *analysis.Analyzer) {
		took := time.Since(start)
		var after runtime.MemStats
		runtime.ReadMemStats(&after)
		c := cost{took, after.Mallocs - before.Mallocs}
		if ran == a {
			pass = pass.plus(c)
		} else {
			engine = engine.plus(c)
		}
		before, start = after, time.Now()
	})
	if err != nil {
		tb.Fatal(err)
	}
	return engine, pass
}

// unitsToAnalyze loads the packages that the flag names, or the fixtures.
func unitsToAnalyze(tb testing.TB) *fixture.Tree {
	tb.Helper()
	var tree *fixture.Tree
	var err error
	if words := strings.Fields(*units); len(words) > 1 {
		tree, err = fixture.LoadModule(words[0], words[1:]...)
	} else if len(words) == 1 {
		tree, err = fixture.LoadModule(words[0], "./...")
	} else {
		tree, err = fixture.Load("testdata", "./...")
	}
	if err != nil {
		tb.Fatal(err)
	}
	return tree
}
