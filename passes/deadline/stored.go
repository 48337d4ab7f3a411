package deadline

import (
	"fmt"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
)

// stored reports calls that get a context which is kept in a field although the
// caller's is in reach: they end with the object, not with the caller. It may be
// that the work is the object's, so that it is not certain.
func (c *check) stored() {
	if !c.opts.Strict {
		return
	}
	for call, reach := range c.callsInReach() {
		if awaited(call) && !cleansUp(call) && !ctxflow.Keeps(call.Common()) {
			c.storedContext(call.Parent(), call, reach)
		}
	}
}

// storedContext judges the contexts that one call is handed.
func (c *check) storedContext(fn *ssa.Function, call *ssa.Call, reach ctxflow.Reach) {
	var field *ssa.UnOp
	for _, a := range call.Call.Args {
		switch {
		case ctxflow.IsRequest(a.Type()):
			return
		case !ctxflow.IsContext(a.Type()):
			continue
		}
		ways := ctxflow.Ways(a)
		for _, w := range ways {
			load, ok := w.From.(*ssa.UnOp)
			if w.Kind != ctxflow.Stored || !ok || contextName(load) == "" {
				return // the caller's, or someone chose
			}
			if slices.ContainsFunc(w.Derived, ctxflow.CanceledElsewhere) {
				return // perhaps when the caller's ends
			}
			field = load
		}
	}
	if field == nil || !ctxflow.OfReceiver(field) {
		return
	}
	d := finding.Draft{
		Category: detached,
		Message: fmt.Sprintf("%s gets the context that is kept in the field %s although %s is in reach: it goes on when the caller gives up",
			calleeName(call.Common()), contextName(field), reach.Expr),
		Identity: []string{fn.RelString(fn.Pkg.Pkg), calleeName(call.Common()), "stored"},
	}
	d.Pos, d.End = c.extent(call.Pos())
	c.add(d)
}
