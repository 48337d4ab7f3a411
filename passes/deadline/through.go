package deadline

import (
	"fmt"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
)

// An origin is a call that does not end with the caller's context, in a function
// that has none in reach.
type origin struct {
	at   ssa.Instruction
	what string
	// via are the calls that lead there, the outermost first, without the one
	// that has a context in reach.
	via []*ssa.Call
}

// through reports the calls of functions of the package that take no context
// although one is in reach, and do below what does not end with it. Each origin
// is reported once, by the shortest way to it.
func (c *check) through() {
	found := c.origins()
	if len(found) == 0 {
		return
	}
	callers := c.callers()
	for _, o := range found {
		c.climb(o, callers)
	}
}

// origins lists what does not end with any caller, in functions without a
// context in reach.
func (c *check) origins() []origin {
	var out []origin
	for _, fn := range c.result.Funcs {
		if c.whole(fn) == nil {
			continue
		}
		for call := range calls(fn) {
			if at, what := c.unheeding(call); what != "" && !cleansUp(call) {
				out = append(out, origin{at: at, what: what})
			}
		}
	}
	return out
}

// whole returns the declared function that a function is part of: itself, or
// the one that waits for the closure that it is. It returns nil where a context
// is in reach, and where nobody waits.
func (c *check) whole(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		if _, ok := ctxflow.Own(fn); ok || ctxflow.When(fn, c.here) != ctxflow.Here {
			return nil
		}
		fn = fn.Parent()
	}
	if _, ok := ctxflow.Own(fn); ok || fn.Synthetic != "" {
		return nil
	}
	return fn
}

// unheeding says what a call leads to that no context ends, and where; "" if
// that is not so.
func (c *check) unheeding(call *ssa.Call) (at ssa.Instruction, what string) {
	common := call.Common()
	switch {
	case ctxflow.IsRoot(common):
		u, timeout, ok := c.usesOfRoot(call)
		switch {
		case !ok:
		case timeout != nil:
			return timeout, lengthOf(timeout)
		default:
			return u.Calls[0], calleeName(u.Calls[0].Common()) + " with " + calleeName(common)
		}
	case ctxflow.IsPlainRequest(common):
		if sent, ok := ctxflow.SentBy(call); ok {
			return sent, calleeName(sent.Common())
		}
	case ctxflow.TakesNoContext(common):
		return call, calleeName(common)
	}
	return nil, ""
}

// callers lists the calls of each function of the package that are made for
// their outcome.
func (c *check) callers() map[*ssa.Function][]*ssa.Call {
	out := make(map[*ssa.Function][]*ssa.Call)
	for _, fn := range c.result.Funcs {
		for call := range calls(fn) {
			callee := call.Call.StaticCallee()
			if callee == nil || callee.Pkg != fn.Pkg || callee.Parent() != nil || len(callee.Blocks) == 0 || cleansUp(call) || !awaited(call) {
				continue
			}
			out[callee] = append(out[callee], call)
		}
	}
	return out
}

// awaited reports whether a call is made for its outcome: it can fail, and
// someone looks whether it has.
func awaited(call *ssa.Call) bool {
	results := call.Call.Signature().Results()
	if results.Len() == 0 || !types.Identical(results.At(results.Len()-1).Type(), types.Universe.Lookup("error").Type()) {
		return false
	}
	if results.Len() == 1 {
		return used(call)
	}
	for _, r := range *call.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && x.Index == results.Len()-1 {
			return used(x)
		}
		if _, ok := r.(*ssa.Return); ok {
			return true
		}
	}
	return false
}

func used(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		if _, ok := r.(*ssa.DebugRef); !ok {
			return true
		}
	}
	return false
}

// cleansUp reports whether a call may be one that has to be made when the
// caller has gone: after a failure or the end of a context, or to close something.
func cleansUp(call *ssa.Call) bool {
	if ctxflow.Ended(call) || ctxflow.Failed(call) {
		return true
	}
	for _, fn := range []*types.Func{ctxflow.Callee(call.Common()), declared(call.Parent())} {
		if fn == nil {
			continue
		}
		sig := fn.Signature()
		if fn.Name() == "Close" && sig.Recv() != nil && sig.Params().Len() == 0 {
			return true
		}
	}
	return false
}

func declared(fn *ssa.Function) *types.Func {
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// climb follows the calls that lead to an origin up to the first one that is
// made where a context is in reach.
func (c *check) climb(o origin, callers map[*ssa.Function][]*ssa.Call) {
	seen := make(map[*ssa.Function]bool)
	level := []origin{o}
	for len(level) > 0 {
		var next []origin
		for _, o := range level {
			fn := o.at.Parent()
			if len(o.via) > 0 {
				fn = o.via[0].Parent()
			}
			fn = c.whole(fn)
			if fn == nil || seen[fn] {
				continue
			}
			seen[fn] = true
			for _, call := range callers[fn] {
				if reach, ok := c.reach(call.Parent()); ok {
					c.addThrough(o, call, reach)
					return
				}
				next = append(next, origin{o.at, o.what, append([]*ssa.Call{call}, o.via...)})
			}
		}
		level = next
	}
}

// addThrough reports the call with a context in reach that leads to an origin.
func (c *check) addThrough(o origin, call *ssa.Call, reach ctxflow.Reach) {
	fn := call.Parent()
	var steps []string
	for _, v := range o.via {
		steps = append(steps, c.step(v))
	}
	through := ""
	if len(steps) > 0 {
		through = "through " + strings.Join(steps, ", ") + ", "
	}
	d := finding.Draft{
		Category: detached,
		Message: fmt.Sprintf("%s gets no context although %s is in reach: %s%s (%s) goes on when the caller gives up",
			calleeName(call.Common()), reach.Expr, through, o.what, c.place(o.at)),
		Identity: []string{fn.RelString(fn.Pkg.Pkg), calleeName(call.Common()), o.what},
		Path:     append(append([]string{c.step(call)}, steps...), fmt.Sprintf("%s (%s)", o.what, c.place(o.at))),
	}
	d.Pos, d.End = c.extent(call.Pos())
	c.add(d)
}

// step names a call and where it is made.
func (c *check) step(call *ssa.Call) string {
	return fmt.Sprintf("%s (%s)", calleeName(call.Common()), c.place(call))
}

// place is where an instruction stands: "client.go:40".
func (c *check) place(at ssa.Instruction) string {
	pos := c.pass.Fset.Position(at.Pos())
	return fmt.Sprintf("%s:%d", filepath.Base(pos.Filename), pos.Line)
}
