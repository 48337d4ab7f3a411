package nestedretry

import (
	"go/ast"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

// Places finds the source of what the engine names.
type places struct {
	syntax []*ast.File
	files  map[string]*token.File // by the names that facts give them
}

func placesOf(pass *analysis.Pass) *places {
	in := &places{syntax: pass.Files, files: make(map[string]*token.File)}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		in.files[finding.PackagePath(pass)+"/"+filepath.Base(tf.Name())] = tf
	}
	return in
}

// call returns the extent of the call at pos. For the engine, a call is where
// its parenthesis is.
func (in *places) call(pos, end token.Pos) (token.Pos, token.Pos) {
	for _, f := range in.syntax {
		if pos < f.FileStart || f.FileEnd < pos {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && call.Lparen == pos {
				pos, end = call.Pos(), call.End()
				return false
			}
			return true
		})
		break
	}
	return pos, end
}

// layer returns where a layer is, if it is in the package at hand. Of other
// packages no host knows all files: their layers stand at the finding.
func (in *places) layer(l summary.Layer, here token.Pos) token.Pos {
	if tf := in.files[l.File]; tf != nil && 0 < l.Line && l.Line <= tf.LineCount() {
		return tf.LineStart(l.Line)
	}
	return here
}
