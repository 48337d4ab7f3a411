package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// A loop that opens something and then works with it, in a loop inside, for as
// long as that lasts, is not left when all goes well: it begins anew whenever the
// work ends. That a signal to stop can leave it as well says nothing of success.

// settles reports whether a walk comes to a loop inside its own that runs
// operations, and leaves only where a signal to stop was received.
func (w *walk) settles() bool {
	stops := w.f.stopCases(w.loop)
	if len(stops) == 0 {
		return false
	}
	for from, next := range w.edges {
		for _, to := range next {
			if w.loop.blocks[from] && !w.loop.blocks[to] && !stops[to] && !panics(to) {
				return false
			}
		}
	}
	for _, inner := range w.f.cycles(w.fn) {
		if inner != w.loop && inner.within(w.loop) && len(w.edges[inner.header]) > 0 && w.f.works(w.fn, inner) {
			return true
		}
	}
	return false
}

// stopCases returns the blocks outside a loop that its selects lead to when a
// context has ended or a signal to stop came, and where it goes when a function
// that waits for a time says that its context has ended.
func (f *finder) stopCases(loop *cycle) map[*ssa.BasicBlock]bool {
	stops := map[*ssa.BasicBlock]bool{}
	for b, cond := range loop.exits() {
		if not, ok := cond.(*ssa.UnOp); ok && not.Op == token.NOT {
			cond = not.X
		}
		call, ok := cond.(*ssa.Call)
		if !ok || !handedContext(call.Common()) || f.operates(call.Common()) {
			continue
		}
		for _, to := range b.Succs {
			if !loop.blocks[to] {
				stops[to] = true
			}
		}
	}
	for ch, to := range loop.received() {
		if isDone(ch) || isStop(ch) {
			stops[to] = true
		}
	}
	return stops
}

// panics reports whether a block does nothing else, as the one does to which a
// select leads that matched no case.
func panics(b *ssa.BasicBlock) bool {
	_, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Panic)
	return ok
}

// works reports whether a loop runs an operation.
func (f *finder) works(fn *ssa.Function, loop *cycle) bool {
	for _, call := range calls(fn, loop.blocks) {
		if f.operates(call.Common()) {
			return true
		}
	}
	return false
}
