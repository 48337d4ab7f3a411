package summary

import (
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/region"
)

// A scope is a timeout on a path: what is below it ends when that is over.
type scope struct {
	depth    int   // the number of layers above it
	within   *term // how long
	fn, file string
	line     int
	// owner says whose timeout it is.
	owner Owner
	// made is the call that made it, in the package at hand. It is open while
	// the path goes through a closure inside the function of that call: how
	// many layers are above it is known when that function is composed.
	made *ssa.Call
	open bool
	// at is the call that the timeout of a client or server covers, in the
	// package at hand.
	at token.Pos
}

// An Owner says what ends when a timeout is over.
type Owner uint8

const (
	OfContext Owner = iota // a context, and what looks at it
	OfClient               // the request of an http.Client
	OfServer               // the time in which an http.Server still writes an answer
)

// id tells scopes apart.
func (s *scope) id() string {
	return s.fn + " " + s.file + ":" + strconv.Itoa(s.line) + " " + strconv.Itoa(int(s.owner))
}

// key is [scope.id] where paths are told apart. All requests that lead to the
// same are one path, wherever their client was asked.
func (s *scope) key() string {
	if s.owner != OfContext {
		return strconv.Itoa(int(s.owner))
	}
	return s.id()
}

// shifted returns the scopes as they are with n more layers above.
func shifted(scopes []*scope, n int) []*scope {
	if n == 0 || len(scopes) == 0 {
		return scopes
	}
	out := make([]*scope, 0, len(scopes))
	for _, s := range scopes {
		if s.open {
			out = append(out, s)
			continue
		}
		t := *s
		if t.depth += n; t.depth >= 0 {
			out = append(out, &t)
		}
	}
	return out
}

func (e *engine) substScopes(scopes []*scope, v *env) []*scope {
	if len(scopes) == 0 {
		return nil
	}
	out := make([]*scope, len(scopes))
	for i, s := range scopes {
		t := *s
		if t.within != nil {
			t.within = e.subst(t.within, v)
		}
		out[i] = &t
	}
	return out
}

// timed adds to a path through a call the timeouts of the context that the
// call is handed. around are the regions around the call, innermost first.
func (c *composer) timed(p *path, call ssa.CallInstruction, around []*region.Region) {
	var scopes []*scope
	for _, made := range timeoutsOf(call) {
		scopes = append(scopes, &scope{made: made, open: true})
	}
	// A closure that the call runs may use a context that was made here.
	for _, s := range p.scopes {
		if !s.open || !slices.ContainsFunc(scopes, func(t *scope) bool { return t.made == s.made }) {
			scopes = append(scopes, s)
		}
	}
	if len(scopes) == 0 {
		return
	}
	for i, s := range scopes {
		if !s.open || s.made.Parent() != c.self {
			continue
		}
		length := ctxflow.Length(s.made.Common())
		if length == nil {
			scopes[i] = nil
			continue
		}
		t := &scope{made: s.made, within: c.valueAtUse(length), fn: c.names.ssaName(c.self)}
		t.file, t.line = fileOf(c.fset, c.pkg.Path(), s.made.Pos())
		for _, r := range around {
			if inside(r, s.made) {
				t.depth++
			}
		}
		if t.depth == 0 {
			p.bounded = true
		}
		scopes[i] = t
	}
	scopes = slices.DeleteFunc(scopes, func(s *scope) bool { return s == nil })
	slices.SortStableFunc(scopes, func(a, b *scope) int { return a.depth - b.depth })
	p.scopes = scopes
}

// ended bounds the first layer below a call, the one after the given number of
// layers, by the timeout of the context that the call is handed.
func (c *composer) ended(p *path, call ssa.CallInstruction, own int) {
	if own >= len(p.layers) || !p.layers[own].limit.handed {
		return
	}
	made := timeoutsOf(call)
	if len(made) == 0 {
		return
	}
	var within *term
	if last := made[len(made)-1]; last.Parent() == c.self {
		if length := ctxflow.Length(last.Common()); length != nil {
			within = c.valueAtUse(length)
		}
	}
	p.layers = slices.Clone(p.layers)
	p.layers[own] = p.layers[own].endsWithin(within)
}

// endsWithin is the layer l below a timeout: if nothing but the end of the context
// ends it that its function is handed, that is when the time is over.
func (l *layer) endsWithin(within *term) *layer {
	if !l.limit.handed {
		return l
	}
	m := *l
	m.limit.kind, m.limit.within, m.limit.handed = attempt.Timed, within, false
	return &m
}

// placed says of the timeouts of clients and servers that they are those of the
// call: where the client was made nobody knows.
func (c *composer) placed(scopes []*scope, call ssa.CallInstruction) []*scope {
	if !slices.ContainsFunc(scopes, unplaced) {
		return scopes
	}
	out := slices.Clone(scopes)
	for i, s := range out {
		if !unplaced(s) {
			continue
		}
		t := *s
		t.fn, t.at = c.names.ssaName(c.self), posOf(call)
		t.file, t.line = fileOf(c.fset, c.pkg.Path(), t.at)
		out[i] = &t
	}
	return out
}

func unplaced(s *scope) bool { return s.owner != OfContext && s.fn == "" }

// inside reports whether each attempt of a region makes a call anew.
func inside(r *region.Region, made *ssa.Call) bool {
	switch {
	case len(r.Body) > 0:
		return r.Body[made.Block()]
	case r.Kind == region.Recursion:
		return true
	}
	return false
}

// timeoutsOf lists the calls that gave the context of a call its timeouts, the
// first one first: those of all ways on which it may have come about.
func timeoutsOf(call ssa.CallInstruction) []*ssa.Call {
	var out []*ssa.Call
	for _, a := range call.Common().Args {
		if !ctxflow.IsContext(a.Type()) && !ctxflow.IsRequest(a.Type()) {
			continue
		}
		for _, d := range ctxflow.Common(ctxflow.Ways(a)) {
			if ctxflow.IsTimeout(d.Common()) && !slices.Contains(out, d) {
				out = append(out, d)
			}
		}
	}
	slices.Reverse(out)
	return out
}

// Fields of net/http that hold timeouts.
const (
	clientTimeout = "net/http.Client.Timeout"
	headerTimeout = "net/http.Transport.ResponseHeaderTimeout"
	serverTimeout = "net/http.Server.WriteTimeout"
)

func isTimeoutField(name string) bool {
	return name == clientTimeout || name == headerTimeout || name == serverTimeout
}

// ownerOf says whose timeout a field is. That of a transport ends what a context
// would end.
func ownerOf(name string) Owner {
	switch name {
	case clientTimeout:
		return OfClient
	case serverTimeout:
		return OfServer
	}
	return OfContext
}

// clientScopes returns the timeout of the client that a call sends a request
// with: it covers all that its transport does.
func (e *engine) clientScopes(call *term) []*scope {
	return e.fieldScope(call.args[1], clientTimeout, 0)
}

// leafScopes returns the timeouts inside an operation of the standard library
// with the given number of layers above.
func (e *engine) leafScopes(call *term, depth int) []*scope {
	if call.op != apply || call.args[0].op != fn || call.args[0].name != "(*net/http.Transport).RoundTrip" || len(call.args) < 2 {
		return nil
	}
	return e.fieldScope(call.args[1], headerTimeout, depth)
}

func (e *engine) fieldScope(owner *term, name string, depth int) []*scope {
	if owner.op == opaque {
		return nil
	}
	within := e.field(owner, name)
	if within.op == zero || within.op == opaque {
		return nil
	}
	return []*scope{{depth: depth, within: within, owner: ownerOf(name)}}
}

// scopePos returns where a scope was made in this package.
func (s *scope) pos() token.Pos {
	if s.made == nil {
		return s.at
	}
	return s.made.Pos()
}
