package deadline

import (
	"go/types"
	"strings"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

// length returns a duration that is a constant.
func length(v ssa.Value) (time.Duration, bool) {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil {
		return 0, false
	}
	return time.Duration(c.Int64()), true
}

// waiting names a wait: "time.Sleep of 1s".
func waiting(p region.Pause, d time.Duration, constant bool) string {
	what := "the wait"
	switch instr := p.Instr.(type) {
	case *ssa.Call:
		what = calleeName(instr.Common())
	case *ssa.Select:
		what = "the select"
	}
	if constant {
		what += " of " + d.String()
	}
	return what
}

// operation names what a region repeats.
func operation(row *summary.Row) string {
	if row.Operation == "" || row.Operation == "func value" {
		return "the operation"
	}
	return short(row.Operation)
}

// calleeName names what a call runs: "time.Sleep", "(*http.Client).Do".
func calleeName(c *ssa.CallCommon) string {
	fn := ctxflow.Callee(c)
	if fn == nil {
		return "a function value"
	}
	byName := func(p *types.Package) string { return p.Name() }
	if recv := fn.Signature().Recv(); recv != nil {
		return "(" + types.TypeString(recv.Type(), byName) + ")." + fn.Name()
	}
	if fn.Pkg() == nil {
		return fn.Name()
	}
	return fn.Pkg().Name() + "." + fn.Name()
}

// short drops all but the last element of the import path in a function's
// name, and type arguments: "(*net/http.Client).Do" is "(*http.Client).Do".
func short(fn string) string {
	if head, rest, generic := strings.Cut(fn, "["); generic {
		_, tail, _ := strings.Cut(rest, "]")
		fn = head + tail
	}
	bare := strings.TrimLeft(fn, "(*")
	decoration := fn[:len(fn)-len(bare)]
	return decoration + bare[strings.LastIndexByte(bare, '/')+1:]
}
