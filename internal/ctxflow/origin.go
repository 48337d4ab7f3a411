package ctxflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"
)

// A Kind says where a context comes from.
type Kind uint8

const (
	Unknown  Kind = iota
	Caller        // a parameter, or the context of a request or stream that is one
	Root          // context.Background, context.TODO, or a request made without a context
	Stored        // a field or a package variable
	Detached      // context.WithoutCancel: on purpose, not ended by what it derives from
)

// A Way is one way on which a context may have come about.
type Way struct {
	Kind Kind
	// From is the value at the start: a parameter, a call of
	// context.Background, a field that is read.
	From ssa.Value
	// Derived are the calls that derived the context, the last one first.
	Derived []*ssa.Call
}

const (
	maxWays  = 8  // a context comes from one or two places
	maxSteps = 64 // and over a few derivations
)

// Ways lists the ways on which a context, or the context of a request, may
// have come about. It is empty if that is not known.
func Ways(v ssa.Value) []Way {
	t := &tracer{seen: map[ssa.Value]bool{}}
	t.follow(v, nil)
	if t.over {
		return nil
	}
	return t.ways
}

// Common returns the derivations that all ways share, the last one first.
func Common(ways []Way) []*ssa.Call {
	if len(ways) == 0 {
		return nil
	}
	var out []*ssa.Call
	for _, d := range ways[0].Derived {
		if !slices.ContainsFunc(ways[1:], func(w Way) bool { return !slices.Contains(w.Derived, d) }) {
			out = append(out, d)
		}
	}
	return out
}

type tracer struct {
	seen  map[ssa.Value]bool
	ways  []Way
	steps int
	over  bool
}

func (t *tracer) end(k Kind, from ssa.Value, derived []*ssa.Call) {
	if len(t.ways) == maxWays {
		t.over = true
		return
	}
	t.ways = append(t.ways, Way{k, from, derived})
}

func (t *tracer) follow(v ssa.Value, derived []*ssa.Call) {
	t.steps++
	if t.seen[v] {
		return // round a loop: the other ways in tell where it started
	}
	if t.steps > maxSteps {
		t.over = true
		return
	}
	t.seen[v] = true
	defer delete(t.seen, v)
	switch v := v.(type) {
	case *ssa.Parameter:
		t.end(Caller, v, derived)
		return
	case *ssa.FreeVar:
		if _, bound := Binding(v); bound != nil {
			t.follow(bound, derived)
			return
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			t.follow(e, derived)
		}
		return
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			t.call(call, derived)
			return
		}
	case *ssa.Call:
		t.call(v, derived)
		return
	case *ssa.ChangeInterface:
		t.follow(v.X, derived)
		return
	case *ssa.ChangeType:
		t.follow(v.X, derived)
		return
	case *ssa.MakeInterface: // such as *gin.Context, which is a context
		t.follow(v.X, derived)
		return
	case *ssa.UnOp:
		t.load(v, derived)
		return
	case *ssa.Field:
		t.end(Stored, v, derived)
		return
	}
	t.end(Unknown, v, derived)
}

func (t *tracer) load(v *ssa.UnOp, derived []*ssa.Call) {
	addr, at := load(v)
	switch addr := addr.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		values, ok := stored(addr, at)
		if !ok {
			t.end(Unknown, v, derived)
			return
		}
		for _, s := range values {
			t.follow(s, derived)
		}
	case *ssa.FieldAddr:
		if IsRequest(v.Type()) && fromParam(addr.X) { // the request of a *gin.Context
			t.end(Caller, addr.X, derived)
			return
		}
		t.end(Stored, v, derived)
	case *ssa.Global:
		t.end(Stored, v, derived)
	default:
		t.end(Unknown, v, derived)
	}
}

// call follows the context that a call returns to the one that it is handed.
func (t *tracer) call(call *ssa.Call, derived []*ssa.Call) {
	c := call.Common()
	switch {
	case isRoot(c) || is(c, "net/http", "NewRequest"):
		t.end(Root, call, derived)
		return
	case is(c, "context", "WithoutCancel"):
		t.end(Detached, call, derived)
		return
	}
	from := Parent(c)
	switch {
	case from != nil:
		t.follow(from, append(slices.Clip(derived), call))
	case receiver(c) != nil && givesContext(receiver(c).Type()) && fromParam(receiver(c)):
		t.end(Caller, receiver(c), derived)
	default:
		t.end(Unknown, call, derived)
	}
}

// Parent returns the context, or the request, from which a call derives the
// one that it returns, or nil if it is handed none.
func Parent(c *ssa.CallCommon) ssa.Value {
	if is(c, "net/http", "Context") {
		return receiver(c)
	}
	for _, a := range c.Args {
		if IsContext(a.Type()) {
			return a
		}
	}
	for _, a := range c.Args {
		if IsRequest(a.Type()) {
			return a // r.Clone with a context is caught above
		}
	}
	return nil
}

// fromParam reports whether a value is a parameter, of the function at hand or
// of one around it.
func fromParam(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter:
		return true
	case *ssa.FreeVar:
		_, bound := Binding(v)
		return bound != nil && fromParam(bound)
	case *ssa.UnOp:
		addr, at := load(v)
		if addr == nil {
			return false
		}
		values, ok := stored(addr, at)
		return ok && len(values) == 1 && fromParam(values[0])
	}
	return false
}

// OfReceiver reports whether a value is read from a field of the receiver of the
// method, or of the one around the closure, that it is in.
func OfReceiver(v *ssa.UnOp) bool {
	fa, ok := v.X.(*ssa.FieldAddr)
	if !ok || !fromParam(fa.X) {
		return false
	}
	fn := v.Parent()
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn.Signature.Recv() != nil && types.Identical(fa.X.Type(), fn.Signature.Recv().Type())
}

// CanceledElsewhere reports whether what a call returns to cancel its context is
// handed on, and not only called by the function itself.
func CanceledElsewhere(derived *ssa.Call) bool {
	for _, r := range *derived.Referrers() {
		x, ok := r.(*ssa.Extract)
		if !ok || x.Index != 1 {
			continue
		}
		for _, use := range *x.Referrers() {
			switch use := use.(type) {
			case *ssa.DebugRef:
			case ssa.CallInstruction:
				if use.Common().Value != ssa.Value(x) {
					return true
				}
			default:
				return true
			}
		}
	}
	return false
}
