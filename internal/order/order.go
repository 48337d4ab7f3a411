// Package order says which instruction of a function may run after which.
package order

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// Precedes reports whether a runs before b on all ways to b. Both are
// instructions of one function.
func Precedes(a, b ssa.Instruction) bool {
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

// MayFollow reports whether b may run after a. Both are instructions of one
// function.
func MayFollow(a, b ssa.Instruction) bool {
	return a.Block() == b.Block() && Precedes(a, b) || LeadsTo(a.Block(), b.Block())
}

// LeadsTo reports whether there is a way from the end of a block to the start of
// another.
func LeadsTo(from, to *ssa.BasicBlock) bool {
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
