package summary

import (
	"go/token"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/known"
)

// expand returns the paths that a call opens: those of its callee, with the
// values that the call gives it. A call whose callee is not known yet is an
// open path of its own.
func (e *engine) expand(call *term) []*path {
	if !isCall(call) {
		return nil
	}
	if ps, ok := e.expansions[call]; ok {
		return ps
	}
	if e.expanding[call] || !e.step() {
		return nil
	}
	e.expanding[call] = true
	ps := e.expand1(call)
	delete(e.expanding, call)
	if e.steps <= e.until { // else there may be more
		e.expansions[call] = ps
	}
	return ps
}

func (e *engine) expand1(call *term) []*path {
	callee := call.args[0]
	switch callee.op {
	case choice, cond:
		var all []*path
		for _, c := range e.ways(call) {
			all = append(all, e.expand(c)...)
		}
		return unique(all)
	case zero, opaque, integer:
		if call.op == invoke && callee.op == opaque {
			break // an interface of unknown origin may be closed by its type
		}
		return nil
	case fn:
		if call.op == apply {
			return e.expandNamed(call)
		}
	}
	if ps, ok := e.expandTransport(call); ok {
		return ps
	}
	if call.op == apply && e.madeElsewhere(callee) {
		return nil
	}
	return []*path{{end: call, leaf: leafName(call)}}
}

// madeElsewhere reports whether a function value comes out of a function or
// type that is not analyzed, such as the one that cancels a context.
func (e *engine) madeElsewhere(f *term) bool {
	if f.op == field && isStandard(f.name) {
		return true // such as the body of a request, made anew
	}
	if f.op != result {
		return false
	}
	maker := f.args[0]
	return maker.op == apply && maker.args[0].op == fn && e.summary(maker.args[0].name) == nil
}

func (e *engine) expandNamed(call *term) []*path {
	if ps, ok := e.expandClient(call); ok {
		return ps
	}
	if ps, ok := e.expandRest(call); ok {
		return ps
	}
	if ps, ok := e.expandHandler(call); ok {
		return ps
	}
	if ps, ok := e.expandKnown(call); ok {
		return ps
	}
	if ps, ok := e.expandMadeTransport(call); ok {
		return ps
	}
	s, args := e.callee(call)
	if s == nil {
		return e.expandUnknown(call)
	}
	var all []*path
	for _, p := range s.paths {
		all = append(all, e.instantiate(p, args)...)
	}
	return unique(all)
}

// expandUnknown treats a function that nothing is known of: what it is handed
// to call it calls once.
func (e *engine) expandUnknown(call *term) []*path {
	var all []*path
	for _, a := range call.args[1:] {
		for _, f := range a.alternatives() {
			if f.op == fn || f.op == bound {
				all = append(all, e.expand(e.apply(f))...)
			}
		}
	}
	if obj, ok := e.objects[call.args[0].name]; ok {
		if op := known.Op(obj); op != nil && !op.Stream {
			all = append(all, &path{leaf: display(call.args[0].name), scopes: e.leafScopes(call, 0)})
		}
	}
	return unique(all)
}

// instantiate gives the path p of a function the values of one call of it.
func (e *engine) instantiate(p *path, args *env) []*path {
	guards, held, _ := e.decide(p.guards, args)
	if !held {
		return nil
	}
	q := &path{guards: guards, leaf: p.leaf, told: p.told, gives: p.gives, site: p.site, layers: e.substLayers(p.layers, args), scopes: e.substScopes(p.scopes, args), act: e.substAct(p.act, args), commits: p.commits}
	if p.end == nil {
		return []*path{q}
	}
	end := e.subst(p.end, args)
	if !isCall(end) {
		return []*path{q}
	}
	below := e.expand(end)
	if len(below) == 0 {
		// The operation is known now, and does nothing that is of interest.
		if c := end.args[0].op; c != zero && c != opaque && !isRequest(q.leaf) {
			q.leaf = leafName(end)
		}
		q.scopes = append(q.scopes, e.leafScopes(end, len(q.layers))...)
		if len(q.layers)+len(q.scopes) == 0 && q.act == nil {
			return nil
		}
		return []*path{q}
	}
	all := make([]*path, len(below))
	for i, b := range below {
		all[i] = e.through(q, b, end)
		if b.end == end && len(b.layers) == 0 && p.leaf != "" {
			all[i].leaf = p.leaf // still open
		}
	}
	return all
}

// above returns the path that goes through p, then through below.
func (p *path) above(below *path) *path {
	q := &path{end: below.end, leaf: below.leaf, told: max(p.told, below.told), act: below.act, commits: p.commits || below.commits}
	if q.act == nil || p.act != nil && p.act.own {
		q.act = p.act
	}
	if isRequest(p.leaf) {
		q.leaf = p.leaf // whatever its transport does
	}
	q.gives = merged(p.gives, below.gives)
	q.layers = append(given(hearing(p.layers, below.told), below.gives), below.layers...)
	for _, s := range p.scopes {
		if i := len(p.layers); s.depth == i && s.owner == OfContext && !s.open && i < len(q.layers) {
			q.layers[i] = q.layers[i].endsWithin(s.within)
		}
	}
	q.scopes = append(slices.Clip(p.scopes), shifted(below.scopes, len(p.layers))...)
	q.guards = append(slices.Clip(p.guards), below.guards...)
	q.guards = q.guards[:min(len(q.guards), maxGuards)]
	q.site = p.site
	if len(p.layers) == 0 {
		q.site = below.site
	}
	if p.wiring.IsValid() {
		q.wiring = p.wiring
	} else {
		q.wiring = below.wiring
	}
	return q
}

func (e *engine) substLayers(layers []*layer, args *env) []*layer {
	out := make([]*layer, len(layers))
	for i, l := range layers {
		m := *l
		m.limit = e.substLimit(l.limit, args)
		m.waits = e.substSchedule(l.waits, args)
		e.once(&m, args)
		out[i] = &m
	}
	return out
}

// unique drops paths that are equal in all that is told of them.
func unique(paths []*path) []*path {
	type key struct {
		text string
		end  *term
		site token.Pos
	}
	seen := make(map[key]bool, len(paths))
	out := paths[:0:0]
	for _, p := range paths {
		k := key{p.key(), p.end, p.site}
		for _, l := range p.layers {
			if l.limit.value != nil {
				k.text += l.limit.value.String()
			}
			if l.limit.policy != nil {
				k.text += l.limit.policy.String()
			}
		}
		if !seen[k] {
			seen[k] = true
			out = append(out, p)
		}
	}
	return out
}

// leafName prints the operation that a call is.
func leafName(call *term) string {
	if call.op == invoke {
		return display(call.name)
	}
	if !isCall(call) {
		return "" // it grew too large to keep
	}
	switch f := call.args[0]; f.op {
	case fn:
		return display(f.name)
	case field, global:
		return lastPart(f.name)
	}
	return ""
}

// isRequest reports whether a leaf is a request of a net/http client. Nobody
// knows it by the name of its transport.
func isRequest(leaf string) bool { return strings.HasPrefix(leaf, "(*http.Client).") }

const transportField = "net/http.Client.Transport"

// expandClient follows a request of a net/http client into its transport.
func (e *engine) expandClient(call *term) ([]*path, bool) {
	method, ok := strings.CutPrefix(call.args[0].name, "(*net/http.Client).")
	if !ok || len(call.args) < 2 {
		return nil, false
	}
	switch method {
	case "Do", "Get", "Head", "Post", "PostForm":
	default:
		return nil, false
	}
	leaf := &path{leaf: "(*http.Client)." + method, scopes: e.clientScopes(call)}
	transport := e.field(call.args[1], transportField)
	if transport.op == zero || transport.op == opaque {
		return []*path{leaf}, true
	}
	below := e.expand(e.invoke(transport, roundTrip, e.none))
	if len(below) == 0 {
		return []*path{leaf}, true
	}
	all := make([]*path, len(below))
	for i, b := range below {
		all[i] = leaf.above(b)
	}
	return unique(all), true
}
