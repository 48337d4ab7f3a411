package region

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
)

// What comes next after a failure may be up to others: a person who is asked, or
// whoever sends the next event. Then nothing is done again because it failed.

// consults reports whether a person is asked on all ways from a failure to the next
// round.
func (f *finder) consults(walks []*walk) bool {
	if len(walks) == 0 {
		return false
	}
	for _, w := range walks {
		if !slices.ContainsFunc(calls(w.fn, w.between()), func(c *ssa.Call) bool { return f.prompted(c.Common()) }) {
			return false
		}
	}
	return true
}

// driven reports whether the next round waits, on all ways from a failure to it,
// for an event that no time brings about.
func (f *finder) driven(loop *cycle, walks []*walk) bool {
	events := f.eventCases(loop)
	if len(events) == 0 {
		return false
	}
	for _, w := range walks {
		if w.home != nil || w.returnsWithout(events) {
			return false
		}
	}
	return len(walks) > 0
}

// eventCases returns the blocks of a loop that its selects lead to when something
// came over a channel that is neither a timer nor a signal to stop. A select that
// also waits for a time, or for nothing, has none.
func (f *finder) eventCases(loop *cycle) map[*ssa.BasicBlock]bool {
	events := map[*ssa.BasicBlock]bool{}
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Select)
			if !ok || !s.Blocking || slices.ContainsFunc(s.States, func(st *ssa.SelectState) bool { return isTimeChan(st.Chan.Type()) }) {
				continue
			}
			for i, st := range s.States {
				if st.Dir != types.RecvOnly || isDone(st.Chan) {
					continue
				}
				if to := ctxflow.Case(s, i); to != nil && loop.blocks[to] && len(to.Preds) == 1 {
					events[to] = true
				}
			}
		}
	}
	return events
}

// returnsWithout reports whether the walk comes from the trial back to it without
// one of the given blocks.
func (w *walk) returnsWithout(blocks map[*ssa.BasicBlock]bool) bool {
	home := w.trial.Block()
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(w.edges[home])
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[b] || blocks[b] {
			continue
		}
		if b == home {
			return true
		}
		seen[b] = true
		work = append(work, w.edges[b]...)
	}
	return false
}
