package summary

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// A key must be made outside everything that repeats it, and what an attempt
// uses up inside. So for each layer on a path it is noted where these are made
// when the layer is put around the operation: later only the terms are left.

// acting gives the paths that a call opens what it changes by itself.
func (c *composer) acting(call ssa.CallInstruction, paths []*path) []*path {
	a := c.act(call)
	if a == nil {
		return paths
	}
	if len(paths) == 0 {
		paths = []*path{{leaf: display(a.fn)}}
	}
	out := make([]*path, len(paths))
	for i, p := range paths {
		q := *p
		if q.act == nil || q.act.key.op == zero || a.own {
			q.act = a // a transport below may add the key
		}
		out[i] = &q
	}
	return out
}

// through is [path.above] for the path p that goes on below by a call.
func (e *engine) through(p, below *path, call *term) *path {
	q := p.above(below)
	if p.act != nil && p.act.own {
		return q
	}
	a := below.act
	if len(p.layers) == 0 || a == nil && (below.end == nil || !below.end.tells) {
		return q
	}
	given := make(map[*term]bool)
	call.mentions(given, func(*term) {})
	inside := func(m *term) bool { return !given[m] || m.n != 0 }
	if q.end != nil {
		q.end = e.flag(q.end, inside)
	}
	if a == nil {
		return q
	}
	for i := range p.layers {
		m := *q.layers[i]
		e.mark(&m, a, inside)
		q.layers[i] = &m
	}
	return q
}

// mark notes at l where the parts of the act are made.
func (e *engine) mark(l *layer, a *act, inside func(*term) bool) {
	l.fresh = freshIn(a.key, inside)
	l.spent = outsideOf(a.body, inside)
	l.stale = a.object != nil && outsideOf(a.object, inside)
}

// freshIn returns what makes a key inside, if all that the key can be is made
// there.
func freshIn(key *term, inside func(*term) bool) *term {
	var first *term
	for _, t := range key.alternatives() {
		if t.op != made || t.keys[1] != "key" || !inside(t) {
			return nil
		}
		if first == nil {
			first = t
		}
	}
	return first
}

// outsideOf reports whether all that a value can be comes from outside.
func outsideOf(t *term, inside func(*term) bool) bool {
	found := false
	for _, t := range t.alternatives() {
		t = bare(t)
		switch root := rootOf(t); root.op {
		case zero:
			continue
		case made:
			if inside(root) {
				return false
			}
		case param, free, global, structure:
		default:
			return false
		}
		found = true
	}
	return found
}

// bare is the value behind an interface value.
func bare(t *term) *term {
	for t.op == iface || t.op == unwrap {
		t = t.args[0]
	}
	return t
}

// rootOf is the value of which t is a part, or that it was before it changed.
func rootOf(t *term) *term {
	for t.op == field || t.op == with || t.op == iface || t.op == unwrap {
		t = t.args[0]
	}
	return t
}

// cover notes at l, the layer that the region r around the call is, where the
// parts of the act of q are made.
func (c *composer) cover(l *layer, r *region.Region, call ssa.CallInstruction, q *path) {
	inside := func(m *term) bool {
		instr := c.madeBy[m]
		if instr == nil || instr.Parent() != c.self || m.n != 0 {
			return true
		}
		return c.repeats(r, instr)
	}
	if q.act != nil {
		c.mark(l, q.act, inside)
		if r.Kind == region.Sequential && r.Trials[0] == call {
			l.spent, l.stale = false, false
		}
		if l.spent && c.touches(r, call, q.act.body) {
			l.spent = false
		}
		if l.stale && c.touches(r, call, q.act.object) {
			l.stale = false
		}
	}
	if q.end != nil {
		q.end = c.flag(q.end, inside)
	}
}

// flag notes in an open end which values are made in each attempt of the
// layers above it: whoever learns what is called there must know.
func (e *engine) flag(end *term, inside func(*term) bool) *term {
	return e.remake(end, nil, func(m *term) *term {
		if m.n != 0 || !inside(m) {
			return m
		}
		n := *m
		n.n = 1
		return e.intern(n)
	})
}

// repeats reports whether an instruction of the function runs in each attempt.
func (c *composer) repeats(r *region.Region, instr ssa.Instruction) bool {
	switch r.Kind {
	case region.Sequential:
		return c.precedes(r.Trials[0], instr)
	case region.Recursion:
		return true // each round runs the whole function
	}
	return r.Body[instr.Block()]
}

// touches reports whether something in an attempt but the call itself gets
// hold of what the attempt uses up, and may so renew it.
func (c *composer) touches(r *region.Region, trial ssa.CallInstruction, what *term) bool {
	for _, b := range c.self.Blocks {
		for _, instr := range b.Instrs {
			if !c.repeats(r, instr) || instr == trial {
				continue
			}
			if c.touchesBy(instr, what) {
				return true
			}
		}
	}
	return false
}

// keep forgets what is used up when it comes from outside the function and
// something in the function may renew it.
func (c *composer) keep(call ssa.CallInstruction, q *path) {
	if q.act == nil {
		return
	}
	a := *q.act
	changed := false
	for _, t := range []**term{&a.body, &a.object} {
		if *t == nil || (*t).roots&hasParams == 0 {
			continue
		}
		for _, b := range c.self.Blocks {
			for _, instr := range b.Instrs {
				if instr != call && *t != c.none && c.touchesBy(instr, *t) {
					*t = c.none
					changed = true
				}
			}
		}
	}
	if changed {
		q.act = &a
	}
}

// touchesBy reports whether an instruction hands what is used up to something
// that may renew it.
func (c *composer) touchesBy(instr ssa.Instruction, what *term) bool {
	if test, ok := instr.(*ssa.BinOp); ok {
		// Who asks whether there is a body knows that it is used up.
		return (isNil(test.Y) || isNil(test.X)) && slices.Contains(what.alternatives(), c.value(test.X))
	}
	call, ok := instr.(ssa.CallInstruction)
	if !ok {
		return false
	}
	common := call.Common()
	if obj := calledObject(common); obj != nil {
		if known.MakingOf(obj) != nil || known.EffectOf(obj) != nil || obj.Pkg() != nil && passive(obj.Pkg().Path()) {
			return false
		}
		if s := c.summary(c.names.funcName(obj)); s != nil && c.handsOn(s, what) {
			return false
		}
	}
	vals := common.Args
	if common.IsInvoke() {
		vals = append([]ssa.Value{common.Value}, vals...)
	}
	for _, v := range vals {
		if !holds(v.Type()) {
			continue
		}
		for _, t := range c.valueAt(v, instr).alternatives() {
			for _, w := range what.alternatives() {
				if t = bare(t); t.op != opaque && t.op != zero && (t == bare(w) || t == rootOf(w)) {
					return true
				}
			}
		}
	}
	return false
}

// handsOn reports whether a function with the summary s passes what it is
// handed to an operation and does nothing else to it.
func (c *composer) handsOn(s *summary, what *term) bool {
	for _, p := range s.paths {
		if p.act != nil && (p.act.body.roots&hasParams != 0 || p.act.object != nil && p.act.object.roots&hasParams != 0) {
			return true
		}
	}
	return false
}

// passive packages look at requests and readers, and renew none.
func passive(path string) bool {
	switch path {
	case "net/http", "context", "fmt", "log", "log/slog", "errors":
		return true
	}
	return false
}

// holds reports whether a value of type t can be what an attempt uses up.
func holds(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return !isContext(t) && !isError(t)
	}
	return false
}
