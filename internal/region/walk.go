package region

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// maxSteps bounds the blocks that one walk visits. A walk that reaches it
// proves nothing; the finder counts it in [Found.Capped].
const maxSteps = 5000

// A walk follows the control flow of one function in one world.
type walk struct {
	f     *finder
	fn    *ssa.Function
	world world
	// loop is the cycle that is examined, nil to follow the whole function.
	loop *cycle
	// trial is the call that fails; nil when all succeed.
	trial ssa.CallInstruction
	// count makes the walk count attempts instead of stopping at the second.
	count *counting
	depth int // of inlined calls
	// watch is a second call of the same operation, and ring the recursion,
	// when the walk is about these.
	given    []Abs // what the trial returns, when the walk is about that
	looped   bool  // took the loop's back edge
	fallback bool  // the trial is only reached after another failure
	watch    map[*ssa.Call]bool
	ring     *ring
	assumed  map[ssa.Value]Abs
	tracer   *tracer // when the walk remembers what happens on its ways

	seen   map[visit]bool
	steps  int
	capped bool
	over   bool // more attempts than are counted
	came   bool // to the trial itself, when counting

	// What the walk found.
	reached  map[*ssa.Call]bool    // watched calls that were made after the failure
	again    bool                  // crossed the loop's back edge and came to the trial again
	home     *ssa.BasicBlock       // where it came to: for a fallback, to what failed before it
	left     bool                  // left the loop or the function
	returns  []Abs                 // joined over all returns
	ends     []end                 // of an entered call
	exits    [][]Abs               // the results of each return
	cells    map[ssa.Value]Abs     // joined final contents of captured variables
	arrived  map[*ssa.Call][]point // when set: the states in which calls are reached
	edges    map[*ssa.BasicBlock][]*ssa.BasicBlock
	tests    map[*ssa.If][2]bool // which sides of the conditions were taken
	attempts int                 // largest count, when counting
}

// A point is a place in a walk, before an instruction is run.
type point struct {
	block   *ssa.BasicBlock
	index   int
	pred    *ssa.BasicBlock
	st      *state
	crossed bool // the loop's back edge was taken
	failed  bool // the trial has failed
	count   int  // attempts made
	trail   trail
	// fallback says that the trial is only reached after another failure.
	fallback bool
}

type visit struct {
	block   *ssa.BasicBlock
	index   int
	pred    *ssa.BasicBlock
	hash    uint64
	crossed bool
	failed  bool
	count   int
	trail   trail
}

func (f *finder) newWalk(fn *ssa.Function, loop *cycle, w world) *walk {
	return &walk{
		f: f, fn: fn, loop: loop, world: w,
		seen:  map[visit]bool{},
		edges: map[*ssa.BasicBlock][]*ssa.BasicBlock{},
		tests: map[*ssa.If][2]bool{},
	}
}

// run follows all ways from the given points.
func (w *walk) run(from ...point) {
	work := make([]point, len(from))
	for i, p := range from {
		work[i] = p
		work[i].st = p.st.clone() // a walk changes its states in place
	}
	for len(work) > 0 && !w.over {
		p := work[len(work)-1]
		work = work[:len(work)-1]
		key := visit{p.block, p.index, p.pred, p.st.hash, p.crossed, p.failed, p.count, p.trail.key()}
		if w.seen[key] {
			continue
		}
		w.seen[key] = true
		if w.steps++; w.steps > maxSteps {
			w.capped = true
			w.f.found.Capped++
			return
		}
		work = w.block(work, p)
	}
}

// block runs the instructions of a block and adds to work where the walk goes on.
func (w *walk) block(work []point, p point) []point {
	st := p.st
	if w.tracer != nil {
		w.world = w.tracer.worldOf(p)
	}
	if p.index == 0 {
		w.phis(p, st)
	}
	for i := p.index; i < len(p.block.Instrs); i++ {
		switch instr := p.block.Instrs[i].(type) {
		case *ssa.Phi:
		case *ssa.If:
			return w.branch(work, p, st, instr)
		case *ssa.Jump:
			return w.next(work, p, p.block.Succs[0], st)
		case *ssa.Return:
			w.exit(p, st, instr)
			return work
		case *ssa.Panic:
			return work // neither success nor a repeat
		case ssa.CallInstruction:
			call, plain := instr.(*ssa.Call)
			if !plain {
				continue // deferred and concurrent calls happen elsewhere
			}
			if w.f.noReturn(instr.Common()) {
				return work
			}
			if w.stopsAt(&p, i, st, instr) {
				return work
			}
			if w.tracer != nil {
				w.notice(&p, st, call)
			}
			if w.watch[call] && p.failed {
				w.reached[call] = true
				return work
			}
			if to := w.jump(call); to != nil {
				return w.enter(work, p, st, call, to)
			}
			if w.count != nil && w.count.trials[call] || w.trial == instr && p.failed {
				w.fail(st, call) // again: what fails keeps failing
				continue
			}
			if fn := w.enters(call); fn != nil {
				return w.through(work, p, i, st, call, fn)
			}
			w.call(st, call)
		default:
			if w.tracer != nil {
				w.noticeOther(&p, st, instr)
			}
			w.eval(st, instr)
		}
	}
	return work
}

// jump returns the function that a recursive call enters.
func (w *walk) jump(call *ssa.Call) *ssa.Function {
	if w.ring == nil {
		return nil
	}
	return w.ring.jumps[call]
}

// enter follows a recursive call as a jump to the function's start.
func (w *walk) enter(work []point, p point, st *state, call *ssa.Call, to *ssa.Function) []point {
	next := &state{mem: slices.Clone(st.mem)}
	for _, k := range next.mem {
		next.hash ^= mix(k.id, k.abs)
	}
	for i, param := range to.Params {
		a := top
		if i < len(call.Call.Args) {
			a = w.value(st, call.Call.Args[i])
			if w.tracer != nil && p.failed && (isName(param.Type()) || isParts(param.Type())) && w.tainted(call.Call.Args[i]) {
				p.trail.repair = true // it goes where it was sent
			}
		}
		next.set(w.f.ids, param, a)
	}
	for i, fv := range to.FreeVars { // a closure sees what its maker's variables hold
		addr := closureBinding(call.Call.Value, to, i, p.block.Parent())
		if addr == nil {
			continue
		}
		if a, ok := st.mem.at(cellOf(addr)); ok {
			next.store(w.f.ids, cell{root: fv}, a)
		}
	}
	if !slices.Contains(w.edges[p.block], to.Blocks[0]) {
		w.edges[p.block] = append(w.edges[p.block], to.Blocks[0])
	}
	return append(work, point{block: to.Blocks[0], st: next, crossed: true, failed: p.failed, count: p.count, trail: p.trail})
}

// stopsAt handles the arrival at the trial and reports whether the way ends.
func (w *walk) stopsAt(p *point, i int, st *state, call ssa.CallInstruction) bool {
	if w.tracer != nil {
		return call == w.trial && w.comesBack(p)
	}
	if w.count != nil {
		if w.count.trials[call] {
			if w.count.rounds && p.failed && !p.crossed {
				return false
			}
			p.crossed = p.crossed && !w.count.rounds
			p.count++
			p.failed = true
			w.came = w.came || call == w.trial
			w.attempts = max(w.attempts, p.count)
			w.over = p.count > w.count.most
			return w.over
		}
		return false
	}
	if c, ok := call.(*ssa.Call); ok && w.arrived != nil && !p.crossed && len(w.arrived[c]) < maxArrivals {
		w.arrived[c] = append(w.arrived[c], point{block: p.block, index: i, pred: p.pred, st: st.clone()})
	}
	if w.fallback && p.failed && p.crossed && w.f.operates(call.Common()) {
		w.again, w.home = true, p.block // back to the operation whose failure led here
		return true
	}
	if call != w.trial || !p.failed || w.loop == nil && w.ring == nil {
		return false
	}
	w.again = w.again || p.crossed
	return true
}

// branch takes the sides of a condition that can be true.
func (w *walk) branch(work []point, p point, st *state, instr *ssa.If) []point {
	cond := w.value(st, instr.Cond)
	if w.tracer != nil {
		w.decides(&p, instr, cond)
	}
	sides := w.tests[instr]
	if !cond.isFalse() {
		sides[0] = true
		yes := st
		if !cond.isTrue() {
			yes = st.clone()
			w.assume(yes, instr.Cond, true)
		}
		work = w.next(work, p, p.block.Succs[0], yes)
	}
	if !cond.isTrue() {
		sides[1] = true
		if !cond.isFalse() {
			w.assume(st, instr.Cond, false)
		}
		work = w.next(work, p, p.block.Succs[1], st)
	}
	w.tests[instr] = sides
	return work
}

// next moves on to a successor, watching the edges of the loop.
func (w *walk) next(work []point, p point, to *ssa.BasicBlock, st *state) []point {
	if !slices.Contains(w.edges[p.block], to) {
		w.edges[p.block] = append(w.edges[p.block], to)
	}
	w.f.live(p.block.Parent()).prune(st, p.block, to)
	q := point{block: to, pred: p.block, st: st, crossed: p.crossed, failed: p.failed, count: p.count, trail: p.trail}
	if w.loop != nil {
		if !w.loop.blocks[to] && (!w.exact() || w.loop.blocks[p.block]) {
			w.left = true
			return work
		}
		if to == w.loop.header && w.loop.blocks[p.block] {
			if p.crossed && w.count == nil {
				return work // a third round would only repeat the second
			}
			q.crossed = true
			w.looped = true
			if w.tracer != nil && p.failed && w.depth == 0 && w.changesInput(p.block) {
				q.trail.repair = true
			}
		}
	}
	return append(work, q)
}

// exit records a return of the function.
func (w *walk) exit(p point, st *state, ret *ssa.Return) {
	w.left = true
	results := make([]Abs, len(ret.Results))
	for i, r := range ret.Results {
		results[i] = w.value(st, r)
	}
	w.returns = joinAll(w.returns, results)
	w.exits = append(w.exits, results)
	if w.depth > 0 && w.exact() {
		w.ends = append(w.ends, end{results, st.mem, ret.Results, p.trail})
	}
	if w.tracer != nil {
		w.returnsFrom(p, results, ret)
	}
	if len(results) == 0 {
		w.returns = []Abs{}
	}
	cells := map[ssa.Value]Abs{}
	for _, v := range w.fn.FreeVars {
		if a, ok := st.mem.at(cell{root: v}); ok {
			cells[v] = a
		}
	}
	if w.cells == nil {
		w.cells = cells
		return
	}
	for v, a := range w.cells {
		if cells[v] != a {
			w.cells[v] = join(a, cells[v])
		}
	}
}

// phis evaluates the phis of a block in parallel, for the edge that was taken.
func (w *walk) phis(p point, st *state) {
	edge := -1
	for i, pred := range p.block.Preds {
		if pred == p.pred {
			edge = i
		}
	}
	var phis []*ssa.Phi
	var vals []Abs
	for _, instr := range p.block.Instrs {
		phi, ok := instr.(*ssa.Phi)
		if !ok {
			break
		}
		a := top
		if edge >= 0 {
			a = w.value(p.st, phi.Edges[edge])
		}
		if a.numeric() && w.widens(p, phi) {
			a = top
		}
		phis, vals = append(phis, phi), append(vals, a)
	}
	for i, phi := range phis {
		st.set(w.f.ids, phi, vals[i])
	}
}

// widens reports whether a number must be forgotten at a loop head, so that
// walks end: unless attempts are counted, no counter is followed round a loop.
func (w *walk) widens(p point, phi *ssa.Phi) bool {
	c := w.f.cycleAt(w.fn, p.block)
	if c == nil || !c.blocks[p.pred] {
		return false
	}
	if w.tracer != nil {
		return c != w.loop
	}
	return w.count == nil || !w.count.follows(c)
}

// exact reports whether the walk keeps numbers and memory as they are, not
// only what decides between success and failure.
func (w *walk) exact() bool { return w.count != nil || w.tracer != nil }
