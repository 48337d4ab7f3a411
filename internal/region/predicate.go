package region

import (
	"fmt"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
)

const (
	maxInlineDepth  = 4   // of predicates that call predicates
	maxInlineBlocks = 200 // a longer function is no predicate
)

// tests computes what a function returns for each failure that one of its
// parameters can hold, when it looks like a predicate or a wrapper.
func (f *finder) tests(fn *ssa.Function) []Test {
	if len(fn.Blocks) > maxInlineBlocks || fn.Signature.Results().Len() == 0 {
		return nil
	}
	var out []Test
	for i, p := range fn.Params {
		switch {
		case isError(p.Type()):
			out = f.addTest(out, fn, i, Test{Param: i, OK: true}, Abs{Kind: Nil}, succeeding)
			if isPredicate(fn) && f.asksStatus(fn, maxInlineDepth) {
				for _, s := range samples {
					out = f.addTest(out, fn, i, Test{Param: i, Status: s}, Abs{Kind: Failure}, ofStatus(s))
				}
			}
			for _, c := range errclass.All() {
				out = f.addTest(out, fn, i, Test{Param: i, Class: c}, Abs{Kind: Failure}, ofClass(c, statusOf(c)))
			}
		case isResponse(p.Type()):
			out = f.addTest(out, fn, i, Test{Param: i, OK: true}, Abs{Kind: NonNil}, succeeding)
			for _, s := range samples {
				out = f.addTest(out, fn, i, Test{Param: i, Status: s}, Abs{Kind: NonNil}, answering(s))
			}
		case zero(p.Type()).Kind == Int && comparedAsStatus(p):
			out = f.addTest(out, fn, i, Test{Param: i, OK: true}, Abs{Status, 200}, succeeding)
			for _, s := range samples {
				out = f.addTest(out, fn, i, Test{Param: i, Status: s}, Abs{Status, s}, answering(s))
			}
		}
	}
	return out
}

// isPredicate reports whether a function answers with yes or no.
func isPredicate(fn *ssa.Function) bool {
	r := fn.Signature.Results()
	return r.Len() == 1 && zero(r.At(0).Type()).Kind == Bool
}

// comparedAsStatus reports whether a number is compared as an HTTP status would
// be: with one, or by its first digit.
func comparedAsStatus(v ssa.Value) bool {
	for _, instr := range *v.Referrers() {
		switch u := instr.(type) {
		case *ssa.Convert:
			if comparedAsStatus(u) {
				return true
			}
		case *ssa.BinOp:
			other := u.Y
			if other == v {
				other = u.X
			}
			c, ok := other.(*ssa.Const)
			if !ok {
				continue
			}
			n := constAbs(c)
			switch u.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
				if n.Kind == Int && n.N >= 100 && n.N <= 599 {
					return true
				}
			case token.QUO:
				if n.Kind == Int && n.N == 100 {
					return true
				}
			}
		}
	}
	return false
}

func (f *finder) addTest(out []Test, fn *ssa.Function, param int, t Test, a Abs, w world) []Test {
	args := make([]Abs, len(fn.Params))
	args[param] = a
	results := f.inlineIn(fn, args, w, 0)
	for _, r := range results {
		if r != top {
			t.Results = results
			return append(out, t)
		}
	}
	return out
}

type inlineKey struct {
	fn    *ssa.Function
	args  string
	world world
}

// inline evaluates a call of a function of this package in the world of a
// walk, or returns nil when that proves nothing.
func (f *finder) inline(fn *ssa.Function, args []Abs, w *walk) []Abs {
	return f.inlineIn(fn, args, w.world, w.depth+1)
}

func (f *finder) inlineIn(fn *ssa.Function, args []Abs, in world, depth int) []Abs {
	if depth > maxInlineDepth || len(fn.Blocks) > maxInlineBlocks || len(args) != len(fn.Params) {
		return nil
	}
	var b strings.Builder
	for _, a := range args {
		fmt.Fprintf(&b, "%d:%d,", a.Kind, a.N)
	}
	key := inlineKey{fn, b.String(), in}
	if r, ok := f.inlined[key]; ok {
		return r
	}
	f.inlined[key] = nil // a recursive call proves nothing
	w := f.newWalk(fn, nil, in)
	w.depth = depth
	st := newState()
	for i, p := range fn.Params {
		st.set(f.ids, p, args[i])
	}
	w.run(point{block: fn.Blocks[0], st: st})
	if w.capped {
		return nil
	}
	f.inlined[key] = w.returns
	return w.returns
}
