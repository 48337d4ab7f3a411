package overload

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
)

// hiddens reports functions that refuse a request because of overload and do
// not say for how long.
func hiddens(pass *analysis.Pass) []finding.Draft {
	var out []finding.Draft
	for _, file := range pass.Files {
		for _, decl := range file.Decls {
			fn, ok := decl.(*ast.FuncDecl)
			if !ok || fn.Body == nil || namesHint(fn.Body) {
				continue
			}
			ast.Inspect(fn.Body, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					if status := refusal(pass.TypesInfo, call); status != 0 {
						s := strconv.FormatInt(status, 10)
						out = append(out, finding.Draft{
							Category: hidden, Pos: call.Pos(), End: call.End(), Confidence: finding.Medium,
							Message:  s + " is answered without Retry-After: callers can only guess when to come back",
							Identity: []string{fn.Name.Name, s, hidden},
						})
					}
				}
				return true
			})
		}
	}
	return out
}

// namesHint reports whether a body sets or reads the header Retry-After.
func namesHint(body ast.Node) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING && strings.EqualFold(strings.Trim(lit.Value, "\"`"), "retry-after") {
			found = true
		}
		return !found
	})
	return found
}

// refusal returns the status by which a call tells an HTTP client that there
// is too much to do, or 0.
func refusal(info *types.Info, call *ast.CallExpr) int64 {
	sel, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return 0
	}
	fn, ok := info.Uses[sel.Sel].(*types.Func)
	if !ok || len(call.Args) == 0 {
		return 0
	}
	switch fn.FullName() {
	case "net/http.Error", "(net/http.ResponseWriter).WriteHeader":
	default:
		return 0
	}
	v := info.Types[call.Args[len(call.Args)-1]].Value
	if v == nil || v.Kind() != constant.Int {
		return 0
	}
	if n, _ := constant.Int64Val(v); n == 429 || n == 503 {
		return n
	}
	return 0
}
