package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
)

// fits is how many doublings of a second a duration holds.
const fits = 33

// Overflow returns where the wait is shifted by the number of the attempt and
// only then compared with its longest: after enough attempts nothing is left
// of it, and the comparison lets that through.
func (r *Region) Overflow() token.Pos {
	if r.Limit.Kind == attempt.Count && r.Limit.Add <= fits || r.Limit.Kind == attempt.Named {
		return token.NoPos
	}
	for _, p := range r.pauses() {
		if pos := shifted(p.duration, false, map[ssa.Value]bool{}); pos.IsValid() {
			return pos
		}
	}
	return token.NoPos
}

// UnheededStop returns where the region waits for as long as a policy says,
// and never asks whether the policy said "stop" instead.
func (r *Region) UnheededStop() token.Pos {
	if r.Limit.Kind == attempt.Count {
		return token.NoPos
	}
	for _, p := range r.pauses() {
		call, ok := p.duration.(*ssa.Call)
		if !ok {
			continue
		}
		fn := calledFunc(call.Common())
		if fn == nil {
			continue
		}
		if w := known.Wait(fn); w != nil && w.Form == known.Next && w.Stops && !compared(call) {
			return call.Pos()
		}
	}
	return token.NoPos
}

// pauses returns the waits of a loop whose length is at hand; nil for other
// regions.
func (r *Region) pauses() []pause {
	if r.tracing == nil || r.tracing.loop == nil {
		return nil
	}
	f := r.tracing.f
	f.mu.Lock()
	defer f.mu.Unlock()
	var out []pause
	for _, p := range f.pauses(r.Fn, r.tracing.loop.blocks, r.tracing.loop) {
		if p.duration != nil {
			out = append(out, p)
		}
	}
	return out
}

// compared reports whether a value is compared with anything.
func compared(v ssa.Value) bool {
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.BinOp:
			return true
		case *ssa.Phi:
			return true // it goes ways that are not followed
		case *ssa.Store:
			return true
		case *ssa.Call:
			if _, builtin := r.Call.Value.(*ssa.Builtin); builtin {
				return true
			}
		}
	}
	return false
}

// shifted finds a shift by an unlimited count under a limit of its result.
func shifted(v ssa.Value, limited bool, seen map[ssa.Value]bool) token.Pos {
	if v == nil || seen[v] || len(seen) > 60 {
		return token.NoPos
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Convert:
		return shifted(v.X, limited, seen)
	case *ssa.ChangeType:
		return shifted(v.X, limited, seen)
	case *ssa.Phi: // if d > longest { d = longest }
		for _, e := range v.Edges {
			if pos := shifted(e, limited || ordered(e), seen); pos.IsValid() {
				return pos
			}
		}
	case *ssa.BinOp:
		if v.Op == token.SHL {
			if limited && counted(v.Y) {
				return v.Pos()
			}
			return token.NoPos
		}
		for _, x := range []ssa.Value{v.X, v.Y} {
			if pos := shifted(x, limited || ordered(v), seen); pos.IsValid() {
				return pos
			}
		}
	case *ssa.Call:
		if b, ok := v.Call.Value.(*ssa.Builtin); ok {
			for _, a := range v.Call.Args {
				if pos := shifted(a, limited || b.Name() == "min", seen); pos.IsValid() {
					return pos
				}
			}
		}
	}
	return token.NoPos
}

// ordered reports whether a value is compared by size.
func ordered(v ssa.Value) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		if op, ok := r.(*ssa.BinOp); ok {
			switch op.Op {
			case token.GTR, token.GEQ, token.LSS, token.LEQ:
				return true
			}
		}
	}
	return false
}

// counted reports whether a shift count is a counter as it is, with no limit.
func counted(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Phi:
		return !ordered(v) && isInteger(v.Type())
	case *ssa.Convert:
		return counted(v.X)
	case *ssa.BinOp:
		_, ok := v.Y.(*ssa.Const)
		return ok && (v.Op == token.ADD || v.Op == token.SUB) && counted(v.X)
	}
	return false
}
