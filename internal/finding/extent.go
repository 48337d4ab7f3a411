package finding

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// CallAt returns the extent of the call whose parenthesis is at pos, which is
// where the engine places calls; for other places, the smallest expression or
// statement that begins there.
func CallAt(pass *analysis.Pass, pos token.Pos) (token.Pos, token.Pos) {
	start, end := pos, pos
	for _, f := range pass.Files {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil || pos < n.Pos() || n.End() < pos {
				return false
			}
			switch n := n.(type) {
			case *ast.CallExpr:
				if n.Lparen == pos {
					start, end = n.Pos(), n.End()
				}
			case *ast.BinaryExpr:
				if n.OpPos == pos {
					start, end = n.Pos(), n.End()
				}
			case *ast.KeyValueExpr:
				if n.Colon == pos {
					start, end = n.Pos(), n.End()
				}
			case ast.Expr, *ast.ReturnStmt:
				if n.Pos() == pos {
					start, end = n.Pos(), n.End()
				}
			}
			return true
		})
	}
	return start, end
}

// Short prints a function's name without the directories of its import path:
// "(*http.Client).Do" for "(*net/http.Client).Do".
func Short(name string) string {
	i := strings.LastIndexByte(name, '/')
	if i < 0 {
		return name
	}
	j := strings.IndexFunc(name, func(r rune) bool { return r != '(' && r != '*' })
	return name[:j] + name[i+1:]
}
