package ctxflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// A Reach is the context that a function has from its caller.
type Reach struct {
	// Param is the parameter that is it or holds it, of the function itself or
	// of one around it.
	Param *ssa.Parameter
	// Expr is how the source gets it: "ctx", "r.Context()".
	Expr string
}

// InReach returns the context that fn has from its caller: a parameter of its
// own or, for a closure that runs while its maker waits for it, of the
// function around it. here tells of a call of a function that is handed a
// closure whether it runs it before it returns.
func InReach(fn *ssa.Function, here Runs) (Reach, bool) {
	for ; fn != nil; fn = fn.Parent() {
		if r, ok := Own(fn); ok {
			return r, true
		}
		if fn.Parent() == nil || When(fn, here) != Here {
			break
		}
	}
	return Reach{}, false
}

// Own returns the context that fn has from its own parameters.
func Own(fn *ssa.Function) (Reach, bool) {
	if forTests(fn) {
		return Reach{}, false
	}
	for _, p := range fn.Params {
		if IsContext(p.Type()) && usable(p) {
			return Reach{p, p.Name()}, true
		}
	}
	for _, p := range fn.Params {
		if get := access(p.Type()); get != "" && usable(p) && (!IsRequest(p.Type()) || answers(fn)) {
			return Reach{p, p.Name() + get}, true
		}
	}
	return Reach{}, false
}

// answers reports whether a function gives something back to whom it has a
// request from: results, or what it writes. Without either the request is what
// the work is about, and nobody waits for that.
func answers(fn *ssa.Function) bool {
	if fn.Signature.Results().Len() > 0 {
		return true
	}
	for _, p := range fn.Params {
		if IsRequest(p.Type()) {
			continue // its method Write is for clients
		}
		if obj, _, _ := types.LookupFieldOrMethod(p.Type(), true, nil, "Write"); obj != nil {
			return true
		}
	}
	return false
}

// usable reports whether the source can name a parameter.
func usable(p *ssa.Parameter) bool { return p.Name() != "" && p.Name() != "_" }

// forTests reports whether a function is made for tests.
func forTests(fn *ssa.Function) bool {
	for _, p := range fn.Params {
		if n := namedOf(p.Type()); n != nil && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "testing" {
			return true
		}
	}
	return false
}

// access returns how to get from a parameter of type t to the context of the
// request or stream that it stands for, "" if it stands for none.
//
// An interface with a method Context is a stream or a request. Of structs only
// those are taken that are known to be requests: the Context of others may be
// that of the whole program.
func access(t types.Type) string {
	switch {
	case IsRequest(t):
		return ".Context()"
	case isNamed(t, "github.com/gin-gonic/gin", "Context"):
		return ".Request.Context()"
	case isNamed(t, "github.com/gofiber/fiber/v2", "Ctx"):
		return ".UserContext()"
	}
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return ""
	}
	for m := range i.Methods() {
		sig := m.Signature()
		if sig.Params().Len() != 0 || sig.Results().Len() != 1 {
			continue
		}
		switch r := sig.Results().At(0).Type(); {
		case m.Name() == "Context" && IsContext(r):
			return ".Context()"
		case m.Name() == "Request" && IsRequest(r):
			return ".Request().Context()"
		}
	}
	return ""
}

// givesContext reports whether values of type t stand for a request or stream.
func givesContext(t types.Type) bool { return access(t) != "" }
