package ctxflow

import (
	"golang.org/x/tools/go/ssa"
)

// IsPlainRequest reports whether a call makes a request without a context.
func IsPlainRequest(c *ssa.CallCommon) bool { return is(c, "net/http", "NewRequest") }

// TakesNoContext reports whether a call of the standard library waits for
// another process, takes no context, and has a form that takes one.
func TakesNoContext(c *ssa.CallCommon) bool {
	recv := receiver(c)
	switch {
	case recv == nil:
		return is(c, "net/http", "Get", "Head", "Post", "PostForm") || is(c, "net", "Dial", "DialTimeout")
	case isNamed(recv.Type(), "net/http", "Client"):
		return is(c, "net/http", "Get", "Head", "Post", "PostForm")
	case isNamed(recv.Type(), "database/sql", "DB"), isNamed(recv.Type(), "database/sql", "Stmt"):
		return is(c, "database/sql", "Begin", "Exec", "Ping", "Prepare", "Query", "QueryRow")
	}
	return false
}

// SendsUntimed reports whether a call sends a request by a client that is known
// to have no timeout: http.DefaultClient, or one that the function makes without.
func SendsUntimed(c *ssa.CallCommon) bool {
	if !is(c, "net/http", "Do", "Get", "Head", "Post", "PostForm") {
		return false
	}
	switch client := receiver(c).(type) {
	case nil:
		return true
	case *ssa.UnOp:
		g, ok := client.X.(*ssa.Global)
		return ok && g.Pkg.Pkg.Path() == "net/http" && g.Name() == "DefaultClient"
	case *ssa.Alloc:
		for _, r := range *client.Referrers() {
			switch r := r.(type) {
			case *ssa.Call:
				if receiver(r.Common()) != ssa.Value(client) {
					return false
				}
			case *ssa.DebugRef:
			default:
				return false
			}
		}
		return isNamed(client.Type(), "net/http", "Client")
	}
	return false
}

// SentBy returns the call of a client that sends a request as it was made:
// without a context.
func SentBy(made *ssa.Call) (*ssa.Call, bool) {
	var req *ssa.Extract
	for _, r := range *made.Referrers() {
		if x, ok := r.(*ssa.Extract); ok && IsRequest(x.Type()) {
			req = x
		}
	}
	if req == nil {
		return nil, false
	}
	for _, r := range *req.Referrers() {
		call, ok := r.(*ssa.Call)
		if ok && is(call.Common(), "net/http", "Do", "RoundTrip") && receiver(call.Common()) != nil {
			return call, true
		}
	}
	return nil, false
}
