package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
)

// An attempt that fails because its own time is up has waited already: where a
// loop repeats that failure alone, its attempts do not follow each other at once.

// expires reports whether the only failures after which r makes a trial again are
// errors that the called function returns when a time that it sets has passed.
func (f *finder) expires(r *Region, trial ssa.CallInstruction) bool {
	asked := f.askedFor(r)
	fn := f.target(trial.Common())
	if r.AllErrors || len(asked) == 0 || fn == nil {
		return false
	}
	late := f.afterTimeouts(fn)
	found := false
	var returned func(v ssa.Value, at *ssa.BasicBlock, seen map[ssa.Value]bool) bool
	returned = func(v ssa.Value, at *ssa.BasicBlock, seen map[ssa.Value]bool) bool {
		if asked[sentinelOf(v)] {
			found = true
			return late(at)
		}
		if seen[v] {
			return true
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Phi:
			for i, e := range v.Edges {
				if !returned(e, v.Block().Preds[i], seen) {
					return false
				}
			}
		case *ssa.UnOp: // a result that deferred functions may change
			for _, s := range storesTo(v.X) {
				if !returned(s.Val, s.Block(), seen) {
					return false
				}
			}
		}
		return true
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, v := range ret.Results {
			if isError(v.Type()) && !returned(v, b, map[ssa.Value]bool{}) {
				return false
			}
		}
	}
	return found
}

// askedFor lists the errors that the conditions of a region name.
func (f *finder) askedFor(r *Region) map[*ssa.Global]bool {
	asked := make(map[*ssa.Global]bool)
	note := func(v ssa.Value) {
		if g := sentinelOf(v); g != nil {
			asked[g] = true
		}
	}
	for b := range r.Body {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.BinOp:
				if instr.Op == token.EQL || instr.Op == token.NEQ {
					note(instr.X)
					note(instr.Y)
				}
			case *ssa.Call:
				if fn := calledFunc(instr.Common()); fn != nil && fn.FullName() == "errors.Is" {
					note(instr.Call.Args[1])
				}
			}
		}
	}
	return asked
}

// afterTimeouts tells the blocks of a function that are reached only when a timer
// has fired, or a context has ended to which the function gave the time.
func (f *finder) afterTimeouts(fn *ssa.Function) func(*ssa.BasicBlock) bool {
	var cases []*ssa.BasicBlock
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Select)
			if !ok || !s.Blocking {
				continue
			}
			for i, st := range s.States {
				if st.Dir == types.RecvOnly && f.timesOut(st.Chan) {
					if c := ctxflow.Case(s, i); c != nil {
						cases = append(cases, c)
					}
				}
			}
		}
	}
	return func(b *ssa.BasicBlock) bool {
		for _, c := range cases {
			if c.Dominates(b) {
				return true
			}
		}
		return false
	}
}

// timesOut reports whether a channel delivers when some time has passed.
func (f *finder) timesOut(ch ssa.Value) bool {
	if _, _, ok := f.timerOf(ch, map[ssa.Value]bool{}); ok {
		return true
	}
	done, ok := ch.(*ssa.Call)
	if !ok || !isDone(ch) {
		return false
	}
	made, ok := done.Call.Value.(*ssa.Extract)
	if !ok {
		return false
	}
	call, ok := made.Tuple.(*ssa.Call)
	return ok && ctxflow.IsTimeout(call.Common())
}
