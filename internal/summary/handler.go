package summary

import (
	"golang.org/x/tools/go/ssa"
)

// A request enters a program through handlers: a mux hands it to those that
// are registered with it, and http.TimeoutHandler puts a timeout around one.
// What a mux holds is kept in a field that its type does not have.

const (
	muxHandlers = "net/http.ServeMux.handlers"
	serveHTTP   = "(net/http.Handler).ServeHTTP"
)

// expandHandler returns the paths of a call of a handler of net/http.
func (e *engine) expandHandler(call *term) ([]*path, bool) {
	switch call.args[0].name {
	case "(*net/http.ServeMux).ServeHTTP":
		if len(call.args) != 4 {
			return nil, true
		}
		return e.expand(e.apply(e.elem(e.field(call.args[1], muxHandlers)), call.args[2:]...)), true
	case "(net/http.HandlerFunc).ServeHTTP":
		if len(call.args) != 4 {
			return nil, true
		}
		return e.expand(e.apply(call.args[1], call.args[2:]...)), true
	case "net/http.TimeoutHandler":
		if len(call.args) != 4 {
			return nil, true
		}
		top := &path{scopes: []*scope{{within: call.args[2]}}}
		var all []*path
		for _, b := range e.expand(e.invoke(call.args[1], serveHTTP, e.none, e.none)) {
			all = append(all, top.above(b))
		}
		return all, true
	}
	return nil, false
}

// registered returns the mux to which a call adds a handler and the function
// that is run for a request, or nil.
func (f *frame) registered(call ssa.CallInstruction) (mux ssa.Value, handler *term) {
	c := call.Common()
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "net/http" || fn.Signature.Recv() == nil || len(c.Args) != 3 {
		return nil, nil
	}
	switch f.names.ssaName(fn) {
	case "(*net/http.ServeMux).HandleFunc":
		return c.Args[0], f.stored(c.Args[2], call)
	case "(*net/http.ServeMux).Handle":
		return c.Args[0], f.bound(f.stored(c.Args[2], call), serveHTTP)
	}
	return nil, nil
}
