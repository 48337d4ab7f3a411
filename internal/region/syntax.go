package region

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// enclosingLoop returns the smallest for or range statement that holds both
// positions, or nil: a cycle made with goto has none.
func enclosingLoop(root ast.Node, lo, hi token.Pos) ast.Node {
	if root == nil || !lo.IsValid() {
		return nil
	}
	var found ast.Node
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil || n.Pos() > lo || n.End() <= hi {
			return n == root
		}
		switch n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			found = n
		}
		return true
	})
	return found
}

// kindOf tells how a cycle is written.
func (f *finder) kindOf(fn *ssa.Function, loop *cycle) Kind {
	lo, hi := extent(fn, loop)
	if enclosingLoop(fn.Syntax(), lo, hi) == nil {
		return Goto
	}
	if f.iterated(loop) {
		return IterLoop
	}
	return Loop
}

// span returns the place of a cycle: that of the smallest for or range
// statement around its instructions, else of the instructions themselves.
func span(fn *ssa.Function, loop *cycle) (pos, end token.Pos) {
	lo, hi := extent(fn, loop)
	if stmt := enclosingLoop(fn.Syntax(), lo, hi); stmt != nil {
		return stmt.Pos(), stmt.End()
	}
	return lo, hi
}

// extent returns the first and the last position of a cycle's instructions.
func extent(fn *ssa.Function, loop *cycle) (lo, hi token.Pos) {
	for _, b := range fn.Blocks {
		if !loop.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr.(type) {
			case *ssa.Phi, *ssa.Alloc:
				continue // their positions are declarations, outside the loop
			}
			p := instr.Pos()
			if !p.IsValid() {
				continue
			}
			if !lo.IsValid() || p < lo {
				lo = p
			}
			hi = max(hi, p)
		}
	}
	return lo, hi
}
