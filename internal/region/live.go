package region

import (
	"math/bits"

	"golang.org/x/tools/go/ssa"
)

// A liveness says which values of a function can still be read at the start of
// each block, and which cells of memory are read at all. Walks forget the
// rest: ways that differ only in what nobody reads any more are one way.
type liveness struct {
	index map[ssa.Value]int
	in    map[*ssa.BasicBlock]bitset
	loads map[cell]bool
}

type bitset []uint64

func (b bitset) has(i int) bool { return b[i/64]&(1<<(i%64)) != 0 }
func (b bitset) add(i int)      { b[i/64] |= 1 << (i % 64) }

// merge adds all of o and reports whether that changed b.
func (b bitset) merge(o bitset) bool {
	changed := false
	for i, w := range o {
		if bits.OnesCount64(w&^b[i]) > 0 {
			b[i] |= w
			changed = true
		}
	}
	return changed
}

// live computes the liveness of a function, once.
func (f *finder) live(fn *ssa.Function) *liveness {
	if l, ok := f.lives[fn]; ok {
		return l
	}
	l := &liveness{index: map[ssa.Value]int{}, in: map[*ssa.BasicBlock]bitset{}, loads: map[cell]bool{}}
	f.lives[fn] = l
	for _, p := range fn.Params {
		l.index[p] = len(l.index)
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if v, ok := instr.(ssa.Value); ok {
				l.index[v] = len(l.index)
			}
			if u, ok := instr.(*ssa.UnOp); ok {
				l.loads[cellOf(u.X)] = true
			}
		}
	}
	size := (len(l.index) + 63) / 64
	uses := map[*ssa.BasicBlock]bitset{} // read before it is defined here
	defs := map[*ssa.BasicBlock]bitset{}
	var room [8]*ssa.Value
	for _, b := range fn.Blocks {
		l.in[b], uses[b], defs[b] = make(bitset, size), make(bitset, size), make(bitset, size)
		for _, instr := range b.Instrs {
			if _, phi := instr.(*ssa.Phi); !phi {
				for _, op := range instr.Operands(room[:0]) {
					if i, ok := l.index[*op]; ok && !defs[b].has(i) {
						uses[b].add(i)
					}
				}
			}
			if v, ok := instr.(ssa.Value); ok {
				defs[b].add(l.index[v])
			}
		}
		l.in[b].merge(uses[b])
	}
	for changed := true; changed; {
		changed = false
		for i := len(fn.Blocks) - 1; i >= 0; i-- {
			b := fn.Blocks[i]
			out := make(bitset, size)
			for _, s := range b.Succs {
				out.merge(l.in[s])
				l.phiUses(b, s, out)
			}
			for j := range out {
				out[j] &^= defs[b][j]
			}
			if l.in[b].merge(out) {
				changed = true
			}
		}
	}
	return l
}

// phiUses adds what the phis of a block read when control comes from pred.
func (l *liveness) phiUses(pred, b *ssa.BasicBlock, out bitset) {
	for edge, p := range b.Preds {
		if p != pred {
			continue
		}
		for _, instr := range b.Instrs {
			phi, ok := instr.(*ssa.Phi)
			if !ok {
				break
			}
			if i, ok := l.index[phi.Edges[edge]]; ok {
				out.add(i)
			}
		}
	}
}

// prune forgets the values that are dead on the edge between two blocks.
func (l *liveness) prune(st *state, from, to *ssa.BasicBlock) {
	var phis bitset
	in := l.in[to]
	st.keep(func(v ssa.Value) bool {
		i, ok := l.index[v]
		if !ok || in.has(i) {
			return ok
		}
		if phis == nil {
			phis = make(bitset, len(in))
			l.phiUses(from, to, phis)
		}
		return phis.has(i)
	})
}
