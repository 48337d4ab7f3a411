package deadline

import (
	"fmt"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/summary"
)

// detached reports what does not end with the caller's context although that
// is in reach: timeouts and calls with a context made from nothing, requests
// without a context. In the attempts of a retry it is fresh: each of them gets
// its full time whatever is left of the caller's.
func (c *check) detached() {
	for call, reach := range c.callsInReach() {
		if ctxflow.Ended(call) || ctxflow.Failed(call) {
			continue
		}
		switch fn := call.Parent(); {
		case ctxflow.IsRoot(call.Common()):
			c.rootContext(fn, call, reach)
		case ctxflow.IsPlainRequest(call.Common()):
			c.plainRequest(fn, call, reach)
		case ctxflow.TakesNoContext(call.Common()):
			c.plainCall(fn, call, reach)
		}
	}
}

// rootContext judges one context.Background or context.TODO.
func (c *check) rootContext(fn *ssa.Function, root *ssa.Call, reach ctxflow.Reach) {
	u, timeout, ok := c.usesOfRoot(root)
	if !ok {
		return
	}
	made := calleeName(root.Common())
	d := finding.Draft{Category: detached, Identity: []string{fn.RelString(fn.Pkg.Pkg), made}}
	d.Pos, d.End = c.extent(root.Pos())
	if row := c.regionAround(fn, root); row != nil && timeout != nil {
		d.Category = fresh
		d.Message = c.freshMessage(row, timeout, reach)
	} else {
		d.Message = detachedMessage(made, u, timeout, reach)
	}
	if fix, ok := c.contextFix(root, reach); ok {
		d.Fixes = append(d.Fixes, fix)
	}
	c.add(d)
}

// usesOfRoot returns what becomes of a context that is made from nothing, and
// the first timeout that derives from it. It reports false if it may be kept, or
// may do no harm.
func (c *check) usesOfRoot(root *ssa.Call) (u ctxflow.Uses, timeout *ssa.Call, ok bool) {
	u = ctxflow.UsesOf(root, c.here, takesContext)
	if u.Escapes || len(u.Calls) == 0 {
		return u, nil, false
	}
	timeout = firstTimeout(u)
	if timeout == nil && (len(u.Derived) > 0 || !slices.ContainsFunc(u.Calls, notBare)) && !c.opts.Strict {
		return u, nil, false // the function ends it itself, or it may be what ends something
	}
	return u, timeout, true
}

// takesContext reports whether a function hands a context to a retry of a
// library.
func takesContext(fn *types.Func) bool {
	_, s := known.LookupSetting(fn)
	return s != nil && s.Counts == known.CountsCtx
}

func notBare(call ssa.CallInstruction) bool { return !ctxflow.Bare(call) }

// firstTimeout returns the first of the derivations that ends by time, or nil.
func firstTimeout(u ctxflow.Uses) *ssa.Call {
	for _, t := range u.Derived {
		if ctxflow.IsTimeout(t.Common()) {
			return t
		}
	}
	return nil
}

func detachedMessage(made string, u ctxflow.Uses, timeout *ssa.Call, reach ctxflow.Reach) string {
	const why = "although %s is in reach: it goes on when the caller gives up"
	switch {
	case timeout != nil:
		return fmt.Sprintf("%s derives from %s "+why, lengthOf(timeout), made, reach.Expr)
	case len(u.Derived) > 0:
		return fmt.Sprintf("a context derives from %s "+why, made, reach.Expr)
	}
	return fmt.Sprintf("%s gets %s "+why, calleeName(u.Calls[0].Common()), made, reach.Expr)
}

// lengthOf names a timeout: "a timeout of 5s".
func lengthOf(timeout *ssa.Call) string {
	if t, ok := length(ctxflow.Length(timeout.Common())); ok {
		return "a timeout of " + t.String()
	}
	return "a timeout"
}

// freshMessage says by what factor the attempts exceed what the caller gave.
func (c *check) freshMessage(row *summary.Row, timeout *ssa.Call, reach ctxflow.Reach) string {
	t, constant := length(ctxflow.Length(timeout.Common()))
	each := "a timeout"
	if constant {
		each = t.String()
	}
	n := "each attempt"
	total := ""
	switch {
	case row.Attempts.Kind == attempt.Count && row.Attempts.N > 1:
		n = fmt.Sprintf("each of %d attempts", row.Attempts.N)
		total = fmt.Sprintf(": up to %d times what the caller has left", row.Attempts.N)
		if constant {
			total = fmt.Sprintf(": up to %s whatever the caller has left", attempt.Span(t).Times(row.Attempts.N).Max)
		}
	case row.Attempts.Kind == attempt.Named:
		n = fmt.Sprintf("each of %s attempts", row.Attempts)
	}
	return fmt.Sprintf("%s of %s gets %s of its own, not from %s%s", n, operation(row), each, reach.Expr, total)
}

// regionAround returns the innermost region whose attempts run instr, or nil.
func (c *check) regionAround(fn *ssa.Function, instr ssa.Instruction) *summary.Row {
	var best *summary.Row
	for f := fn; f != nil; f = f.Parent() {
		for _, row := range c.result.Rows() {
			if !repeats(row) || row.Fn != f || f != fn || !row.Body[instr.Block()] {
				continue
			}
			if best == nil || len(row.Body) < len(best.Body) {
				best = row
			}
		}
		if best != nil {
			return best
		}
		if row := c.helpers().inside[f]; row != nil && repeats(row) {
			return row
		}
	}
	return nil
}

// plainRequest judges one http.NewRequest.
func (c *check) plainRequest(fn *ssa.Function, call *ssa.Call, reach ctxflow.Reach) {
	sent, ok := ctxflow.SentBy(call)
	if !ok {
		return
	}
	d := finding.Draft{
		Category: detached,
		Message: fmt.Sprintf("%s gets a request without a context although %s is in reach: it goes on when the caller gives up",
			calleeName(sent.Common()), reach.Expr),
		Identity: []string{fn.RelString(fn.Pkg.Pkg), "request"},
	}
	d.Pos, d.End = c.extent(call.Pos())
	if fix, ok := c.requestFix(call, reach); ok {
		d.Fixes = append(d.Fixes, fix)
	}
	c.add(d)
}

// plainCall judges a call of the standard library that takes no context
// although it has a form that does.
func (c *check) plainCall(fn *ssa.Function, call *ssa.Call, reach ctxflow.Reach) {
	name := calleeName(call.Common())
	d := finding.Draft{
		Category: detached,
		Message:  fmt.Sprintf("%s takes no context although %s is in reach: it goes on when the caller gives up", name, reach.Expr),
		Identity: []string{fn.RelString(fn.Pkg.Pkg), name},
	}
	d.Pos, d.End = c.extent(call.Pos())
	c.add(d)
}
