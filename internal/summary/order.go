package summary

import (
	"slices"

	"golang.org/x/tools/go/ssa"
)

// bottomUp groups functions so that those they use come first. A group of
// more than one, or one that uses itself, is a recursion.
func bottomUp(fns []*ssa.Function) [][]*ssa.Function {
	s := &sorter{index: make(map[*ssa.Function]int), low: make(map[*ssa.Function]int), own: make(map[*ssa.Function]bool)}
	for _, f := range fns {
		s.own[f] = true
	}
	for _, f := range fns {
		if s.index[f] == 0 {
			s.visit(f)
		}
	}
	return s.groups
}

// A sorter finds strongly connected components, in Tarjan's way.
type sorter struct {
	index, low map[*ssa.Function]int
	own        map[*ssa.Function]bool
	stack      []*ssa.Function
	groups     [][]*ssa.Function
}

func (s *sorter) visit(f *ssa.Function) {
	s.index[f] = len(s.index) + 1
	s.low[f] = s.index[f]
	s.stack = append(s.stack, f)
	for _, g := range uses(f) {
		if !s.own[g] {
			continue
		}
		switch {
		case s.index[g] == 0:
			s.visit(g)
			s.low[f] = min(s.low[f], s.low[g])
		case slices.Contains(s.stack, g):
			s.low[f] = min(s.low[f], s.index[g])
		}
	}
	if s.low[f] != s.index[f] {
		return
	}
	i := slices.Index(s.stack, f)
	s.groups = append(s.groups, slices.Clone(s.stack[i:]))
	s.stack = s.stack[:i]
}

// uses lists the functions of which f needs the summary: those it calls, and
// those it takes the value of.
func uses(f *ssa.Function) []*ssa.Function {
	var out []*ssa.Function
	var buf [8]*ssa.Value
	for _, b := range f.Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(buf[:0]) {
				if op == nil {
					continue
				}
				if g, ok := (*op).(*ssa.Function); ok {
					if o := g.Origin(); o != nil {
						g = o
					}
					out = append(out, g)
				}
			}
		}
	}
	return out
}

// recursive reports whether the functions of a group call each other.
func recursive(group []*ssa.Function) bool {
	return len(group) > 1 || slices.Contains(uses(group[0]), group[0])
}
