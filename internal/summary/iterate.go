package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// maxIterations is the largest number of rounds that is counted out. A loop
// with more is not known.
const maxIterations = 256

// iterate counts the rounds of a loop that asks an object whether to go on:
// test is the answer and next the object after a round, both over what the
// earlier rounds made of it, which was init at first.
func (e *engine) iterate(init, test, next *term) *term {
	state := init
	for n := int64(0); n <= maxIterations; n++ {
		on, ok := e.largest(e.subst(test, &env{acc: state}))
		if !ok {
			break
		}
		if on == 0 {
			return e.int(n)
		}
		then := e.subst(next, &env{acc: state})
		if then == state {
			return e.none // nothing changes: the object does not count
		}
		state = then
	}
	return e.intern(term{op: rounds, args: []*term{init, test, next}})
}

// iteration translates the number of rounds of a loop that a method of some
// object ends, nil if none does.
func (f *frame) iteration(l *loop) *term {
	for _, b := range f.self.DomPreorder() {
		test := branch(b)
		if test == nil || !l.blocks[b] || l.blocks[b.Succs[0]] == l.blocks[b.Succs[1]] {
			continue
		}
		call, negated := asked(test.Cond)
		if call == nil {
			continue
		}
		on := l.blocks[b.Succs[0]] != negated
		if t := f.rounds(l, call, on); t != nil {
			return t
		}
	}
	return nil
}

// asked returns the call whose answer a test looks at.
func asked(v ssa.Value) (call *ssa.Call, negated bool) {
	for {
		u, ok := v.(*ssa.UnOp)
		if !ok || u.Op != token.NOT {
			break
		}
		v, negated = u.X, !negated
	}
	call, _ = v.(*ssa.Call)
	return call, negated
}

// rounds translates a loop that goes on while call answers on.
func (f *frame) rounds(l *loop, call *ssa.Call, on bool) *term {
	if call.Call.StaticCallee() == nil || len(call.Call.Args) == 0 || !isObject(call.Call.Args[0].Type()) {
		return nil
	}
	r, path := root(call.Call.Args[0])
	if made, ok := r.(ssa.Instruction); len(path) > 0 || ok && l.blocks[made.Block()] {
		return nil
	}
	init := f.state(r, call)
	outer := f.loop
	l.root = r
	f.loop = l
	defer func() { f.loop = outer }()
	t := f.call(call)
	if t.op != apply {
		return nil
	}
	test := f.result(t, 0)
	if !on {
		test = f.arith("==", test, f.int(0))
	}
	next := f.acc()
	for _, m := range f.mods[r] {
		if l.blocks[m.instr.Block()] {
			next = f.subst(f.changed(f.acc(), m), &env{acc: next})
		}
	}
	if next == f.acc() {
		return nil
	}
	f.loop = outer
	return f.iterate(init, test, next)
}
