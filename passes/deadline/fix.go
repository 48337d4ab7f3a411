package deadline

import (
	"bytes"
	"go/ast"
	"go/format"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
)

// contextFix replaces context.Background() by the context in reach.
func (c *check) contextFix(root *ssa.Call, reach ctxflow.Reach) (analysis.SuggestedFix, bool) {
	call := c.call(root.Pos())
	if call == nil || !c.names(reach, call.Pos()) || !c.usesElsewhere("context", call) {
		return analysis.SuggestedFix{}, false
	}
	return analysis.SuggestedFix{
		Message:   "use " + reach.Expr,
		TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte(reach.Expr)}},
	}, true
}

// requestFix replaces http.NewRequest by http.NewRequestWithContext.
func (c *check) requestFix(made *ssa.Call, reach ctxflow.Reach) (analysis.SuggestedFix, bool) {
	call := c.call(made.Pos())
	if call == nil || !c.names(reach, call.Pos()) {
		return analysis.SuggestedFix{}, false
	}
	var fun *ast.Ident
	switch f := ast.Unparen(call.Fun).(type) {
	case *ast.SelectorExpr:
		fun = f.Sel
	case *ast.Ident:
		fun = f
	default:
		return analysis.SuggestedFix{}, false
	}
	return analysis.SuggestedFix{
		Message: "use http.NewRequestWithContext",
		TextEdits: []analysis.TextEdit{
			{Pos: fun.Pos(), End: fun.End(), NewText: []byte("NewRequestWithContext")},
			{Pos: call.Lparen + 1, End: call.Lparen + 1, NewText: []byte(reach.Expr + ", ")},
		},
	}, true
}

// selectFix replaces time.Sleep(d) by a select that the context ends, in a
// function that has one and returns an error.
func (c *check) selectFix(fn *ssa.Function, at ssa.Instruction) (analysis.SuggestedFix, bool) {
	none := analysis.SuggestedFix{}
	sleep, ok := at.(*ssa.Call)
	if !ok || !ctxflow.IsSleep(sleep.Common()) {
		return none, false
	}
	reach, ok := ctxflow.Own(fn)
	call := c.call(at.Pos())
	if !ok || call == nil || !c.names(reach, call.Pos()) {
		return none, false
	}
	around := c.around(call.Pos())
	i := slices.IndexFunc(around, func(n ast.Node) bool { _, ok := n.(*ast.ExprStmt); return ok })
	if i < 0 || around[i].(*ast.ExprStmt).X != call {
		return none, false
	}
	zeros, ok := zeroResults(fn.Signature)
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel {
		return none, false
	}
	pkg, ok := sel.X.(*ast.Ident)
	if !ok {
		return none, false
	}
	results := strings.Join(append(zeros, reach.Expr+".Err()"), ", ")
	indent := "\n" + strings.Repeat("\t", c.pass.Fset.Position(call.Pos()).Column-1)
	text := "select {" +
		indent + "case <-" + pkg.Name + ".After(" + c.text(call.Args[0]) + "):" +
		indent + "case <-" + reach.Expr + ".Done():" +
		indent + "\treturn " + results +
		indent + "}"
	return analysis.SuggestedFix{
		Message:   "wait for " + reach.Expr + " as well",
		TextEdits: []analysis.TextEdit{{Pos: call.Pos(), End: call.End(), NewText: []byte(text)}},
	}, true
}

// zeroResults spells the zero values of all results but the last, which must be
// an error.
func zeroResults(sig *types.Signature) ([]string, bool) {
	n := sig.Results().Len()
	if n == 0 || !types.Identical(sig.Results().At(n-1).Type(), types.Universe.Lookup("error").Type()) {
		return nil, false
	}
	var out []string
	for i := range n - 1 {
		switch t := sig.Results().At(i).Type().Underlying().(type) {
		case *types.Basic:
			switch info := t.Info(); {
			case info&types.IsNumeric != 0:
				out = append(out, "0")
			case info&types.IsString != 0:
				out = append(out, `""`)
			case info&types.IsBoolean != 0:
				out = append(out, "false")
			default:
				return nil, false
			}
		case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
			if _, generic := types.Unalias(sig.Results().At(i).Type()).(*types.TypeParam); generic {
				return nil, false
			}
			out = append(out, "nil")
		default:
			return nil, false
		}
	}
	return out, true
}

// names reports whether the expression for a context means it at pos: its
// variable is not hidden by one of another type.
func (c *check) names(reach ctxflow.Reach, pos token.Pos) bool {
	scope := c.pass.Pkg.Scope().Innermost(pos)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(reach.Param.Name(), pos)
	v, ok := obj.(*types.Var)
	return ok && types.Identical(v.Type(), reach.Param.Type())
}

// usesElsewhere reports whether the file uses the package at path outside of
// one expression: an import that nothing uses does not compile.
func (c *check) usesElsewhere(path string, but ast.Node) bool {
	f := c.file(but.Pos())
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if n == but || found {
			return false
		}
		if id, ok := n.(*ast.Ident); ok {
			if p, ok := c.pass.TypesInfo.Uses[id].(*types.PkgName); ok && p.Imported().Path() == path {
				found = true
			}
		}
		return true
	})
	return found
}

// text prints an expression.
func (c *check) text(e ast.Expr) string {
	var b bytes.Buffer
	if format.Node(&b, c.pass.Fset, e) != nil {
		return ""
	}
	return b.String()
}
