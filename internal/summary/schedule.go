package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/region"
)

// A schedule is how long a layer waits between its attempts: a value computed
// from variables that each round changes. Terms speak of the variable i as the
// field "#i" of acc.
type schedule struct {
	init, step []*term
	value      *term // nil if it does not wait at all
	// early says that a round waits before its attempt, so that one more step
	// was made.
	early bool
	last  lastWait
}

// lastWait says whether a layer waits after its last attempt, too.
type lastWait uint8

const (
	noLast lastWait = iota
	maybeLast
	sureLast
)

func (e *engine) substSchedule(s *schedule, v *env) *schedule {
	if s == nil || s.value == nil {
		return s
	}
	subst := func(t *term) *term { return e.subst(t, v) }
	return &schedule{e.each(s.init, subst), e.each(s.step, subst), subst(s.value), s.early, s.last}
}

// schedule translates how a region waits, nil if that is not understood.
func (f *frame) schedule(r *region.Region) *schedule {
	if len(r.Pauses) == 0 {
		if r.Delay.Growth == attempt.NoDelay {
			return &schedule{}
		}
		return nil
	}
	if len(r.Pauses) != 1 || !r.Pauses[0].Exact || len(r.Trials) == 0 {
		return nil
	}
	pause := r.Pauses[0]
	if len(r.Body) == 0 { // no loop: a wait that is the same each time
		if c, ok := pause.Duration.(*ssa.Const); ok && pause.Instr.Parent() == f.self {
			return &schedule{value: f.constant(c)}
		}
		return nil
	}
	p := &pacer{frame: f, body: r.Body, schedule: new(schedule)}
	p.order(r, pause.Instr)
	if p.bad {
		return nil
	}
	p.schedule.value = p.of(pause.Duration)
	if p.bad || p.schedule.value.op == opaque {
		return nil
	}
	return p.schedule
}

// A pacer translates the duration of a wait in a loop.
type pacer struct {
	*frame
	*schedule
	body map[*ssa.BasicBlock]bool
	vars []*ssa.Phi
	deep int
	bad  bool
}

// order finds out whether the wait comes before or after the attempt of its
// round, and whether the last attempt is followed by one.
func (p *pacer) order(r *region.Region, pause ssa.Instruction) {
	trial := r.Trials[0]
	header := p.header()
	switch {
	case header == nil || pause.Parent() != p.self || trial.Parent() != p.self:
		p.bad = true
	case p.round(trial.Block(), pause.Block(), header):
		p.bad = p.skips(trial.Block(), pause.Block(), header)
		p.last = sureLast
		for b := range p.body {
			if test := branch(b); test != nil && leavesByCount(test, p.body) && trial.Block().Dominates(b) && b.Dominates(pause.Block()) {
				p.last = noLast
			}
		}
		if p.last == sureLast && !trial.Block().Dominates(pause.Block()) {
			p.last = maybeLast
		}
	case p.round(pause.Block(), trial.Block(), header) && afterCount(pause.Block()):
		p.early = true
	default:
		p.bad = true // it waits before the first attempt as well
	}
}

// header returns the block of the loop that dominates the others.
func (p *pacer) header() *ssa.BasicBlock {
	for _, b := range p.self.Blocks {
		if p.body[b] {
			for other := range p.body {
				if !b.Dominates(other) {
					return nil
				}
			}
			return b
		}
	}
	return nil
}

// round reports whether control gets from one block to another within one
// round of the loop.
func (p *pacer) round(from, to, header *ssa.BasicBlock) bool {
	if from == to {
		return true
	}
	seen := map[*ssa.BasicBlock]bool{header: true}
	work := []*ssa.BasicBlock{from}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == to && s != header {
				return true
			}
			if p.body[s] && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// skips reports whether a round can end without the wait.
func (p *pacer) skips(trial, pause, header *ssa.BasicBlock) bool {
	if trial == pause {
		return false
	}
	seen := map[*ssa.BasicBlock]bool{pause: true}
	work := []*ssa.BasicBlock{trial}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, s := range b.Succs {
			if s == header {
				return true
			}
			if p.body[s] && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// afterCount reports whether a number decides whether b runs: all rounds but
// the first one wait.
func afterCount(b *ssa.BasicBlock) bool {
	test := branch(b.Idom())
	if test == nil || len(b.Preds) != 1 {
		return false
	}
	op, ok := test.Cond.(*ssa.BinOp)
	return ok && isInteger(op.X.Type())
}

func isInteger(t types.Type) bool {
	basic, ok := t.Underlying().(*types.Basic)
	return ok && basic.Info()&types.IsInteger != 0
}

// leavesByCount reports whether a branch leaves the loop after comparing
// numbers.
func leavesByCount(test *ssa.If, body map[*ssa.BasicBlock]bool) bool {
	b := test.Block()
	if body[b.Succs[0]] && body[b.Succs[1]] {
		return false
	}
	op, ok := test.Cond.(*ssa.BinOp)
	return ok && isInteger(op.X.Type())
}

// of translates a value of the loop.
func (p *pacer) of(v ssa.Value) *term {
	if p.deep > 40 || p.bad {
		p.bad = true
		return p.none
	}
	p.deep++
	defer func() { p.deep-- }()
	if instr, ok := v.(ssa.Instruction); !ok || !p.body[instr.Block()] {
		if c, ok := v.(*ssa.Const); ok {
			return p.constant(c)
		}
		return p.valueAtUse(v)
	}
	switch v := v.(type) {
	case *ssa.Phi:
		return p.phi(v)
	case *ssa.BinOp:
		return p.arith(v.Op.String(), p.of(v.X), p.of(v.Y))
	case *ssa.Convert:
		return p.of(v.X)
	case *ssa.ChangeType:
		return p.of(v.X)
	case *ssa.UnOp:
		if isLoad(v) && !p.changes(v.X) {
			return p.valueAtUse(v)
		}
	case *ssa.Call:
		return p.call(v, 0)
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); ok {
			return p.call(call, v.Index)
		}
	}
	p.bad = true
	return p.none
}

// changes reports whether the loop may change what is at an address.
func (p *pacer) changes(addr ssa.Value) bool {
	r, _ := root(addr)
	for _, m := range p.mods[r] {
		if p.body[m.instr.Block()] {
			return true
		}
	}
	return false
}

// phi translates a variable: one that the rounds change, or one that a branch
// in the round decides.
func (p *pacer) phi(v *ssa.Phi) *term {
	b := v.Block()
	back := false
	for _, pred := range b.Preds {
		back = back || b.Dominates(pred)
	}
	if !back {
		return p.merge(v)
	}
	for i, u := range p.vars {
		if u == v {
			return p.variable(i)
		}
	}
	i := len(p.vars)
	p.vars = append(p.vars, v)
	p.init = append(p.init, p.none)
	p.step = append(p.step, p.none)
	var init, step []*term
	for j, e := range v.Edges {
		if b.Dominates(b.Preds[j]) {
			step = append(step, p.of(e))
		} else {
			init = append(init, p.frame.value(e))
		}
	}
	p.init[i], p.step[i] = p.choice(init...), p.choice(step...)
	return p.variable(i)
}

func (p *pacer) variable(i int) *term {
	return p.intern(term{op: field, name: variableName(i), args: []*term{p.acc()}})
}

func variableName(i int) string { return "#" + string(rune('0'+i)) }

// merge is [frame.merge] over the variables of the loop.
func (p *pacer) merge(v *ssa.Phi) *term {
	b := v.Block()
	d := b.Idom()
	test := branch(d)
	var sides [2][]*term
	for i, pred := range b.Preds {
		side := -1
		for s, succ := range d.Succs {
			if pred == d && succ == b || pred != d && succ != b && succ.Dominates(pred) {
				side = s
			}
		}
		if side < 0 || test == nil {
			side, test = 0, nil
		}
		sides[side] = append(sides[side], p.of(v.Edges[i]))
	}
	if test == nil || len(sides[0]) == 0 || len(sides[1]) == 0 {
		return p.choice(append(sides[0], sides[1]...)...)
	}
	return p.cond(p.of(test.Cond), p.choice(sides[0]...), p.choice(sides[1]...))
}

// call translates a result of a computation in another function.
func (p *pacer) call(c *ssa.Call, i int) *term {
	common := c.Common()
	args := make([]*term, len(common.Args))
	for j, a := range common.Args {
		if b, ok := a.Type().Underlying().(*types.Basic); ok && b.Info()&types.IsNumeric != 0 {
			args[j] = p.of(a)
		} else {
			args[j] = p.argument(a, c)
		}
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		if b.Name() != "min" && b.Name() != "max" {
			p.bad = true
			return p.none
		}
		t := args[0]
		for _, a := range args[1:] {
			t = p.arith(b.Name(), t, a)
		}
		return t
	}
	var t *term
	switch fn := common.StaticCallee(); {
	case common.IsInvoke():
		t = p.invoke(p.valueAt(common.Value, c), p.names.funcName(common.Method), args...)
	case fn != nil:
		p.declare(fn)
		t = p.apply(p.function(fn), args...)
	default:
		t = p.apply(p.valueAt(common.Value, c), args...)
	}
	return p.result(t, i)
}
