package region

import "golang.org/x/tools/go/ssa"

// Exits returns the blocks from which a loop is left: done when the operation
// has succeeded, failed when it gives up. Both are nil for what is no loop that
// retries.
func (r *Region) Exits() (done, failed map[*ssa.BasicBlock]bool) {
	if r.tracing == nil || r.tracing.loop == nil {
		return nil, nil
	}
	f, loop := r.tracing.f, r.tracing.loop
	f.mu.Lock()
	defer f.mu.Unlock()
	done, failed = map[*ssa.BasicBlock]bool{}, map[*ssa.BasicBlock]bool{}
	for _, t := range r.Trials {
		call, ok := t.(*ssa.Call)
		if !ok {
			continue
		}
		if w := f.failAt(r.Fn, loop, call, succeeding); w != nil && !w.capped {
			w.leaving(done)
		}
		for _, m := range f.modes(call) {
			if w := f.failAt(r.Fn, loop, call, m); w != nil && !w.capped {
				w.leaving(failed)
			}
		}
	}
	return done, failed
}

// leaving adds the blocks of the loop from which the walk left it.
func (w *walk) leaving(to map[*ssa.BasicBlock]bool) {
	for from, next := range w.edges {
		for _, b := range next {
			if w.loop.blocks[from] && !w.loop.blocks[b] {
				to[from] = true
			}
		}
	}
}
