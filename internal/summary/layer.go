package summary

import (
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// layer makes the layer that a region written out in the function is.
func (f *frame) layer(r *region.Region) *layer {
	file, line := fileOf(f.fset, f.pkg.Path(), r.Pos)
	l := &layer{
		fn:     f.names.ssaName(f.self),
		file:   file,
		line:   line,
		kind:   r.Kind,
		class:  r.Class,
		limit:  f.limit(r.Limit),
		delay:  r.Delay,
		waits:  f.schedule(r),
		errors: r.Errors,
		onces:  f.onces(r),
		names:  f.namesIn(r),
	}
	f.iterated(r, l)
	return l
}

// limit translates the bound of a region.
func (f *frame) limit(l region.Limit) limit {
	out := limit{kind: l.Kind, add: l.Add, step: l.Step, most: l.Most, handed: l.Handed}
	if l.Value != nil {
		out.name = sourceName(l.Value)
	}
	if l.Value != nil && !l.Opaque {
		out.value = f.valueAtUse(l.Value)
		if l.Len {
			out.value = f.length(out.value)
		}
	}
	if l.Time != nil {
		out.within = f.valueAtUse(l.Time)
	}
	return out
}

// valueAtUse translates a value where it is defined: a limit is loaded there.
func (f *frame) valueAtUse(v ssa.Value) *term {
	if u, ok := v.(*ssa.UnOp); ok && isLoad(u) {
		return f.load(u.X, u)
	}
	return f.value(v)
}

// operation names what the innermost region around a call repeats.
func operation(around []*region.Region, call *term) string {
	if name := leafName(call); name != "" {
		return name
	}
	for _, r := range around {
		if r.Operation != "" {
			return r.Operation
		}
	}
	return ""
}

// isHelper reports whether the repetition of a region is in a function that it
// calls, from where its bound comes, too.
func isHelper(r *region.Region) bool {
	switch r.Kind {
	case region.HelperCall, region.Library:
		return true
	case region.IterLoop: // a range over a function: the call of that function
		return r.Callback >= 0
	case region.HelperDef:
		return r.Limit.Kind == attempt.Unknown
	}
	return false
}

// repeats reports whether a region of class c makes calls multiply.
func repeats(c region.Class) bool { return c == region.Retry || c == region.Failover }

// hopeless are the failures that no retry can cure.
var hopeless = errclass.Of(errclass.NotFound, errclass.Permission, errclass.Validation, errclass.Canceled)

// repeated returns the failures that a region is taken to repeat together with
// other layers. A condition of which nothing is known is taken to stop at what no
// retry can cure; where it chooses among places, it looks for the right one.
func repeated(r *region.Region) errclass.Set {
	switch {
	case r.Class == region.Failover && !r.Remote():
		return 0 // it tries one way of reading after the other
	case r.AllErrors || r.Errors != errclass.Any:
		return r.Errors
	case r.Class == region.Failover:
		return 0
	}
	return errclass.Any &^ hopeless
}
