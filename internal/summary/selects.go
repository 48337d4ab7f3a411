package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// selects reports whether the function decides by the request that it is handed
// whether to repeat it, and not so that the callers' requests decide it: a round
// tripper that reads the method, or a test of the request that is not understood.
// Then nobody knows whether those that do something twice are repeated.
func (c *composer) selects() bool {
	for _, p := range c.self.Params {
		if isRequestType(p.Type()) && isRoundTrip(c.self) && asksMethod(p) {
			return true
		}
	}
	for _, b := range c.self.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok || !answersYesOrNo(call) {
				continue
			}
			if t := c.value(call); t.op == opaque || t.op == choice || t.op == result {
				return true
			}
		}
	}
	return false
}

// answersYesOrNo reports whether a call is asked something of a request.
func answersYesOrNo(call *ssa.Call) bool {
	if b, ok := call.Type().Underlying().(*types.Basic); !ok || b.Kind() != types.Bool {
		return false
	}
	for _, a := range call.Call.Args {
		if isRequestType(a.Type()) {
			return true
		}
	}
	return false
}

// withoutKey is the act when nobody knows whether it is sent with a key.
func (a *act) withoutKey(none *term) *act {
	b := *a
	b.key = none
	return &b
}
