package summary

import (
	"golang.org/x/tools/go/ssa"
)

// A loop is a natural loop, while the value that it builds up is translated.
type loop struct {
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	// root is the object that the loop changes, nil for a phi.
	root ssa.Value
	// xs is what the loop was found to range over.
	xs *term

	vals  map[ssa.Value]*term
	calls map[ssa.CallInstruction]*term
}

// loopOf returns the natural loop of the header h, or nil if h is none.
func (f *frame) loopOf(h *ssa.BasicBlock) *loop {
	blocks, ok := f.loops[h]
	if !ok {
		blocks = naturalLoop(h)
		f.loops[h] = blocks
	}
	if blocks == nil {
		return nil
	}
	return &loop{header: h, blocks: blocks}
}

// naturalLoop lists the blocks of the loop of h, nil if h is the header of none.
func naturalLoop(h *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	var blocks map[*ssa.BasicBlock]bool
	for _, p := range h.Preds {
		if !h.Dominates(p) {
			continue
		}
		if blocks == nil {
			blocks = map[*ssa.BasicBlock]bool{h: true}
		}
		work := []*ssa.BasicBlock{p}
		for len(work) > 0 {
			b := work[len(work)-1]
			work = work[:len(work)-1]
			if !blocks[b] {
				blocks[b] = true
				work = append(work, b.Preds...)
			}
		}
	}
	return blocks
}

// memo returns the translated values and calls of the loop, which differ from
// those outside.
func (l *loop) memo() (map[ssa.Value]*term, map[ssa.CallInstruction]*term) {
	if l.vals == nil {
		l.vals, l.calls = make(map[ssa.Value]*term), make(map[ssa.CallInstruction]*term)
	}
	return l.vals, l.calls
}

// loopAround returns the innermost loop around instr in which neither the
// object r is made nor at lies, or nil.
func (f *frame) loopAround(r ssa.Value, instr, at ssa.Instruction) *loop {
	for h := instr.Block(); h != nil; h = h.Idom() {
		l := f.loopOf(h)
		if l == nil || !l.blocks[instr.Block()] {
			continue
		}
		if at != nil && l.blocks[at.Block()] {
			return nil
		}
		if made, ok := r.(ssa.Instruction); ok && l.blocks[made.Block()] {
			return nil
		}
		return l
	}
	return nil
}

// acc stands for what the steps of the current loop made so far.
func (f *frame) acc() *term { return f.intern(term{op: acc}) }

// elemOfLoop returns the element of x that in selects: the element at hand if
// the current loop ranges over x.
func (f *frame) elemOfLoop(x *term, in ssa.Instruction) *term {
	l := f.loop
	if l == nil || !l.blocks[in.Block()] || x.roots&hasSteps != 0 || l.xs != nil && l.xs != x {
		return f.elem(x)
	}
	l.xs = x
	return f.intern(term{op: item})
}

// repeated returns what a loop makes of init when each step makes body.
func (f *frame) repeated(init, body *term, l *loop) *term {
	if body.roots&hasSteps == 0 {
		return f.choice(init, body)
	}
	if l.xs != nil {
		return f.fold(l.xs, init, body)
	}
	// Nothing is ranged over: keep what does not build on earlier steps.
	out := []*term{init}
	for _, t := range body.alternatives() {
		switch {
		case t.op == acc:
		case t.roots&hasSteps == 0:
			out = append(out, t)
		default:
			out = append(out, f.none)
		}
	}
	return f.choice(out...)
}

func (f *frame) phi(v *ssa.Phi) *term {
	b := v.Block()
	l := f.loopOf(b)
	if l == nil {
		return f.merge(v)
	}
	var init, back []*term
	for i, e := range v.Edges {
		if !b.Dominates(b.Preds[i]) {
			init = append(init, f.value(e))
		}
	}
	outer := f.loop
	f.loop = l
	f.accs[v] = true
	for i, e := range v.Edges {
		if b.Dominates(b.Preds[i]) {
			back = append(back, f.value(e))
		}
	}
	delete(f.accs, v)
	f.loop = outer
	return f.repeated(f.choice(init...), f.choice(back...), l)
}

// merge translates a phi that joins two branches to a conditional value.
func (f *frame) merge(v *ssa.Phi) *term {
	b := v.Block()
	d := b.Idom()
	all := make([]*term, len(v.Edges))
	for i, e := range v.Edges {
		all[i] = f.value(e)
	}
	test := branch(d)
	if test == nil {
		return f.choice(all...)
	}
	var sides [2][]*term
	for i, p := range b.Preds {
		side := -1
		for s, succ := range d.Succs {
			if p == d && succ == b || p != d && succ != b && succ.Dominates(p) {
				side = s
			}
		}
		if side < 0 {
			return f.choice(all...)
		}
		sides[side] = append(sides[side], all[i])
	}
	if len(sides[0]) == 0 || len(sides[1]) == 0 {
		return f.choice(all...)
	}
	return f.cond(f.value(test.Cond), f.choice(sides[0]...), f.choice(sides[1]...))
}

// branch returns the test that ends b, or nil.
func branch(b *ssa.BasicBlock) *ssa.If {
	if b == nil || len(b.Instrs) == 0 {
		return nil
	}
	test, _ := b.Instrs[len(b.Instrs)-1].(*ssa.If)
	return test
}

// A condition is a branch on the way to a block.
type condition struct {
	test  ssa.Value
	taken bool
}

// conditions lists the branches that decide whether b runs on the way to at
// (to a normal return when at is nil), outermost last, given that the object r
// is made. It reports false when something else decides.
func (f *frame) conditions(r ssa.Value, b *ssa.BasicBlock, at ssa.Instruction) (conds []condition, exact bool) {
	made, _ := r.(ssa.Instruction)
	surely := func() bool {
		return f.surely(b, at) || made != nil && b.Dominates(made.Block())
	}
	exact = surely()
	for !surely() {
		d := b.Idom()
		if d == nil {
			break
		}
		if test := branch(d); test != nil && len(b.Preds) == 1 {
			conds = append(conds, condition{test.Cond, d.Succs[0] == b})
			exact = true
		}
		b = d
	}
	return conds, exact
}

// surely reports whether b runs whenever at is reached.
func (f *frame) surely(b *ssa.BasicBlock, at ssa.Instruction) bool {
	if at != nil {
		return b.Dominates(at.Block())
	}
	for _, r := range f.exits() {
		if !b.Dominates(r.Block()) {
			return false
		}
	}
	return true
}

// under returns yes if all conds hold, else no.
func (f *frame) under(conds []condition, yes, no *term) *term {
	for _, c := range conds {
		test := f.value(c.test)
		if c.taken {
			yes = f.cond(test, yes, no)
		} else {
			yes = f.cond(test, no, yes)
		}
	}
	return yes
}

// precedes reports whether a may run before at in one pass through the
// function: without going round a loop.
func (f *frame) precedes(a, at ssa.Instruction) bool {
	if at == nil {
		return true
	}
	if a.Block() == at.Block() {
		for _, instr := range a.Block().Instrs {
			switch instr {
			case at:
				return false
			case a:
				return true
			}
		}
	}
	reach, ok := f.forward[a.Block()]
	if !ok {
		reach = f.reachable(a.Block())
		f.forward[a.Block()] = reach
	}
	return reach[at.Block()]
}

// reachable lists the blocks that run after b in the same pass through each
// loop around b: going round is not followed, leaving the loop is.
func (f *frame) reachable(b *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	reach := make(map[*ssa.BasicBlock]bool)
	var work []*ssa.BasicBlock
	add := func(from, to *ssa.BasicBlock) {
		if reach[to] {
			return
		}
		if !to.Dominates(from) {
			reach[to] = true
			work = append(work, to)
			return
		}
		l := f.loopOf(to)
		for in := range l.blocks {
			for _, out := range in.Succs {
				if !l.blocks[out] && !reach[out] {
					reach[out] = true
					work = append(work, out)
				}
			}
		}
	}
	for _, s := range b.Succs {
		add(b, s)
	}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			add(b, s)
		}
	}
	return reach
}

// exits lists the returns that matter: not those that hand back an error and
// nothing else.
func (f *frame) exits() []*ssa.Return {
	if f.returns != nil {
		return f.returns
	}
	var all, good []*ssa.Return
	for _, b := range f.self.DomPreorder() {
		if len(b.Instrs) == 0 {
			continue
		}
		r, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		all = append(all, r)
		if !givesUp(r) {
			good = append(good, r)
		}
	}
	f.returns = all
	if len(good) > 0 {
		f.returns = good
	}
	return f.returns
}

// givesUp reports whether a return hands back an error and zero values.
func givesUp(r *ssa.Return) bool {
	n := len(r.Results)
	if n == 0 || !isError(r.Results[n-1].Type()) || isNil(r.Results[n-1]) {
		return false
	}
	for _, v := range r.Results[:n-1] {
		if !isNil(v) && relevant(v.Type()) {
			return false
		}
	}
	return true
}

func isNil(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.Value == nil
}
