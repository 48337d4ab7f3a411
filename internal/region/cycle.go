package region

import (
	"iter"

	"golang.org/x/tools/go/ssa"
)

// A cycle is a strongly connected part of a control-flow graph: a loop in
// whatever way it is written, goto included.
type cycle struct {
	header *ssa.BasicBlock
	blocks map[*ssa.BasicBlock]bool
	parent *cycle
}

// within reports whether c lies inside the cycle outer.
func (c *cycle) within(outer *cycle) bool {
	for p := c.parent; p != nil; p = p.parent {
		if p == outer {
			return true
		}
	}
	return false
}

// exits yields the conditions that decide between staying in the cycle and
// leaving it, each with its block, in the order of the blocks.
func (c *cycle) exits() iter.Seq2[*ssa.BasicBlock, ssa.Value] {
	return func(yield func(*ssa.BasicBlock, ssa.Value) bool) {
		for _, b := range c.header.Parent().Blocks {
			if !c.blocks[b] || len(b.Succs) != 2 || c.blocks[b.Succs[0]] && c.blocks[b.Succs[1]] {
				continue
			}
			if branch, ok := b.Instrs[len(b.Instrs)-1].(*ssa.If); ok && !yield(b, branch.Cond) {
				return
			}
		}
	}
}

// cycles returns the nest of cycles of fn, outer ones first: the strongly
// connected components, then those that remain inside each when its header is
// taken out.
func cycles(fn *ssa.Function) []*cycle {
	all := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		all[b] = true
	}
	var out []*cycle
	nest(fn, all, nil, &out)
	return out
}

func nest(fn *ssa.Function, within map[*ssa.BasicBlock]bool, parent *cycle, out *[]*cycle) {
	for _, comp := range components(fn, within) {
		c := &cycle{blocks: comp, parent: parent, header: entry(fn, comp)}
		*out = append(*out, c)
		inner := map[*ssa.BasicBlock]bool{}
		for b := range comp {
			if b != c.header {
				inner[b] = true
			}
		}
		nest(fn, inner, c, out)
	}
}

// entry returns the block through which control enters the component: the one
// that dominates the rest or, in an irreducible graph, the first with an edge
// from outside.
func entry(fn *ssa.Function, comp map[*ssa.BasicBlock]bool) *ssa.BasicBlock {
	for _, b := range fn.Blocks {
		if !comp[b] {
			continue
		}
		for _, p := range b.Preds {
			if !comp[p] {
				return b
			}
		}
	}
	for _, b := range fn.Blocks {
		if comp[b] {
			return b
		}
	}
	return nil
}

// components returns the strongly connected components of the part of the
// graph that lies within the given blocks and that hold a cycle (Tarjan), in
// the order of their first block.
func components(fn *ssa.Function, within map[*ssa.BasicBlock]bool) []map[*ssa.BasicBlock]bool {
	type node struct {
		index, low int
		on         bool
	}
	nodes := map[*ssa.BasicBlock]*node{}
	var stack []*ssa.BasicBlock
	found := map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock) *node
	visit = func(b *ssa.BasicBlock) *node {
		n := &node{index: len(nodes), low: len(nodes), on: true}
		nodes[b] = n
		stack = append(stack, b)
		self := false
		for _, s := range b.Succs {
			if !within[s] {
				continue
			}
			if s == b {
				self = true
			}
			if m := nodes[s]; m == nil {
				n.low = min(n.low, visit(s).low)
			} else if m.on {
				n.low = min(n.low, m.index)
			}
		}
		if n.low != n.index {
			return n
		}
		comp := map[*ssa.BasicBlock]bool{}
		for {
			top := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			nodes[top].on = false
			comp[top] = true
			if top == b {
				break
			}
		}
		if len(comp) > 1 || self {
			for c := range comp {
				found[c] = comp
			}
		}
		return n
	}
	for _, b := range fn.Blocks {
		if within[b] && nodes[b] == nil {
			visit(b)
		}
	}
	var out []map[*ssa.BasicBlock]bool
	listed := map[*ssa.BasicBlock]bool{}
	for _, b := range fn.Blocks {
		if comp := found[b]; comp != nil && !listed[b] {
			for c := range comp {
				listed[c] = true
			}
			out = append(out, comp)
		}
	}
	return out
}
