package region

import (
	"cmp"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/order"
)

// maxSame bounds how many calls of one operation are compared with each other.
const maxSame = 12

// sequentials finds two straight-line sends: an operation that is done again,
// once, after it failed. loops are the regions of the function's cycles, whose
// first try before the loop is no region of its own.
func (f *finder) sequentials(fn *ssa.Function, loops []*Region) []*Region {
	byOp := map[string][]*ssa.Call{}
	var names []string
	for _, call := range calls(fn, nil) {
		c := call.Common()
		if !f.operates(c) || !f.canFail(call) || f.asksState(c) || looks(c) {
			continue
		}
		name := f.calleeName(c)
		if byOp[name] == nil {
			names = append(names, name)
		}
		byOp[name] = append(byOp[name], call)
	}
	var out []*Region
	for _, name := range names {
		same := byOp[name]
		if len(same) < 2 || len(same) > maxSame {
			continue
		}
		var redone []*Region
		for i, first := range same {
			r := f.redo(fn, first, same[i+1:], loops)
			if r == nil {
				continue
			}
			if loop := repeating(first, loops); loop != nil {
				loop.Limit.Add++ // the last attempt, after the loop
				continue
			}
			redone = append(redone, r)
		}
		out = append(out, chained(redone)...)
	}
	return out
}

// chained puts the regions together that share a send: a third one that comes
// after the second is no retry of its own, and neither is one that follows two
// others, of which only one is made. There are as many attempts as the longest
// row of sends has. The regions are in the order of their first sends.
func chained(regions []*Region) []*Region {
	longest := map[ssa.CallInstruction]int64{} // row of sends that begins here
	for _, r := range slices.Backward(regions) {
		longest[r.Trials[0]] = 1 + max(1, longest[r.Trials[1]])
	}
	var out []*Region
	for _, r := range regions {
		r.Limit.Add = longest[r.Trials[0]]
		out = slices.DeleteFunc(out, func(o *Region) bool {
			if !slices.ContainsFunc(r.Trials, func(c ssa.CallInstruction) bool { return slices.Contains(o.Trials, c) }) {
				return false
			}
			o.join(r)
			r = o
			return true
		})
		out = append(out, r)
	}
	return out
}

// join adds what another region with a send in common does.
func (r *Region) join(o *Region) {
	for _, c := range o.Trials {
		if !slices.Contains(r.Trials, c) {
			r.Trials = append(r.Trials, c)
		}
	}
	slices.SortFunc(r.Trials, func(a, b ssa.CallInstruction) int { return cmp.Compare(a.Pos(), b.Pos()) })
	r.Pos, r.End = min(r.Pos, o.Pos), max(r.End, o.End)
	r.Limit.Add = max(r.Limit.Add, o.Limit.Add)
	r.Delay = r.Delay.Join(o.Delay)
	r.Pauses = append(r.Pauses, o.Pauses...)
	if r.Ctx != o.Ctx {
		r.Ctx = Partly
	}
	r.GoesOn = r.GoesOn || o.GoesOn
	r.AllErrors = r.AllErrors || o.AllErrors
	r.Errors |= o.Errors
	r.Reads = r.Reads && o.Reads
}

// asksState reports whether a call may just ask for an error that something
// keeps, as scanners do: nothing is known of it but that it takes no argument,
// returns an error alone, and does not leave the process. Asked twice, it is no
// repeat.
func (f *finder) asksState(c *ssa.CallCommon) bool {
	return receiverOf(c) != nil && len(nonReceiverArgs(c)) == 0 && c.Signature().Results().Len() == 1 && !f.remote(c)
}

// redo returns the region that the first call makes with one of the others
// that repeats it after its failure, and only then.
func (f *finder) redo(fn *ssa.Function, first *ssa.Call, others []*ssa.Call, loops []*Region) *Region {
	candidates := map[*ssa.Call]bool{}
	for _, second := range others {
		if sameCall(first.Common(), second.Common()) && sameInputs(first, second) && !inRegion(first, second, loops) && order.MayFollow(first, second) && f.inOneRound(fn, first, second) {
			candidates[second] = true
		}
	}
	if len(candidates) == 0 {
		return nil
	}
	modes := f.modes(first)
	if len(modes) == 0 {
		return nil
	}
	ok := f.reaches(fn, first, succeeding, candidates)
	if ok == nil || !ok.left {
		return nil // a success that goes nowhere is one that must not be: what comes next goes on from the failure
	}
	for _, m := range modes {
		w := f.reaches(fn, first, m, candidates)
		if w == nil {
			continue
		}
		var second *ssa.Call
		for _, c := range others {
			if second == nil && w.reached[c] && !ok.reached[c] {
				second = c
			}
		}
		if second == nil {
			continue
		}
		r := &Region{
			Class: Retry, Kind: Sequential, Fn: fn, Pos: first.Pos(), End: second.Pos(), Callback: -1,
			Trials: []ssa.CallInstruction{first, second},
			Limit:  Limit{Kind: attempt.Count, Add: 2, Step: 1},
		}
		between := w.onWay(first.Block(), second.Block())
		pauses := f.pauses(fn, between, &cycle{blocks: between, header: first.Block()})
		r.waits(pauses)
		r.Ctx = f.ctxOf(fn, &cycle{blocks: between, header: first.Block()}, pauses)
		if len(pauses) == 0 && r.Ctx == No {
			r.Ctx = f.ctxOfSends(first, second, between)
		}
		r.AllErrors = !m.answer && !w.picks(first, between)
		r.Errors = errclass.Any
		if !r.AllErrors {
			r.Errors = f.classesReaching(fn, first, second)
			if f.amended(first, second) {
				r.Errors = refused
			}
		}
		r.Operation, r.Reads = f.operation([]*ssa.Call{first})
		return r
	}
	return nil
}

// refused are the failures by which an answer says what is wrong with a request.
var refused = errclass.Of(errclass.Validation)

// amended reports whether what the second call is handed comes from the failure of
// the first: the answer has told what to send instead.
func (f *finder) amended(first, second *ssa.Call) bool {
	seen := map[ssa.Value]bool{}
	for _, a := range nonReceiverArgs(second.Common()) {
		parts := []ssa.Value{a}
		if load, ok := a.(*ssa.UnOp); ok {
			parts = append(parts, partsOf(load.X)...)
		}
		for _, p := range parts {
			if f.dependsOn(p, first, seen) || f.foundIn(p, first) {
				return true
			}
		}
	}
	return false
}

// foundIn reports whether a value is read from a part of the failure of a call that
// errors.As has found.
func (f *finder) foundIn(v ssa.Value, first *ssa.Call) bool {
	load, ok := v.(*ssa.UnOp)
	if !ok {
		return false
	}
	target := load.X
	if part, ok := target.(*ssa.FieldAddr); ok {
		target = part.X
	}
	if target.Referrers() == nil {
		return false
	}
	for _, r := range *target.Referrers() {
		m, ok := r.(*ssa.MakeInterface)
		if !ok {
			continue
		}
		for _, use := range *m.Referrers() {
			call, ok := use.(*ssa.Call)
			if !ok {
				continue
			}
			if fn := calledFunc(call.Common()); fn != nil && fn.FullName() == "errors.As" && f.dependsOn(call.Call.Args[0], first, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// inOneRound reports whether the second call may follow the first within one
// round of each loop around them: what the next round does is the loop's.
func (f *finder) inOneRound(fn *ssa.Function, first, second *ssa.Call) bool {
	for _, loop := range f.cycles(fn) {
		if !loop.blocks[first.Block()] || !loop.blocks[second.Block()] {
			continue
		}
		if first.Block() == second.Block() && order.Precedes(first, second) {
			continue
		}
		if second.Block() == loop.header || !leadsWithin(first.Block(), second.Block(), loop) {
			return false
		}
	}
	return true
}

// leadsWithin reports whether there is a way from the end of a block to the
// start of another that does not begin another round of a loop.
func leadsWithin(from, to *ssa.BasicBlock, loop *cycle) bool {
	seen := map[*ssa.BasicBlock]bool{loop.header: true}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to && b != loop.header {
			return true
		}
		if !seen[b] && loop.blocks[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// ctxOfSends says whether two sends without a wait between them end with a
// context: by what they are handed, or by what is done between them.
func (f *finder) ctxOfSends(first, second *ssa.Call, between map[*ssa.BasicBlock]bool) Tri {
	if withEnd([]ssa.CallInstruction{first}) && withEnd([]ssa.CallInstruction{second}) {
		return Yes
	}
	for _, call := range calls(first.Parent(), between) {
		if f.operates(call.Common()) && withEnd([]ssa.CallInstruction{call}) {
			return Partly
		}
	}
	return No
}

// inRegion reports whether the second call is repeated by a loop already, with
// the first one before it or inside.
func inRegion(first, second *ssa.Call, loops []*Region) bool {
	for _, r := range loops {
		if r.Class == Retry && r.Body[second.Block()] && !r.Body[first.Block()] {
			return true
		}
	}
	return false
}

// repeating returns the loop that repeats a call, nil for none.
func repeating(call *ssa.Call, loops []*Region) *Region {
	for _, r := range loops {
		if r.Class == Retry && slices.Contains(r.Trials, ssa.CallInstruction(call)) {
			return r
		}
	}
	return nil
}

// reaches walks on from the first call, and watches for the others.
func (f *finder) reaches(fn *ssa.Function, first *ssa.Call, in world, seconds map[*ssa.Call]bool) *walk {
	points, ok := f.arrivals(fn, nil, first)
	if !ok {
		return nil
	}
	w := f.newWalk(fn, nil, in)
	w.trial, w.watch, w.reached = first, seconds, map[*ssa.Call]bool{}
	for i := range points {
		w.fail(points[i].st, first)
		points[i].failed = true
		points[i].index++
	}
	w.run(points...)
	if w.capped {
		return nil
	}
	return w
}

// classesReaching returns the classes of failure after which the second call
// is made.
func (f *finder) classesReaching(fn *ssa.Function, first, second *ssa.Call) errclass.Set {
	var s errclass.Set
	for _, c := range errclass.All() {
		w := f.reaches(fn, first, ofClass(c, statusOf(c)), map[*ssa.Call]bool{second: true})
		if w != nil && w.reached[second] {
			s |= errclass.Of(c)
		}
	}
	return s
}

// onWay returns the blocks that the walk took between two blocks.
func (w *walk) onWay(from, to *ssa.BasicBlock) map[*ssa.BasicBlock]bool {
	ahead := reach(from, w.edges)
	behind := reach(to, w.backEdges())
	out := map[*ssa.BasicBlock]bool{from: true, to: true}
	for b := range ahead {
		if behind[b] {
			out[b] = true
		}
	}
	return out
}

func (w *walk) backEdges() map[*ssa.BasicBlock][]*ssa.BasicBlock {
	back := map[*ssa.BasicBlock][]*ssa.BasicBlock{}
	for from, tos := range w.edges {
		for _, to := range tos {
			back[to] = append(back[to], from)
		}
	}
	return back
}

// picks reports whether, on the way from a failure to the second call, a
// condition over the failure chooses: it was taken both ways, and one of them
// leads off.
func (w *walk) picks(first *ssa.Call, way map[*ssa.BasicBlock]bool) bool {
	for instr, sides := range w.tests {
		b := instr.Block()
		if !way[b] || !sides[0] || !sides[1] || way[b.Succs[0]] && way[b.Succs[1]] {
			continue
		}
		if w.f.dependsOn(instr.Cond, first, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}
