package region

import (
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// Answers are the kinds of answers that an operation is known to give, each
// with errors that a repeat cannot cure.
type Answers uint8

const (
	GRPCAnswers  Answers = 1 << iota // an RPC: it ends with a code
	SQLAnswers                       // a statement
	CloudAnswers                     // a call of a service by its own client
	HTTPAnswers                      // a request whose status becomes an error
)

// Remote reports whether the region's operation leaves the process, or may
// block: it is handed a context, or is known to.
func (r *Region) Remote() bool {
	if r.tracing == nil {
		return false
	}
	f := r.tracing.f
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, call := range f.tracedTrials(r) {
		if f.remote(call.Common()) {
			return true
		}
	}
	return false
}

// Answers returns the kinds of answers that the region's operation is known to
// give.
func (r *Region) Answers() Answers {
	if r.tracing == nil {
		return 0
	}
	f := r.tracing.f
	f.mu.Lock()
	defer f.mu.Unlock()
	var out Answers
	for _, call := range f.tracedTrials(r) {
		out |= f.answersOf(call.Common())
	}
	return out
}

// remote reports whether a call leaves the process or may block.
func (f *finder) remote(c *ssa.CallCommon) bool {
	if !f.operates(c) {
		return false
	}
	fn := calledFunc(c)
	if fn != nil && fn.Pkg() != nil {
		if known.Standard(fn.Pkg().Path()) {
			return known.Op(fn) != nil && (strings.HasPrefix(fn.Pkg().Path(), "net") || strings.HasPrefix(fn.Pkg().Path(), "database/"))
		}
		if known.System(fn.Pkg().Path()) {
			return false
		}
		if known.Op(fn) != nil || known.Lookup(fn) != nil {
			return true
		}
	}
	if b := f.behaviorOf(c); b != nil {
		return b.Remote
	}
	sig := c.Signature()
	for i := range sig.Params().Len() {
		if isContext(sig.Params().At(i).Type()) {
			return true
		}
	}
	return f.answersOf(c) != 0
}

// answersOf returns the kinds of answers that a call is known to give.
func (f *finder) answersOf(c *ssa.CallCommon) Answers {
	sig := c.Signature()
	if n := sig.Params().Len(); n > 0 && sig.Variadic() {
		if s, ok := sig.Params().At(n - 1).Type().(*types.Slice); ok && isNamed(s.Elem(), "google.golang.org/grpc", "CallOption") {
			return GRPCAnswers
		}
	}
	if fn := calledFunc(c); fn != nil && fn.Pkg() != nil {
		switch path := fn.Pkg().Path(); {
		case path == "database/sql" && known.Op(fn) != nil:
			return SQLAnswers
		case known.Lookup(fn) != nil && known.Lookup(fn).Kind == known.Client:
			return CloudAnswers
		case strings.HasPrefix(path, "k8s.io/client-go/kubernetes/typed/") && known.Op(fn) != nil:
			return CloudAnswers
		}
	}
	if b := f.behaviorOf(c); b != nil {
		return b.Answers
	}
	return 0
}
