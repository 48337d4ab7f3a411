package directive

import (
	"go/ast"
	"go/token"
	"strings"
)

// The verbs by which a comment tells what the function below it does. They
// silence nothing: whoever composes what functions do reads them.
//
//	//retryvet:retries attempts=4 delay=exponential+jitter
//	//retryvet:effect payment key=requestID
const (
	Retries = "retries"
	Effect  = "effect"
)

// A Declaration is a comment with such a verb.
type Declaration struct {
	Pos, End token.Pos
	Verb     string
	Words    []string
	// Name is that of the function or interface method which the comment
	// belongs to, nil when it belongs to neither.
	Name *ast.Ident
}

// Declarations lists the declarations in some files, in their order.
func Declarations(files []*ast.File) []Declaration {
	var all []Declaration
	for _, f := range files {
		var names map[*ast.Comment]*ast.Ident
		for _, group := range f.Comments {
			for _, c := range group.List {
				text, ok := strings.CutPrefix(c.Text, prefix)
				if !ok {
					continue
				}
				text, _, _ = strings.Cut(text, " // ")
				words := strings.Fields(text)
				if len(words) == 0 || !declares(words[0]) {
					continue
				}
				if names == nil {
					names = described(f)
				}
				all = append(all, Declaration{c.Pos(), c.End(), words[0], words[1:], names[c]})
			}
		}
	}
	return all
}

func declares(verb string) bool { return verb == Retries || verb == Effect }

// described maps the comments of functions and interface methods to their names.
func described(f *ast.File) map[*ast.Comment]*ast.Ident {
	names := make(map[*ast.Comment]*ast.Ident)
	note := func(name *ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				names[c] = name
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			note(n.Name, n.Doc)
			return false
		case *ast.InterfaceType:
			for _, m := range n.Methods.List {
				if len(m.Names) == 1 {
					note(m.Names[0], m.Doc, m.Comment)
				}
			}
		}
		return true
	})
	return names
}

// verbs are all that a directive can begin with.
var verbs = []string{"allow", Retries, Effect}
