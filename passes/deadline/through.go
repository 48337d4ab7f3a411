package deadline

import (
	"fmt"
	"go/types"
	"path/filepath"
	"reflect"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

// A heedless function takes no context and does what does not end with its
// caller: it is a fact for the callers in other packages.
type heedless struct {
	// What goes on, and Place where it is: "client.go:40".
	What, Place string
	// Steps are the calls that lead there, the outermost first.
	Steps []string
}

func (*heedless) AFact() {}

func (h *heedless) String() string { return h.What }

// newHeedlessCalls returns the analyzer that finds the calls of functions that
// take no context although one is in reach, and do below what does not end with
// it. It is one of its own since packages that are visited for their facts need
// no more of this pass.
func newHeedlessCalls(o *Options) *analysis.Analyzer {
	return &analysis.Analyzer{
		Name:       "retryheedless",
		Doc:        "find the calls that do not end with the context of their caller",
		Requires:   []*analysis.Analyzer{summary.Analyzer},
		ResultType: reflect.TypeFor[[]finding.Draft](),
		FactTypes:  []analysis.Fact{new(heedless)},
		Run: func(pass *analysis.Pass) (any, error) {
			c := newCheck(pass, *o)
			if !c.result.Foreign { // nobody here can mend what others call
				c.through()
			}
			return c.drafts, nil
		},
	}
}

// An origin is a call that does not end with the caller's context, in a function
// that has none in reach, or is in another package.
type origin struct {
	heedless
	in *ssa.Function // nil if it is in another package
	// via are the calls that lead there, the outermost first.
	via []*ssa.Call
}

// through reports each origin once, by the shortest way from where a context is
// in reach, and tells other packages of those that are not reported.
func (c *check) through() {
	origins := append(c.origins(), c.imported()...)
	if len(origins) == 0 {
		return
	}
	callers := c.callers()
	for _, o := range origins {
		c.climb(o, callers)
	}
}

// origins lists what does not end with any caller, in functions without a
// context in reach.
func (c *check) origins() [][]origin {
	var out [][]origin
	for _, fn := range c.result.Funcs {
		if c.whole(fn) == nil {
			continue
		}
		for call := range calls(fn) {
			if at, what := c.unheeding(call); what != "" && !cleansUp(call) {
				out = append(out, []origin{{heedless: heedless{What: what, Place: c.place(at)}, in: fn}})
			}
		}
	}
	return out
}

// imported lists what does not end with any caller in other packages, each with
// the calls here that lead to it.
func (c *check) imported() [][]origin {
	var out [][]origin
	index := make(map[*types.Func]int) // in out
	for _, fn := range c.result.Funcs {
		for call := range calls(fn) {
			callee := ctxflow.Callee(call.Common())
			if callee == nil || callee.Pkg() == nil || callee.Pkg() == c.pass.Pkg {
				continue
			}
			var h heedless
			callee = callee.Origin()
			if !c.pass.ImportObjectFact(callee, &h) || cleansUp(call) || !awaited(call) {
				continue
			}
			i, ok := index[callee]
			if !ok {
				i = len(out)
				index[callee] = i
				out = append(out, nil)
			}
			out[i] = append(out[i], origin{heedless: h, via: []*ssa.Call{call}})
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

// climb follows the calls that lead to an origin, from each of some places, up to
// the first one that is made where a context is in reach. If there is none, those
// who call from other packages may have one.
func (c *check) climb(level []origin, callers map[*ssa.Function][]*ssa.Call) {
	reached := make(map[*ssa.Function]origin)
	for len(level) > 0 {
		var next []origin
		for _, o := range level {
			fn := o.in
			if len(o.via) > 0 {
				call := o.via[0]
				if fn = call.Parent(); c.addThrough(o, call) {
					return
				}
			}
			fn = c.whole(fn)
			if _, again := reached[fn]; fn == nil || again {
				continue
			}
			reached[fn] = o
			for _, call := range callers[fn] {
				next = append(next, origin{o.heedless, o.in, append([]*ssa.Call{call}, o.via...)})
			}
		}
		level = next
	}
	for fn, o := range reached {
		obj := declared(fn)
		if obj == nil || c.pass.ImportObjectFact(obj, new(heedless)) {
			continue
		}
		c.pass.ExportObjectFact(obj, &heedless{o.What, o.Place, c.steps(o)})
	}
}

// steps names the calls that lead to an origin, here and in other packages.
func (c *check) steps(o origin) []string {
	var out []string
	for _, v := range o.via {
		out = append(out, c.step(v))
	}
	return append(out, o.Steps...)
}

// addThrough reports the call that leads to an origin, if a context is in reach.
func (c *check) addThrough(o origin, call *ssa.Call) bool {
	fn := call.Parent()
	reach, ok := c.reach(fn)
	if !ok {
		return false
	}
	steps := c.steps(o)
	through := ""
	if len(steps) > 1 {
		through = "through " + strings.Join(steps[1:], ", ") + ", "
	}
	d := finding.Draft{
		Category: detached,
		Message: fmt.Sprintf("%s gets no context although %s is in reach: %s%s (%s) goes on when the caller gives up",
			calleeName(call.Common()), reach.Expr, through, o.What, o.Place),
		Identity: []string{fn.RelString(fn.Pkg.Pkg), calleeName(call.Common()), o.What},
		Path:     append(steps, fmt.Sprintf("%s (%s)", o.What, o.Place)),
	}
	d.Pos, d.End = c.extent(call.Pos())
	c.add(d)
	return true
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
