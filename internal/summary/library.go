package summary

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// expandKnown returns the paths of a call that known data describes. The
// layer of a helper that repeats a function is added where the call is seen;
// see [composer.library].
func (e *engine) expandKnown(call *term) ([]*path, bool) {
	name := call.args[0].name
	f := e.knownFunc(name)
	if f == nil {
		return nil, false
	}
	switch f.Kind {
	case known.Client:
		if ps, ok := e.expandThrough(call, f); ok {
			return ps, true
		}
		l := e.clientLayer(call, f)
		return []*path{{layers: []*layer{l}, leaf: display(name)}}, true
	case known.Single:
		return []*path{{leaf: display(name)}}, true
	}
	i := f.Closure
	if i < 0 && f.Body != "" {
		i = f.Policy
	}
	if i < 0 {
		return nil, false
	}
	if i++; f.Recv != "" {
		i++
	}
	if i >= len(call.args) {
		return nil, true
	}
	repeated := call.args[i]
	if f.Closure < 0 {
		repeated = e.field(repeated, f.Path+"."+f.Body)
	}
	return e.expandArgument(repeated), true
}

// expandArgument returns the paths of a function that is handed to a helper.
func (e *engine) expandArgument(t *term) []*path {
	var all []*path
	for _, f := range t.alternatives() {
		switch f.op {
		case zero, opaque:
		case iface:
			for _, m := range e.methodsOf(f.name) {
				all = append(all, e.expand(e.apply(e.fn(m), f.args[0]))...)
			}
		default:
			all = append(all, e.expand(e.apply(f))...)
		}
	}
	return unique(all)
}

// clientLayer is the retrying that a client does out of sight.
func (e *engine) clientLayer(call *term, f *known.Func) *layer {
	return &layer{
		fn:     call.args[0].name,
		kind:   region.Library,
		class:  region.Retry,
		limit:  limit{policy: call},
		delay:  f.Record.Delay,
		errors: f.RetriesOn,
		sees:   f.RetriesOn,
	}
}

// expandTransport returns the paths of a request through a transport that
// repeats requests, or of a client that has one.
func (e *engine) expandTransport(call *term) ([]*path, bool) {
	made := call.args[0]
	if made.op == field && made.name == transportField {
		made = made.args[0]
	}
	ctor, f := e.transport(made)
	if f == nil {
		return nil, false
	}
	top := &path{layers: []*layer{e.clientLayer(ctor, f)}, leaf: leafName(call)}
	if call.op != invoke {
		return []*path{top}, true
	}
	var all []*path
	for _, a := range ctor.args[1:] {
		if a.op != iface {
			continue
		}
		for _, b := range e.expand(e.withCallee(call, a)) {
			all = append(all, e.through(top, b, call))
		}
	}
	if len(all) == 0 {
		all = []*path{top}
	}
	return all, true
}

// expandMadeTransport returns the paths of a request through the round tripper
// that a known function has made, of whichever type that is.
func (e *engine) expandMadeTransport(call *term) ([]*path, bool) {
	if len(call.args) < 2 || !strings.HasSuffix(call.args[0].name, ").RoundTrip") {
		return nil, false
	}
	return e.expandTransport(e.intern(term{op: invoke, name: roundTrip, args: call.args[1:]}))
}

// roundTrip is the method by which a client sends a request.
const roundTrip = "(net/http.RoundTripper).RoundTrip"

// library adds the layer of a library function that repeats what it is handed.
func (c *composer) library(call ssa.CallInstruction, t *term, helper *region.Region, paths []*path) []*path {
	if t.op != apply || t.args[0].op != fn {
		return paths
	}
	name := t.args[0].name
	f := c.knownFunc(name)
	if f == nil || f.Closure < 0 && f.Body == "" {
		return paths
	}
	switch {
	case f.Kind == known.Queue:
		return c.delivered(call, f, t, paths)
	case helper != nil && !repeats(helper.Class):
		return paths
	case helper == nil && f.Kind != known.Closure && f.Kind != known.Tx:
		return paths
	}
	file, line := fileOf(c.fset, c.pkg.Path(), posOf(call))
	l := &layer{
		fn: c.names.ssaName(c.self), file: file, line: line, kind: region.Library, class: region.Retry,
		limit: limit{policy: t, name: policyName(call, f), handed: f.CtxLoop == "yes"}, delay: f.Record.Delay, errors: f.RetriesOn,
	}
	if helper != nil && helper.Errors != 0 {
		l.errors, l.names = helper.Errors, namesHanded(call)
	}
	if len(paths) == 0 {
		paths = []*path{{leaf: c.repeatedName(call, f)}}
	}
	out := make([]*path, len(paths))
	for i, p := range paths {
		top := *l
		top.tx = f.Kind == known.Tx
		top.sees = p.told.heard(top.errors)
		q := c.through(&path{layers: []*layer{top.given(p.gives)}}, p, t)
		q.gives = top.passed(q.gives)
		q.told = whole
		q.here, q.site = true, posOf(call)
		out[i] = q
	}
	return out
}

// delivered puts the queue that hands a message to a function around what the
// function changes outside the process: it may hand it the same message again.
// For everything else a queue is no layer: nobody waits for it.
func (c *composer) delivered(call ssa.CallInstruction, f *known.Func, t *term, paths []*path) []*path {
	file, line := fileOf(c.fset, c.pkg.Path(), posOf(call))
	var out []*path
	for _, p := range paths {
		if p.act == nil {
			continue
		}
		l := &layer{
			fn: c.names.ssaName(c.self), file: file, line: line, kind: region.Library, class: region.Retry,
			limit: limit{policy: t}, delay: f.Record.Delay, errors: p.told.heard(f.RetriesOn), queue: true,
		}
		q := c.through(&path{layers: []*layer{l}}, p, t)
		q.told, q.here, q.site = nothing, true, posOf(call)
		out = append(out, q)
	}
	return out
}

// repeatedName names the function that a helper call repeats.
func (c *composer) repeatedName(call ssa.CallInstruction, f *known.Func) string {
	args := call.Common().Args
	i := f.Closure
	if f.Recv != "" {
		i++
	}
	if i < len(args) {
		if t := c.value(args[i]); t.op == fn {
			return display(t.name)
		}
	}
	return ""
}

// policyName is what the source calls the argument that bounds a helper call:
// the number, or the field that holds it in what the source has a name for.
func policyName(call ssa.CallInstruction, f *known.Func) string {
	args := call.Common().Args
	shift := 0
	if f.Recv != "" {
		shift = 1
	}
	for _, i := range []int{f.Attempts, f.Policy, f.Options} {
		if i >= 0 && i+shift < len(args) {
			name := settingName(args[i+shift])
			if i == f.Policy {
				name = f.Record.NumberOf(name)
			}
			if name != "" {
				return name
			}
		}
	}
	if f.Receiver && len(args) > 0 {
		return f.Record.NumberOf(settingName(args[0]))
	}
	return ""
}

// settingName is like [sourceName], but for what is made by a call it is the
// name of what that is made from: how a maker is called says nothing.
func settingName(v ssa.Value) string {
	call, ok := v.(*ssa.Call)
	if !ok {
		return sourceName(v)
	}
	for _, a := range call.Call.Args {
		if isContext(a.Type()) || !relevant(a.Type()) {
			continue
		}
		if name := settingName(a); name != "" {
			return name
		}
	}
	return ""
}

// iterated gives a region that a library's iterator drives its bound.
func (f *frame) iterated(r *region.Region, l *layer) {
	if l.limit.kind != attempt.Unknown && l.limit.kind != attempt.Unbounded {
		return
	}
	for _, b := range f.self.Blocks {
		if !r.Body[b] {
			continue
		}
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			t := f.call(call)
			if t.op != apply || t.args[0].op != fn {
				continue
			}
			if k := f.knownFunc(t.args[0].name); k != nil && k.Kind == known.Iterator {
				l.limit = limit{policy: t, name: policyName(call, k)}
				if l.delay == (attempt.Delay{}) {
					l.delay = k.Record.Delay
				}
				return
			}
		}
	}
	f.counted(r, l)
}

// counted gives a region that an object of the program drives its bound.
func (f *frame) counted(r *region.Region, l *layer) {
	if l.limit.kind != attempt.Unknown || len(r.Trials) == 0 {
		return
	}
	for h := r.Trials[0].Block(); h != nil; h = h.Idom() {
		around := f.loopOf(h)
		if around == nil || !around.blocks[r.Trials[0].Block()] {
			continue
		}
		if t := f.iteration(around); t != nil && t.op != opaque {
			l.limit = limit{kind: attempt.Named, value: t}
		}
		return
	}
}
