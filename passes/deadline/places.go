package deadline

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
)

// Places finds the source of what the engine names.
type places struct {
	pass  *analysis.Pass
	calls map[token.Pos]*ast.CallExpr // by parenthesis: there a call is for the engine
}

func placesOf(pass *analysis.Pass) *places { return &places{pass: pass} }

// call returns the call whose parenthesis is at pos, or nil.
func (in *places) call(pos token.Pos) *ast.CallExpr {
	if in.calls == nil {
		in.calls = make(map[token.Pos]*ast.CallExpr)
		for _, f := range in.pass.Files {
			ast.Inspect(f, func(n ast.Node) bool {
				if call, ok := n.(*ast.CallExpr); ok {
					in.calls[call.Lparen] = call
				}
				return true
			})
		}
	}
	return in.calls[pos]
}

// extent returns where the construct at pos starts and ends.
func (in *places) extent(pos token.Pos) (token.Pos, token.Pos) {
	if call := in.call(pos); call != nil {
		return call.Pos(), call.End()
	}
	return pos, pos
}

// file returns the file that holds pos, or nil.
func (in *places) file(pos token.Pos) *ast.File {
	for _, f := range in.pass.Files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// around lists the nodes that hold pos, the innermost first.
func (in *places) around(pos token.Pos) []ast.Node {
	f := in.file(pos)
	if f == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, pos)
	return path
}

// line is the line of pos, for messages.
func (in *places) line(pos token.Pos) int { return in.pass.Fset.Position(pos).Line }
