// Package passdoc takes the documentation of an analyzer from its doc.go, so
// that the package documentation and the command's help are one text.
package passdoc

import (
	"go/parser"
	"go/token"
	"strings"
)

// Must returns the text that follows "# Analyzer NAME" and the line "NAME:
// summary" in the package comment of src. It panics when there is none: the
// source is embedded, so that the first test finds out.
func Must(src, name string) string {
	f, err := parser.ParseFile(token.NewFileSet(), "doc.go", src, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		panic(err)
	}
	_, body, ok := strings.Cut(f.Doc.Text(), "# Analyzer "+name+"\n\n"+name+": ")
	if !ok {
		panic("doc.go has no section for the analyzer " + name)
	}
	return strings.TrimSpace(body)
}
