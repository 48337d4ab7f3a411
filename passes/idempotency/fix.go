package idempotency

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

// A hoist moves the call that makes a key to before what repeats it.
type hoist struct {
	pass   *analysis.Pass
	call   *ast.CallExpr // makes the key
	assign *ast.AssignStmt
	before ast.Stmt   // repeats it
	body   []ast.Stmt // the list that holds assign
}

// hoistFix makes the key once, before the outermost layer that makes it anew. It
// is offered only where the layers are written out around the call, and where
// nothing that the call needs is made or changed in them.
func (f fault) hoistFix(pass *analysis.Pass) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	for _, l := range f.layers {
		if l.FreshPos != f.layers[0].FreshPos {
			return none, false
		}
	}
	h := &hoist{pass: pass}
	if !h.find(f.layers[0]) || !h.movable() {
		return none, false
	}
	if edits := h.statement(); edits != nil {
		return analysis.SuggestedFix{Message: "make the key before what repeats it", TextEdits: edits}, true
	}
	name := h.freeName()
	if name == "" {
		return none, false
	}
	return analysis.SuggestedFix{Message: "make the key before what repeats it", TextEdits: []analysis.TextEdit{
		h.insert(name + " := " + h.text(h.call)),
		{Pos: h.call.Pos(), End: h.call.End(), NewText: []byte(name)},
	}}, true
}

// find looks for the call that makes the key and, around it, for the loop or
// call that is the layer.
func (h *hoist) find(l summary.ActLayer) bool {
	var around []ast.Node
	for _, file := range h.pass.Files {
		if !l.FreshPos.IsValid() || l.FreshPos < file.FileStart || file.FileEnd < l.FreshPos {
			continue
		}
		ast.PreorderStack(file, nil, func(n ast.Node, stack []ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && call.Lparen == l.FreshPos {
				h.call, around = call, append([]ast.Node(nil), stack...)
			}
			return h.call == nil
		})
	}
	if h.call == nil || jumps(around) {
		return false
	}
	for i, n := range around {
		if h.isLayer(n, l) {
			return h.placed(around[:i+1]) && h.held(around[i:])
		}
	}
	return false
}

// jumps reports whether a function has a goto: it must not jump over the
// declaration of a variable.
func jumps(around []ast.Node) bool {
	found := false
	for _, n := range around {
		if fn, ok := n.(*ast.FuncDecl); ok {
			ast.Inspect(fn, func(n ast.Node) bool {
				b, ok := n.(*ast.BranchStmt)
				found = found || ok && b.Tok == token.GOTO
				return !found
			})
		}
	}
	return found
}

// isLayer reports whether a node is the loop or the call that a layer is.
func (h *hoist) isLayer(n ast.Node, l summary.ActLayer) bool {
	var pos token.Pos
	switch n := n.(type) {
	case *ast.ForStmt:
		pos = n.Pos()
	case *ast.RangeStmt:
		pos = n.Pos()
	case *ast.CallExpr:
		pos = n.Lparen
	default:
		return false
	}
	p := h.pass.Fset.Position(pos)
	return p.Line == l.Line && finding.PackagePath(h.pass)+"/"+filepath.Base(p.Filename) == l.File
}

// placed finds the statement of a list before which the key can be made.
func (h *hoist) placed(around []ast.Node) bool {
	for i := len(around) - 1; i > 0; i-- {
		stmt, ok := around[i].(ast.Stmt)
		if !ok {
			continue
		}
		if listOf(around[i-1]) != nil {
			h.before = stmt
			return true
		}
	}
	return false
}

// held finds the assignment that the call is the whole of, if it is one.
func (h *hoist) held(inside []ast.Node) bool {
	n := len(inside)
	if a, ok := inside[n-1].(*ast.AssignStmt); ok && len(a.Rhs) == 1 && a.Rhs[0] == ast.Expr(h.call) {
		if len(a.Lhs) != 1 {
			return false // it can fail
		}
		if n > 1 {
			h.assign, h.body = a, listOf(inside[n-2])
		}
	}
	return true
}

func listOf(n ast.Node) []ast.Stmt {
	switch n := n.(type) {
	case *ast.BlockStmt:
		return n.List
	case *ast.CaseClause:
		return n.Body
	case *ast.CommClause:
		return n.Body
	}
	return nil
}

// movable reports whether the call means the same before the statement: all
// variables in it are declared before and not set in the statement.
func (h *hoist) movable() bool {
	if t := h.pass.TypesInfo.TypeOf(h.call); t == nil {
		return false
	} else if _, several := t.(*types.Tuple); several {
		return false
	}
	ok := true
	ast.Inspect(h.call, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			ok = false
		case *ast.Ident:
			if v, isVar := h.pass.TypesInfo.Uses[n].(*types.Var); isVar && !v.IsField() {
				ok = ok && !h.within(v.Pos()) && !h.sets(v, nil)
			}
		}
		return ok
	})
	return ok
}

func (h *hoist) within(pos token.Pos) bool { return h.before.Pos() <= pos && pos < h.before.End() }

// sets reports whether the statement may change a variable, other than where it
// is declared.
func (h *hoist) sets(v types.Object, declared *ast.Ident) bool {
	found := false
	is := func(e ast.Expr) bool {
		id, ok := ast.Unparen(e).(*ast.Ident)
		return ok && id != declared && h.pass.TypesInfo.ObjectOf(id) == v
	}
	ast.Inspect(h.before, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			for _, lhs := range n.Lhs {
				found = found || is(lhs)
			}
		case *ast.IncDecStmt:
			found = found || is(n.X)
		case *ast.UnaryExpr:
			found = found || n.Op == token.AND && is(n.X)
		case *ast.RangeStmt:
			found = found || n.Key != nil && is(n.Key) || n.Value != nil && is(n.Value)
		}
		return !found
	})
	return found
}

// statement returns the edits that move the whole declaration of the key, nil
// where it is none or its name is taken.
func (h *hoist) statement() []analysis.TextEdit {
	if h.assign == nil || h.assign.Tok != token.DEFINE || h.body == nil {
		return nil
	}
	id, ok := h.assign.Lhs[0].(*ast.Ident)
	if !ok || id.Name == "_" || h.taken(id.Name) || h.sets(h.pass.TypesInfo.ObjectOf(id), id) {
		return nil
	}
	for i, s := range h.body {
		if s != ast.Stmt(h.assign) || i+1 == len(h.body) {
			continue
		}
		from, to := s.Pos(), h.body[i+1].Pos()
		if h.comment(from, to) {
			return nil
		}
		return []analysis.TextEdit{h.insert(h.text(h.assign)), {Pos: from, End: to}}
	}
	return nil
}

// taken reports whether a name means something at the place before the
// statement, or is declared later in the same list.
func (h *hoist) taken(name string) bool {
	scope := h.pass.Pkg.Scope().Innermost(h.before.Pos())
	if scope == nil {
		return true
	}
	_, obj := scope.LookupParent(name, token.NoPos)
	return obj != nil
}

// freeName returns a name for the key that nothing in sight has.
func (h *hoist) freeName() string {
	for _, name := range []string{"key", "idempotencyKey"} {
		used := h.taken(name)
		ast.Inspect(h.before, func(n ast.Node) bool {
			id, ok := n.(*ast.Ident)
			used = used || ok && id.Name == name
			return !used
		})
		if !used {
			return name
		}
	}
	return ""
}

// comment reports whether there is a comment between two places.
func (h *hoist) comment(from, to token.Pos) bool {
	for _, f := range h.pass.Files {
		for _, c := range f.Comments {
			if from <= c.Pos() && c.Pos() < to {
				return true
			}
		}
	}
	return false
}

// insert is the edit that puts a statement before the one that repeats.
func (h *hoist) insert(stmt string) analysis.TextEdit {
	pos := h.before.Pos()
	indent := strings.Repeat("\t", h.pass.Fset.Position(pos).Column-1)
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(stmt + "\n" + indent)}
}

func (h *hoist) text(n ast.Node) string {
	var b bytes.Buffer
	if format.Node(&b, h.pass.Fset, n) != nil {
		return ""
	}
	return b.String()
}
