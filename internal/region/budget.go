package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// LocalBudget returns where the region asks a limiter, without waiting for it,
// that its own function made: it holds back no other call.
func (r *Region) LocalBudget() token.Pos {
	if r.tracing == nil || r.tracing.loop == nil {
		return token.NoPos
	}
	f := r.tracing.f
	for _, call := range calls(r.Fn, r.tracing.loop.blocks) {
		c := call.Common()
		if !f.limits(c) || known.Wait(calledFunc(c)) != nil {
			continue
		}
		made, ok := receiverOf(c).(*ssa.Call)
		if ok && made.Parent() == r.Fn && keptLocal(made) {
			return made.Pos()
		}
	}
	return token.NoPos
}

// keptLocal reports whether a value is only used to call its methods.
func keptLocal(v *ssa.Call) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.Call:
			if receiverOf(r.Common()) != ssa.Value(v) {
				return false
			}
		case *ssa.DebugRef:
		default:
			return false
		}
	}
	return true
}
