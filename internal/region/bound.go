package region

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
)

const (
	mostCounted = 40 // attempts that a walk counts before it takes a loop for unlimited
	small       = 12 // the two numbers that are put in the place of a limit,
	large       = 24 // so that two counts show how the attempts depend on it
)

// limit finds what bounds the attempts of a loop. It does not read the form of
// the bound off the code: it lets the trial fail and counts. When a limit is
// not a small constant, it is replaced by two small numbers in turn, and the
// two counts show the offset. So every spelling of a bound, and a first try
// before the loop, come out exactly.
func (f *finder) limit(fn *ssa.Function, loop *cycle, trials []ssa.CallInstruction, like *walk) Limit {
	best := Limit{}
	for _, t := range trials {
		call, ok := t.(*ssa.Call)
		if !ok {
			continue
		}
		l := f.limitOf(fn, loop, call, like)
		if l.Kind == attempt.Count && best.Kind == attempt.Count {
			best.Add = max(best.Add, l.Add)
			continue
		}
		if best.Kind == attempt.Unknown {
			best = l
		}
	}
	return best
}

func (f *finder) limitOf(fn *ssa.Function, loop *cycle, trial *ssa.Call, like *walk) Limit {
	in := like.world
	c := &counting{given: like.given, loop: loop, most: mostCounted, trials: map[ssa.CallInstruction]bool{trial: true}}
	for _, call := range f.before(fn, loop, trial) {
		c.trials[call] = true
	}
	c.rounds = f.nested(fn, loop, trial)
	n, capped := f.countAttempts(fn, loop, trial, in, c)
	if n == 0 && !capped {
		return Limit{} // only reached after other failures
	}
	fixed := int64(0) // what a constant allows
	if !capped && n <= mostCounted {
		fixed = int64(n)
	}
	var byName Limit
	for _, operand := range f.bounds(loop) {
		_, isConst := operand.(*ssa.Const)
		if isConst && fixed > 0 || !isConst && byName.Value != nil {
			continue
		}
		l, ok := f.dependence(fn, loop, trial, in, c, operand, n)
		switch {
		case !ok:
		case isConst:
			fixed = l.Add
		default:
			byName = l
		}
	}
	switch {
	case byName.Value != nil:
		byName.Most = fixed
		return byName
	case fixed > 0:
		return Limit{Kind: attempt.Count, Add: fixed, Step: 1}
	}
	if d, timed := f.timed(loop); timed {
		return Limit{Kind: attempt.Timed, Time: d}
	}
	if left := spent(loop); left != nil {
		return Limit{Kind: attempt.Named, Value: left, Step: 1}
	}
	if longest := outgrown(loop); longest != nil {
		return Limit{Kind: attempt.Named, Value: longest, Step: 1, Opaque: true}
	}
	if f.asks(loop) || capped && len(f.bounds(loop)) > 0 {
		return Limit{} // something else decides, or a counter that could not be followed
	}
	return Limit{Kind: attempt.Unbounded, Handed: endsWithParameter(loop)}
}

// outgrown returns the length of time at which the loop is left once what it
// adds to, or multiplies, in each round has reached it: its waits, one or all.
func outgrown(loop *cycle) ssa.Value {
	for _, cond := range loop.exits() {
		op, ok := cond.(*ssa.BinOp)
		if !ok || !isDuration(op.X.Type()) {
			continue
		}
		for _, side := range [2][2]ssa.Value{{op.X, op.Y}, {op.Y, op.X}} {
			if !counts(side[0], loop, map[ssa.Value]bool{}) {
				continue
			}
			for _, v := range invariants(side[1], loop) {
				if _, constant := v.(*ssa.Const); !constant {
					return v
				}
			}
		}
	}
	return nil
}

// spent returns the number, kept in memory, that the loop counts down and
// whose end it leaves at: what a caller or an object still allows.
func spent(loop *cycle) ssa.Value {
	for _, cond := range loop.exits() {
		op, ok := cond.(*ssa.BinOp)
		if !ok || !isInteger(op.X.Type()) {
			continue
		}
		load, ok := op.X.(*ssa.UnOp)
		if _, constant := op.Y.(*ssa.Const); ok && constant && load.Op == token.MUL && steps(load.X, loop, token.SUB) {
			return load
		}
	}
	return nil
}

// dependence puts two small numbers in the place of a limit and reads off two
// counts how the attempts depend on it. n is the count without: numbers above
// it would not show.
func (f *finder) dependence(fn *ssa.Function, loop *cycle, trial *ssa.Call, in world, c *counting, operand ssa.Value, n int) (Limit, bool) {
	lo, hi := int64(small), int64(large)
	if n <= large {
		lo, hi = 1, 2
	}
	count := func(k int64) int64 {
		c.limit = map[ssa.Value]int64{operand: k}
		a, capped := f.countAttempts(fn, loop, trial, in, c)
		if capped || a > mostCounted {
			return -1
		}
		return int64(a)
	}
	a, b := count(lo), count(hi)
	if a < 0 || b <= a {
		return Limit{}, false
	}
	return linear(operand, lo, hi, a, b)
}

// linear reads the offset and the step off two counts.
func linear(operand ssa.Value, lo, hi, a, b int64) (Limit, bool) {
	if (hi-lo)%(b-a) != 0 {
		return Limit{}, false
	}
	step := (hi - lo) / (b - a)
	add := a*step - lo
	if c, ok := operand.(*ssa.Const); ok {
		n := constAbs(c)
		if n.Kind != Int {
			return Limit{}, false
		}
		return Limit{Kind: attempt.Count, Add: (n.N + add) / step, Step: 1}, true
	}
	operand, add = offsetOf(operand, add)
	l := Limit{Kind: attempt.Named, Value: operand, Add: add, Step: step}
	if call, ok := operand.(*ssa.Call); ok {
		if b, ok := call.Call.Value.(*ssa.Builtin); ok && b.Name() == "len" {
			l.Value, l.Len = call.Call.Args[0], true
		}
	}
	return l, true
}

// offsetOf takes constants off a sum: what stays has the name.
func offsetOf(v ssa.Value, add int64) (ssa.Value, int64) {
	for {
		op, ok := v.(*ssa.BinOp)
		if !ok || op.Op != token.ADD && op.Op != token.SUB {
			return v, add
		}
		n := constAbsOf(op.Y)
		if n.Kind != Int {
			return v, add
		}
		if op.Op == token.SUB {
			n.N = -n.N
		}
		v, add = op.X, add+n.N
	}
}

// countAttempts counts how often the trial runs, at most, when it always fails.
func (f *finder) countAttempts(fn *ssa.Function, loop *cycle, trial *ssa.Call, in world, c *counting) (int, bool) {
	w := f.newWalk(fn, loop, in)
	w.trial = trial
	w.count, w.given = c, c.given
	w.run(point{block: fn.Blocks[0], st: newState()})
	if !w.came && !w.capped { // only reached after another failure, or the end of what failed before
		w = f.newWalk(fn, loop, in)
		w.trial = trial
		own := *c
		own.trials = map[ssa.CallInstruction]bool{trial: true}
		w.count, w.given = &own, c.given
		for _, pred := range loop.header.Preds {
			if !loop.blocks[pred] {
				w.run(point{block: loop.header, pred: pred, st: newState()})
			}
		}
	}
	return w.attempts, w.capped
}

// nested reports whether a call is in a loop within the given one.
func (f *finder) nested(fn *ssa.Function, loop *cycle, call *ssa.Call) bool {
	for _, c := range f.cycles(fn) {
		if c.blocks[call.Block()] && c.within(loop) {
			return true
		}
	}
	return false
}

// before lists the calls outside the loop that make the same attempt as the
// trial: of the same function, before the loop.
func (f *finder) before(fn *ssa.Function, loop *cycle, trial *ssa.Call) []*ssa.Call {
	var out []*ssa.Call
	for _, call := range calls(fn, nil) {
		if !loop.blocks[call.Block()] && call != trial && sameCall(call.Common(), trial.Common()) &&
			call.Block().Dominates(loop.header) {
			out = append(out, call)
		}
	}
	return out
}

// bounds lists the values with which the loop compares a counter: constants
// and values that the loop does not change.
func (f *finder) bounds(loop *cycle) []ssa.Value {
	var out []ssa.Value
	for _, b := range loop.header.Parent().Blocks {
		if !loop.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			op, ok := instr.(*ssa.BinOp)
			if !ok {
				continue
			}
			switch op.Op {
			case token.EQL, token.NEQ, token.LSS, token.LEQ, token.GTR, token.GEQ:
			default:
				continue
			}
			if !isInteger(op.X.Type()) {
				continue
			}
			for _, side := range [2][2]ssa.Value{{op.X, op.Y}, {op.Y, op.X}} {
				if counts(side[0], loop, map[ssa.Value]bool{}) {
					out = append(out, invariants(side[1], loop)...)
				}
			}
			if down := startOf(op, loop); down != nil { // counting down: the start is the limit
				out = append(out, down)
			}
		}
	}
	return out
}

// invariants returns v, if the loop does not change it, and the values from
// which it is computed.
func invariants(v ssa.Value, loop *cycle) []ssa.Value {
	if instr, ok := v.(ssa.Instruction); !ok || !loop.blocks[instr.Block()] {
		return []ssa.Value{v}
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL { // a field or variable read in each round
			return []ssa.Value{v}
		}
	case *ssa.Convert:
		return append([]ssa.Value{v}, invariants(v.X, loop)...)
	case *ssa.BinOp:
		if _, ok := v.Y.(*ssa.Const); ok {
			return invariants(v.X, loop)
		}
	case *ssa.Call:
		return []ssa.Value{v}
	case *ssa.Phi: // what several ways into the loop gave
		if v.Block() == loop.header && unchanged(v, loop) {
			return []ssa.Value{v}
		}
	}
	return nil
}

// unchanged reports whether a value that the loop's head takes over from each round
// is the one that it had.
func unchanged(phi *ssa.Phi, loop *cycle) bool {
	for i, e := range phi.Edges {
		if loop.blocks[phi.Block().Preds[i]] && e != ssa.Value(phi) {
			return false
		}
	}
	return true
}

// startOf returns where a counter that is compared with a constant starts, if
// that is not a constant.
func startOf(op *ssa.BinOp, loop *cycle) ssa.Value {
	for _, x := range []ssa.Value{op.X, op.Y} {
		phi, ok := x.(*ssa.Phi)
		if !ok {
			if b, isOp := x.(*ssa.BinOp); isOp {
				phi, ok = b.X.(*ssa.Phi)
			}
		}
		if !ok {
			continue
		}
		step, init := induction(phi, loop)
		if step < 0 && init != nil {
			return init
		}
	}
	return nil
}

// counts reports whether v is a counter of the loop, or computed from one.
func counts(v ssa.Value, loop *cycle, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		if b, ok := v.Type().Underlying().(*types.Basic); v.Block() == loop.header && ok && b.Info()&types.IsInteger != 0 {
			return true
		}
		if !loop.blocks[v.Block()] {
			return false
		}
		for _, e := range v.Edges {
			if counts(e, loop, seen) {
				return true
			}
		}
	case *ssa.BinOp:
		return counts(v.X, loop, seen) || counts(v.Y, loop, seen)
	case *ssa.Convert:
		return counts(v.X, loop, seen)
	case *ssa.UnOp: // a counter in memory: captured, or a field
		return v.Op == token.MUL && steps(v.X, loop, token.ADD, token.SUB)
	}
	return false
}

// steps reports whether the loop adds to the variable at addr, or takes from
// it, as ops say.
func steps(addr ssa.Value, loop *cycle, ops ...token.Token) bool {
	c := cellOf(addr)
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok || cellOf(s.Addr) != c {
				continue
			}
			if op, ok := s.Val.(*ssa.BinOp); ok && slices.Contains(ops, op.Op) {
				return true
			}
		}
	}
	return false
}

func isInteger(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsInteger != 0 && !isDuration(t)
}

func isDuration(t types.Type) bool { return isNamed(t, "time", "Duration") }
