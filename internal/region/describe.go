package region

import (
	"cmp"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// describe fills in what is known of a cycle: its limit, waits, context and
// errors. walks are the failing worlds that come back to a trial.
func (f *finder) describe(r *Region, loop *cycle, ops []*ssa.Call, walks []*walk) {
	waiting := loop.blocks
	if len(walks) > 0 {
		waiting = map[*ssa.BasicBlock]bool{}
		for _, w := range walks {
			for b := range w.between() {
				waiting[b] = true
			}
		}
	}
	pauses := f.pauses(r.Fn, waiting, loop)
	r.waits(pauses)
	if len(walks) > 0 {
		r.Delay = f.delayBetween(r.Fn, pauses, waiting, r.Trials)
	}
	r.Ctx = f.ctxOf(r.Fn, loop, pauses)
	if r.Ctx == Yes && len(walks) > 0 && goesOnAfterDone(pauses, waiting) && !asksCtx(loop) {
		r.Ctx, r.GoesOn = Partly, true
	}
	if k := knownIterator(loop); k != nil {
		f.takeKnown(r, loop, k, pauses)
	}
	if r.Kind == Loop && len(r.Trials) > 0 && ticksOnly(pauses) {
		r.Kind = Timer
	}
	target := ops
	if len(r.Trials) > 0 {
		target = nil
		for _, t := range r.Trials {
			target = append(target, t.(*ssa.Call))
		}
	}
	r.Operation, r.Reads = f.operation(target)
	if len(walks) == 0 {
		return
	}
	r.Limit = f.limit(r.Fn, loop, r.Trials, walks[0])
	if r.Class == Failover && r.Limit.Kind == attempt.Unbounded {
		r.Limit = Limit{} // the things it goes through come to an end
	}
	r.AllErrors, r.Errors = f.errorsOf(r.Fn, loop, walks)
}

// knownIterator returns the helper of a library that the loop asks whether to
// go on.
func knownIterator(loop *cycle) *known.Func {
	for _, call := range calls(loop.header.Parent(), loop.blocks) {
		if isIterator(call.Common()) {
			return known.Lookup(calledFunc(call.Common()))
		}
	}
	return nil
}

// takeKnown fills in what the record of an iterator says of the loop.
func (f *finder) takeKnown(r *Region, loop *cycle, k *known.Func, pauses []pause) {
	if r.Delay.Growth == attempt.UnknownGrowth || len(pauses) == 0 {
		r.Delay = k.Record.Delay
	}
	if k.CtxLoop == "yes" && (k.CtxWait == "yes" || len(pauses) == 0) {
		r.Ctx = Yes
	}
	if held := f.heldContext(loop); held != nil && endless(held) {
		r.Ctx = No
		if withEnd(r.Trials) {
			r.Ctx = Partly
		}
	}
}

// waits notes how a region waits.
func (r *Region) waits(pauses []pause) {
	r.Delay = delayOver(pauses)
	for _, p := range pauses {
		r.Pauses = append(r.Pauses, Pause{Instr: p.instr, Duration: p.duration, Exact: p.exact, Ctx: p.ctx, Ticks: p.ticks, Works: p.works})
	}
	slices.SortStableFunc(r.Pauses, func(a, b Pause) int { return cmp.Compare(a.Instr.Pos(), b.Instr.Pos()) })
}

// delayOver sums up the waits on the way from a failure to the next attempt.
func delayOver(pauses []pause) attempt.Delay {
	if len(pauses) == 0 {
		return attempt.Delay{Growth: attempt.NoDelay}
	}
	d := pauses[0].delay
	for _, p := range pauses[1:] {
		d = d.Join(p.delay)
	}
	return d
}

func ticksOnly(pauses []pause) bool {
	for _, p := range pauses {
		if !p.ticks {
			return false
		}
	}
	return len(pauses) > 0
}

// between returns the blocks on the ways from the trial's failure to the next
// attempt.
func (w *walk) between() map[*ssa.BasicBlock]bool {
	if w.home != nil {
		return w.onWay(w.trial.Block(), w.home)
	}
	return w.onWay(w.trial.Block(), w.trial.Block())
}

// reach returns the blocks that edges lead to from start.
func reach(start *ssa.BasicBlock, edges map[*ssa.BasicBlock][]*ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := []*ssa.BasicBlock{start}
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		for _, to := range edges[b] {
			if !seen[to] {
				seen[to] = true
				work = append(work, to)
			}
		}
	}
	return seen
}

// errorsOf says whether a predicate chooses which failures are repeated, and
// which classes it lets through.
func (f *finder) errorsOf(fn *ssa.Function, loop *cycle, walks []*walk) (all bool, classes errclass.Set) {
	all = true
	for _, w := range walks {
		if w.world.blamed || w.world.answer && !f.everyAnswer(fn, loop, w.trial.(*ssa.Call)) || !w.world.answer && f.chooses(fn, loop, w) {
			all = false
		}
	}
	if all && !answers(walks) {
		return true, errclass.Any
	}
	for _, w := range walks {
		trial := w.trial.(*ssa.Call)
		if w.world.answer {
			if c, ok := known.HTTPStatus(w.world.status); ok {
				classes |= errclass.Of(c)
			}
			continue
		}
		if w.world.blamed {
			continue // what other operations give up with is an error
		}
		if w.world.quiet {
			classes = errclass.Any
			continue
		}
		for _, c := range errclass.All() {
			if answers(walks) && !transport.Has(c) {
				continue
			}
			cw := f.failAt(fn, loop, trial, ofClass(c, statusOf(c)))
			if cw != nil && (cw.again || cw.capped) {
				classes |= errclass.Of(c)
			}
		}
		for _, m := range f.modes(trial) { // and what it answers with
			if m.answer {
				if aw := f.failAt(fn, loop, trial, m); aw != nil && aw.again {
					c, _ := known.HTTPStatus(m.status)
					classes |= errclass.Of(c)
				}
			}
		}
	}
	return all, classes
}

// transport holds the classes of the error that comes with an HTTP response:
// what the server answers is in the response.
var transport = errclass.Of(errclass.Connection, errclass.Timeout, errclass.Canceled, errclass.Other)

// answers reports whether a trial returns an HTTP response beside its error.
func answers(walks []*walk) bool {
	for _, w := range walks {
		for _, t := range resultTypes(w.trial.Common()) {
			if isResponse(t) {
				return true
			}
		}
	}
	return false
}

// everyAnswer reports whether each status but 200 is certain to lead to another
// attempt: no condition of which nothing is known chooses among them.
func (f *finder) everyAnswer(fn *ssa.Function, loop *cycle, trial *ssa.Call) bool {
	for _, status := range samples {
		if w := f.failAt(fn, loop, trial, answering(status)); w == nil || !w.again || f.chooses(fn, loop, w) {
			return false
		}
	}
	return true
}

// chooses reports whether a condition over the failure decides between another
// attempt and giving up.
func (f *finder) chooses(fn *ssa.Function, loop *cycle, w *walk) bool {
	end := w.trial.Block()
	if w.home != nil {
		end = w.home
	}
	home := reach(end, w.backEdges())
	ahead := reach(w.trial.Block(), w.edges)
	for _, b := range fn.Blocks {
		if !loop.blocks[b] || b != w.trial.Block() && !ahead[b] {
			continue
		}
		instr, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If)
		if !ok {
			continue
		}
		sides := w.tests[instr]
		if !sides[0] || !sides[1] {
			continue
		}
		if w.loop == loop && w.unmoved(instr.Cond) {
			continue
		}
		// One side goes on, the other never comes back.
		if leads(b.Succs[0], end, home, loop) == leads(b.Succs[1], end, home, loop) {
			continue
		}
		trial := w.trial.(*ssa.Call)
		if w.f.dependsOn(instr.Cond, trial, map[ssa.Value]bool{}) || readsBack(instr.Cond, trial, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// leads reports whether a block that the walk visited comes back to where the
// next attempt starts.
func leads(b, end *ssa.BasicBlock, home map[*ssa.BasicBlock]bool, loop *cycle) bool {
	return loop.blocks[b] && (home[b] || b == end)
}

// dependsOn reports whether a value is computed from the results of the call.
func (f *finder) dependsOn(v ssa.Value, call *ssa.Call, seen map[ssa.Value]bool) bool {
	if v == ssa.Value(call) {
		return true
	}
	if seen[v] || len(seen) > 400 {
		return false
	}
	seen[v] = true
	if load, ok := v.(*ssa.UnOp); ok {
		for _, s := range f.storesInto(call.Parent(), load.X) {
			if f.dependsOn(s.Val, call, seen) {
				return true
			}
		}
	}
	if a, ok := v.(*ssa.Alloc); ok { // the target of errors.As, a variadic slice
		for _, s := range storesTo(a) {
			if f.dependsOn(s.Val, call, seen) {
				return true
			}
		}
	}
	instr, ok := v.(ssa.Instruction)
	if !ok || instr.Parent() != call.Parent() {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && f.dependsOn(*op, call, seen) {
			return true
		}
	}
	return false
}

// operation names what is repeated, and says whether it only reads.
func (f *finder) operation(ops []*ssa.Call) (name string, reads bool) {
	reads = len(ops) > 0
	for i, op := range ops {
		if i == 0 {
			name = f.calleeName(op.Common())
		}
		reads = reads && f.reads(op.Common())
	}
	return name, reads
}

// reads reports whether an operation is known to change nothing.
func (f *finder) reads(c *ssa.CallCommon) bool {
	if fn := calledFunc(c); fn != nil {
		if k := known.Op(fn); k != nil {
			return k.Effect == known.Reads
		}
	}
	b := f.behaviorOf(c)
	return b != nil && b.Operates && !b.Writes
}

// calleeName prints what a call runs.
func (f *finder) calleeName(c *ssa.CallCommon) string {
	if fn := calledFunc(c); fn != nil {
		return fn.FullName()
	}
	if fn := f.target(c); fn != nil {
		return fn.RelString(nil)
	}
	switch v := c.Value.(type) {
	case *ssa.Parameter:
		return v.Name()
	case *ssa.FreeVar:
		return v.Name()
	case *ssa.UnOp:
		if fa, ok := v.X.(*ssa.FieldAddr); ok {
			if st, ok := deref(fa.X.Type()).Underlying().(*types.Struct); ok {
				return st.Field(fa.Field).Name()
			}
		}
	}
	return "func value"
}
