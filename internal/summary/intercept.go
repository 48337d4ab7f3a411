package summary

import (
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/known"
)

// The calls of a client may go through functions that the code hands to its
// constructor: interceptors. Each gets the rest of the way as a function. That
// function is a term of its own: its captured values are the client and the
// interceptors that are still to come.

// restPrefix begins the name of such a function; the name of the client's
// method follows.
const restPrefix = "rest of "

// expandThrough returns the paths of a call of a client through its
// interceptors; ok is false if there are none.
func (e *engine) expandThrough(call *term, f *known.Func) (ps []*path, ok bool) {
	if f.Through == "" || !f.Receiver || len(call.args) < 2 {
		return nil, false
	}
	client := call.args[1]
	list, made := e.interceptors(client, f.Through)
	switch {
	case !made && client.roots&hasParams != 0 || !made && e.unresolved(client):
		return []*path{{end: call, leaf: leafName(call)}}, true // whoever knows the client goes on
	case len(list) == 0:
		return nil, false
	}
	rest := e.fn(restPrefix+call.args[0].name, append([]*term{client}, list...)...)
	return e.expand(e.apply(rest, e.contextOf(call, f))), true
}

// contextOf returns the context that a call of a known function is handed.
func (e *engine) contextOf(call *term, f *known.Func) *term {
	i := f.Ctx + 1
	if f.Recv != "" {
		i++
	}
	if f.Ctx < 0 || i >= len(call.args) {
		return e.none
	}
	return call.args[i]
}

// expandRest returns the paths of the rest of the way through interceptors.
func (e *engine) expandRest(call *term) ([]*path, bool) {
	method, ok := strings.CutPrefix(call.args[0].name, restPrefix)
	if !ok {
		return nil, false
	}
	f := e.knownFunc(method)
	way := call.args[0].args
	if f == nil || len(way) == 0 {
		return nil, true
	}
	ctx := e.none
	if len(call.args) > 1 {
		ctx = call.args[1]
	}
	client, list := way[0], way[1:]
	if len(list) == 0 {
		return []*path{{layers: []*layer{e.clientLayer(e.apply(e.fn(method), client), f)}, leaf: display(method)}}, true
	}
	rest := e.fn(restPrefix+method, append([]*term{client}, list[1:]...)...)
	var all []*path
	for _, one := range list[0].alternatives() {
		all = append(all, e.intercepted(one, rest, ctx, f)...)
	}
	return unique(all), true
}

// intercepted returns the paths through one interceptor: those of its body, or
// the layer that known data says it is. One of which nothing is known lets calls
// pass.
func (e *engine) intercepted(one, rest, ctx *term, f *known.Func) []*path {
	after := e.apply(rest, ctx)
	if ctor, k := e.transport(one); k != nil {
		top := &path{layers: []*layer{e.clientLayer(ctor, k)}}
		var all []*path
		for _, b := range e.expand(after) {
			all = append(all, e.through(top, b, after))
		}
		return all
	}
	args := make([]*term, f.Next+1)
	for i := range args {
		args[i] = e.none
	}
	args[0], args[f.Next] = ctx, rest
	if paths := e.expand(e.apply(one, args...)); len(paths) > 0 {
		return paths
	}
	return e.expand(after)
}

// transport returns the call that made a value, if that is one of a known
// function which returns what repeats calls.
func (e *engine) transport(t *term) (ctor *term, k *known.Func) {
	for t.op == with || t.op == iface {
		t = t.args[0]
	}
	if t.op != result || t.args[0].op != apply || t.args[0].args[0].op != fn {
		return nil, nil
	}
	ctor = t.args[0]
	if k = e.knownFunc(ctor.args[0].name); k == nil || k.Kind != known.Transport {
		return nil, nil
	}
	return ctor, k
}

// interceptors lists the functions that the settings of a client hold, outermost
// first. made says that it is known how the client was made.
func (e *engine) interceptors(client *term, kind known.Counts) (list []*term, made bool) {
	for client.op == with || client.op == iface || client.op == after {
		client = client.args[0]
		if client.op == apply {
			return nil, false
		}
	}
	if client.op != result || client.args[0].op != apply || client.args[0].args[0].op != fn {
		return nil, false
	}
	ctor := client.args[0]
	s := e.knownSetting(ctor.args[0].name)
	if s == nil || s.Options < 0 || s.Options+1 >= len(ctor.args) {
		return nil, s != nil
	}
	var single, chain []*term
	for _, o := range elements(ctor.args[s.Options+1]) {
		if o.op != result || o.args[0].op != apply || o.args[0].args[0].op != fn {
			continue
		}
		opt := o.args[0]
		s := e.knownSetting(opt.args[0].name)
		switch {
		case s == nil || s.Counts != kind:
		case s.Arg >= 0 && s.Arg+1 < len(opt.args):
			single = append(single, opt.args[s.Arg+1])
		case s.Options >= 0 && s.Options+1 < len(opt.args):
			chain = append(chain, elements(opt.args[s.Options+1])...)
		}
	}
	return slices.Concat(single, chain), true
}

// elements lists the values of a list, as far as they are known.
func elements(t *term) []*term {
	switch t.op {
	case list:
		var out []*term
		for _, a := range t.args {
			out = append(out, a.alternatives()...)
		}
		return out
	case concat, choice:
		var out []*term
		for _, a := range t.args {
			out = append(out, elements(a)...)
		}
		return out
	case cond:
		return append(elements(t.args[1]), elements(t.args[2])...)
	case iface:
		return nil
	}
	return nil
}
