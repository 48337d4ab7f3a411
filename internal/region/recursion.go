package region

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/order"
)

// maxRing bounds the functions that call each other in turn: a retry does not
// go through more.
const maxRing = 6

// A ring is a set of functions that call each other, and the calls by which
// they do. A walk follows such a call as a jump, so that recursion is a cycle
// like any other.
type ring struct {
	fns   map[*ssa.Function]bool
	jumps map[*ssa.Call]*ssa.Function
}

// ringOf returns the functions through which fn calls itself, or nil.
func (f *finder) ringOf(fn *ssa.Function) *ring {
	reached := map[*ssa.Function]bool{}
	var order []*ssa.Function
	var visit func(g *ssa.Function)
	visit = func(g *ssa.Function) {
		for _, call := range calls(g, nil) {
			to := f.target(call.Common())
			if to == nil || reached[to] || len(reached) > 4*maxRing {
				continue
			}
			reached[to] = true
			order = append(order, to)
			if to != fn {
				visit(to)
			}
		}
	}
	visit(fn)
	if !reached[fn] {
		return nil
	}
	r := &ring{fns: map[*ssa.Function]bool{fn: true}, jumps: map[*ssa.Call]*ssa.Function{}}
	for _, g := range order {
		if g == fn || f.callsBack(g, fn, map[*ssa.Function]bool{}) {
			r.fns[g] = true
		}
	}
	if len(r.fns) > maxRing {
		return nil
	}
	for g := range r.fns {
		for _, call := range calls(g, nil) {
			if to := f.target(call.Common()); to != nil && r.fns[to] {
				r.jumps[call] = to
			}
		}
	}
	return r
}

// reentry returns the place of the first call by which the ring comes back to
// fn.
func (r *ring) reentry(fn *ssa.Function) token.Pos {
	pos := token.NoPos
	for call, to := range r.jumps {
		if to == fn && (pos == token.NoPos || call.Pos() < pos) {
			pos = call.Pos()
		}
	}
	return pos
}

// ahead reports whether a call of the ring may be made after the given one.
func (r *ring) ahead(call *ssa.Call) bool {
	for jump := range r.jumps {
		if jump.Parent() == call.Parent() && order.MayFollow(call, jump) {
			return true
		}
	}
	return false
}

func (f *finder) callsBack(g, fn *ssa.Function, seen map[*ssa.Function]bool) bool {
	if seen[g] || len(seen) > 4*maxRing {
		return false
	}
	seen[g] = true
	for _, call := range calls(g, nil) {
		if to := f.target(call.Common()); to == fn || to != nil && f.callsBack(to, fn, seen) {
			return true
		}
	}
	return false
}

// recursions returns the region of a function that calls itself because an
// operation of its own failed.
func (f *finder) recursions(fn *ssa.Function) *Region {
	r := f.ringOf(fn)
	if r == nil || !f.repeatsSame(r) {
		return nil
	}
	var region *Region
	for _, trial := range calls(fn, nil) {
		c := trial.Common()
		if r.jumps[trial] != nil || !f.operates(c) || !f.canFail(trial) || !r.ahead(trial) {
			continue
		}
		modes := f.modes(trial)
		if len(modes) == 0 {
			continue
		}
		ok := f.recurse(fn, r, trial, succeeding, nil)
		if ok == nil || ok.again {
			continue
		}
		for _, m := range modes {
			w := f.recurse(fn, r, trial, m, nil)
			if w == nil || !w.again {
				continue
			}
			if region == nil {
				region = f.recursive(fn, r, trial, w)
			} else {
				region.Trials = append(region.Trials, trial)
			}
			break
		}
	}
	return region
}

// recursive describes the region.
func (f *finder) recursive(fn *ssa.Function, r *ring, trial *ssa.Call, w *walk) *Region {
	region := &Region{
		Class: Retry, Kind: Recursion, Fn: fn, Pos: r.reentry(fn), End: r.reentry(fn), Callback: -1,
		Trials: []ssa.CallInstruction{trial},
		Limit:  f.depth(fn, r, trial, w.world),
	}
	region.tracing = &tracing{f: f, ring: r}
	var pauses []pause
	aware := false
	way := w.onWay(trial.Block(), trial.Block())
	for g := range r.fns {
		loop := &cycle{blocks: way}
		pauses = append(pauses, f.pauses(g, way, loop)...)
		aware = aware || f.looksAtCtx(g, loop)
	}
	region.waits(pauses)
	region.Ctx = triOf(f.endedBy(fn, pauses), aware)
	region.AllErrors = !w.world.answer && !w.picks(trial, way)
	region.Errors = errclass.Any
	if !region.AllErrors {
		region.Errors = 0
		for _, c := range errclass.All() {
			if cw := f.recurse(fn, r, trial, ofClass(c, statusOf(c)), nil); cw != nil && cw.again {
				region.Errors |= errclass.Of(c)
			}
		}
	}
	region.Operation, region.Reads = f.operation([]*ssa.Call{trial})
	return region
}

// recurse walks from the trial through the ring and back to it.
func (f *finder) recurse(fn *ssa.Function, r *ring, trial *ssa.Call, in world, c *counting) *walk {
	w := f.newWalk(fn, nil, in)
	w.trial, w.ring, w.count = trial, r, c
	if c != nil {
		st := newState()
		for _, p := range fn.Params {
			if n, ok := c.limit[p]; ok {
				st.set(f.ids, p, Abs{Int, n})
			}
		}
		w.count = &counting{trials: c.trials, most: c.most, rounds: c.rounds, limit: map[ssa.Value]int64{}}
		for v, n := range c.limit {
			if _, isParam := v.(*ssa.Parameter); !isParam && v != nil {
				w.count.limit[v] = n
			}
		}
		w.run(point{block: fn.Blocks[0], st: st})
	} else {
		points, ok := f.arrivals(fn, nil, trial)
		if !ok {
			return nil
		}
		for i := range points {
			w.fail(points[i].st, trial)
			points[i].failed = true
			points[i].index++
		}
		w.run(points...)
	}
	if w.capped {
		return nil
	}
	return w
}

// depth finds what bounds a recursion: a parameter that counts up to a
// constant or down to one. It counts attempts for two starts of each.
func (f *finder) depth(fn *ssa.Function, r *ring, trial *ssa.Call, in world) Limit {
	c := &counting{most: mostCounted, trials: map[ssa.CallInstruction]bool{trial: true}}
	c.rounds = slices.ContainsFunc(f.cycles(fn), func(l *cycle) bool { return l.blocks[trial.Block()] })
	count := func(p ssa.Value, n int64) int64 {
		c.limit = map[ssa.Value]int64{p: n}
		w := f.recurse(fn, r, trial, in, c)
		if w == nil || w.attempts > mostCounted {
			return -1
		}
		return int64(w.attempts)
	}
	if n := count(nil, 0); n >= 0 {
		return Limit{Kind: attempt.Count, Add: n, Step: 1}
	}
	if p, at := f.startOf(fn, r); p != nil {
		if n := count(p, at); n >= 0 {
			return Limit{Kind: attempt.Count, Add: n, Step: 1}
		}
		for _, operand := range r.fields() {
			a, b := countTwo(f, fn, r, trial, in, p, at, operand)
			if a < 0 || b <= a {
				continue
			}
			if l, ok := linear(operand, small, large, a, b); ok {
				return l
			}
		}
	}
	for _, p := range fn.Params {
		if !isInteger(p.Type()) {
			continue
		}
		for _, at := range [][2]int64{{small, large}, {0, 1}} { // counting down, and up
			a, b := count(p, at[0]), count(p, at[1])
			if a <= 0 || b <= 0 || a == b {
				continue
			}
			step := (at[1] - at[0]) / (b - a)
			if step == 0 || (at[1]-at[0])%(b-a) != 0 {
				continue
			}
			return Limit{Kind: attempt.Named, Value: p, Add: a*step - at[0], Step: step}
		}
	}
	if f.measures(r) {
		return Limit{}
	}
	return Limit{Kind: attempt.Unbounded}
}

// measures reports whether the ring, or what it asks, compares the length of
// something: of a list of the attempts so far, which may end it.
func (f *finder) measures(r *ring) bool {
	for fn := range r.fns {
		for _, call := range calls(fn, nil) {
			if comparesLength(fn) {
				return true
			}
			if to := f.target(call.Common()); to != nil && comparesLength(to) {
				return true
			}
		}
	}
	return false
}

func comparesLength(fn *ssa.Function) bool {
	for _, call := range calls(fn, nil) {
		b, ok := call.Call.Value.(*ssa.Builtin)
		if !ok || b.Name() != "len" {
			continue
		}
		for _, use := range *call.Referrers() {
			if op, ok := use.(*ssa.BinOp); ok && op.Op != token.ADD && op.Op != token.SUB {
				return true
			}
		}
	}
	return false
}

// repeatsSame reports whether each jump of the ring hands on what the function
// was handed, but for counters: then the same operation is repeated. A call
// with another name or the next node walks over something.
func (f *finder) repeatsSame(r *ring) bool {
	for call := range r.jumps {
		for _, a := range call.Call.Args {
			if !isContext(a.Type()) && !handsSame(a) {
				return false
			}
		}
	}
	return true
}

func handsSame(v ssa.Value) bool {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.FreeVar, *ssa.Global, *ssa.Function, *ssa.MakeClosure, *ssa.Alloc:
		return true
	case *ssa.Const:
		return !isString(v.Type()) // a text that is written out is another way to ask
	case *ssa.BinOp:
		return isInteger(v.Type()) || isDuration(v.Type())
	case *ssa.Extract, *ssa.Call:
		// A renewed credential or a grown list; text that is computed names
		// something else.
		b, text := v.(ssa.Value).Type().Underlying().(*types.Basic)
		return !text || b.Info()&types.IsString == 0
	case *ssa.UnOp: // a variable, or a field of the receiver
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			return !types.Identical(v.Type(), fa.X.Type()) && // not node.next
				!(isString(v.Type()) && (ofArgument(fa) || computed(fa.X))) // nor another name: that a thing has, or an answer
		}
		return true
	case *ssa.MakeInterface:
		return handsSame(v.X)
	case *ssa.ChangeType:
		return handsSame(v.X)
	case *ssa.Convert:
		return handsSame(v.X)
	case *ssa.Phi:
		return !isString(v.Type()) || !slices.ContainsFunc(v.Edges, computesText)
	case *ssa.Slice:
		return v.Low == nil && v.High == nil
	}
	return false
}

// computesText reports whether a text is what a call made of another.
func computesText(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.Call, *ssa.Extract:
		return true
	}
	return false
}

func isString(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsString != 0
}

// ofArgument reports whether a field is one of what the function is handed, not
// of its receiver.
func ofArgument(fa *ssa.FieldAddr) bool {
	base := fa.X
	if a, ok := base.(*ssa.Alloc); ok {
		base = onlyStore(a)
	}
	p, ok := base.(*ssa.Parameter)
	return ok && !(p.Parent().Signature.Recv() != nil && p == p.Parent().Params[0])
}

// computed reports whether a value is what a call returns.
func computed(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	_, ok := v.(*ssa.Call)
	return ok
}

// startOf returns the counter among the parameters of a recursion and the
// constant from which all callers outside it start.
func (f *finder) startOf(fn *ssa.Function, r *ring) (ssa.Value, int64) {
	for i, p := range fn.Params {
		if !isInteger(p.Type()) {
			continue
		}
		start, found := int64(0), 0
		for _, c := range f.callers[fn] {
			if r.jumps[c] != nil || i >= len(c.Call.Args) {
				continue
			}
			a := constAbsOf(c.Call.Args[i])
			if a.Kind != Int || found > 0 && a.N != start {
				return nil, 0
			}
			start = a.N
			found++
		}
		if found > 0 && fn.Object() != nil && !fn.Object().Exported() {
			return p, start
		}
	}
	return nil, 0
}

// fields lists the values read from memory with which the ring compares.
func (r *ring) fields() []ssa.Value {
	var out []ssa.Value
	for fn := range r.fns {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				op, ok := instr.(*ssa.BinOp)
				if !ok || !isInteger(op.X.Type()) {
					continue
				}
				for _, v := range []ssa.Value{op.X, op.Y} {
					if load, ok := v.(*ssa.UnOp); ok && load.Op == token.MUL {
						out = append(out, v)
					}
				}
			}
		}
	}
	slices.SortFunc(out, func(a, b ssa.Value) int { return cmp.Compare(a.Pos(), b.Pos()) })
	return out
}

// countTwo counts attempts for two values of a limit, from one start.
func countTwo(f *finder, fn *ssa.Function, r *ring, trial *ssa.Call, in world, p ssa.Value, at int64, limit ssa.Value) (int64, int64) {
	n := [2]int64{-1, -1}
	for i, k := range [2]int64{small, large} {
		c := &counting{most: mostCounted, trials: map[ssa.CallInstruction]bool{trial: true}, limit: map[ssa.Value]int64{p: at, limit: k}}
		if w := f.recurse(fn, r, trial, in, c); w != nil && w.attempts <= mostCounted {
			n[i] = int64(w.attempts)
		}
	}
	return n[0], n[1]
}
