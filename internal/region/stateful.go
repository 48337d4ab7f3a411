package region

import (
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// maxEnds bounds the returns of one entered call that are followed apart.
const maxEnds = 8

// While attempts are counted, calls of small functions of the package are
// entered with what is known of the memory that they are handed. So an
// iterator that keeps its count in a struct (`for r.Next()`) is followed like a
// counter in the loop, from its constructor on.

// An end is one return of an entered call.
type end struct {
	results []Abs
	mem     memory
	values  []ssa.Value
	trail   trail
}

// enters returns the function that a counting walk enters at a call, or nil.
func (w *walk) enters(call *ssa.Call) *ssa.Function {
	if !w.exact() || w.depth >= maxInlineDepth {
		return nil
	}
	fn := w.f.target(call.Common())
	if fn == nil || len(fn.Blocks) > maxInlineBlocks/4 || len(fn.Params) != len(call.Call.Args) || len(w.f.cycles(fn)) > 0 {
		return nil
	}
	if w.tracer != nil {
		if len(fn.FreeVars) > 0 || standard(calledFunc(call.Common())) {
			return nil // what a closure shares is handled by its behavior
		}
		return fn
	}
	for _, a := range call.Call.Args {
		if _, ptr := a.Type().Underlying().(*types.Pointer); ptr {
			return fn // it may change what it is handed
		}
	}
	if _, ptr := call.Type().Underlying().(*types.Pointer); ptr {
		return fn // it makes something
	}
	if _, ok := call.Type().Underlying().(*types.Struct); ok {
		return fn
	}
	return nil
}

// through walks an entered call and adds to work where the caller goes on.
func (w *walk) through(work []point, p point, i int, st *state, call *ssa.Call, fn *ssa.Function) []point {
	sub := w.f.newWalk(fn, nil, w.world)
	sub.depth = w.depth + 1
	if w.count != nil {
		sub.count = &counting{limit: w.count.limit, most: w.count.most}
	}
	if w.tracer != nil {
		sub.tracer = w.tracer.entering(w, call, fn)
	}
	start := newState()
	for j, param := range fn.Params {
		arg := call.Call.Args[j]
		start.set(w.f.ids, param, w.value(st, arg))
		move(w.f.ids, st, place(arg), start, cell{root: param})
	}
	sub.run(point{block: fn.Blocks[0], st: start, trail: p.trail, failed: p.failed})
	w.steps += sub.steps
	if sub.capped || len(sub.ends) == 0 || len(sub.ends) > maxEnds {
		w.call(st, call)
		if w.tracer != nil && w.tainted(call) {
			p.trail.guessed = true
		}
		return append(work, point{block: p.block, index: i + 1, pred: p.pred, st: st, crossed: p.crossed, failed: p.failed, count: p.count, trail: p.trail})
	}
	for _, e := range sub.ends {
		next := st.clone()
		w.setResults(next, call, e.results)
		for j, param := range fn.Params {
			if _, ptr := param.Type().Underlying().(*types.Pointer); ptr {
				moveMem(w.f.ids, e.mem, cell{root: param}, next, place(call.Call.Args[j]))
			}
		}
		for _, v := range e.values {
			moveMem(w.f.ids, e.mem, place(v), next, cell{root: call})
			if c, ok := v.(*ssa.Const); ok && c.Value == nil {
				next.clear(w.f.ids, cell{root: call}, c.Type())
			}
		}
		work = append(work, point{block: p.block, index: i + 1, pred: p.pred, st: next, crossed: p.crossed, failed: p.failed, count: p.count, trail: e.trail})
	}
	return work
}

// place returns the cell under which a walk keeps the contents of a struct, or
// of what a pointer points to.
func place(v ssa.Value) cell {
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return cell{root: v}
	}
	c := cellOf(load.X)
	if _, ptr := v.Type().Underlying().(*types.Pointer); ptr {
		c.path += "*"
	}
	return c
}

// move copies what is known below one cell to below another.
func move(ids *ids, from *state, a cell, to *state, b cell) { moveMem(ids, from.mem, a, to, b) }

func moveMem(ids *ids, from memory, a cell, to *state, b cell) {
	for i := len(to.mem) - 1; i >= 0; i-- {
		if to.mem[i].key.below(b) {
			to.forgetAt(i)
		}
	}
	for _, k := range from {
		if k.key.below(a) {
			to.store(ids, cell{b.root, b.path + k.key.path[len(a.path):]}, k.abs)
		}
	}
}

// below reports whether c is b or a part of it.
func (c cell) below(b cell) bool { return c.root == b.root && strings.HasPrefix(c.path, b.path) }

// storeStruct copies a struct that is assigned as a whole.
func (w *walk) storeStruct(st *state, s *ssa.Store) {
	if _, ok := s.Val.Type().Underlying().(*types.Struct); ok {
		move(w.f.ids, st.clone(), place(s.Val), st, cellOf(s.Addr))
	}
}
