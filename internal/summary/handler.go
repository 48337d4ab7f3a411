package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A request enters a program through handlers: a mux hands it to those that
// are registered with it, and http.TimeoutHandler puts a timeout around one.
// What a mux holds is kept in a field that its type does not have.

const (
	muxHandlers = "net/http.ServeMux.handlers"
	serveHTTP   = "(net/http.Handler).ServeHTTP"

	serverHandler = "net/http.Server.Handler"
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
	case "(*net/http.Server).ListenAndServe", "(*net/http.Server).ListenAndServeTLS", "(*net/http.Server).Serve", "(*net/http.Server).ServeTLS":
		return e.expandServer(call)
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

// expandServer follows a server that has little time for an answer to its
// handlers. Others are of no interest: each of their requests is one of its own.
func (e *engine) expandServer(call *term) ([]*path, bool) {
	if len(call.args) < 2 {
		return nil, false
	}
	scopes := e.fieldScope(call.args[1], serverTimeout, 0)
	if scopes == nil {
		return nil, false
	}
	top := &path{scopes: scopes}
	var all []*path
	for _, b := range e.expand(e.invoke(e.field(call.args[1], serverHandler), serveHTTP, e.none, e.none)) {
		all = append(all, top.above(b))
	}
	return all, len(all) > 0
}

// registersWith returns the mux to which a call adds a handler, or nil.
func (f *frame) registersWith(call ssa.CallInstruction) ssa.Value {
	c := call.Common()
	fn := c.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "net/http" || fn.Signature.Recv() == nil || len(c.Args) != 3 {
		return nil
	}
	switch f.names.ssaName(fn) {
	case "(*net/http.ServeMux).HandleFunc", "(*net/http.ServeMux).Handle":
		return c.Args[0]
	}
	return nil
}

// registered returns the mux to which a call adds a handler and the function
// that is run for a request, or nil.
func (f *frame) registered(call ssa.CallInstruction) (mux ssa.Value, handler *term) {
	if mux = f.registersWith(call); mux == nil {
		return nil, nil
	}
	args := call.Common().Args
	handler = f.stored(args[2], call)
	if _, isFunc := args[2].Type().Underlying().(*types.Signature); !isFunc {
		handler = f.bound(handler, serveHTTP)
	}
	return mux, handler
}
