package region

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// mayFollow reports whether b may run after a. Both are instructions of one
// function.
func mayFollow(a, b ssa.Instruction) bool {
	return a.Block() == b.Block() && precedes(a, b) || leadsTo(a.Block(), b.Block())
}

// leadsTo reports whether there is a way from the end of a block to the start of
// another.
func leadsTo(from, to *ssa.BasicBlock) bool {
	seen := map[*ssa.BasicBlock]bool{}
	work := slices.Clone(from.Succs)
	for len(work) > 0 {
		b := work[len(work)-1]
		work = work[:len(work)-1]
		if b == to {
			return true
		}
		if !seen[b] {
			seen[b] = true
			work = append(work, b.Succs...)
		}
	}
	return false
}

// precedes reports whether a runs before b on all ways to b.
func precedes(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	for _, instr := range a.Block().Instrs {
		switch instr {
		case a:
			return true
		case b:
			return false
		}
	}
	return false
}
