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

// A Category is one entry of the list of categories in the documentation of an
// analyzer.
type Category struct{ Name, Text string }

// Categories reads the list that follows the line "Categories:".
func Categories(doc string) []Category {
	var list []Category
	_, rest, _ := strings.Cut(doc, "\nCategories:\n")
	for line := range strings.Lines(strings.TrimLeft(rest, "\n")) {
		name, text, ok := strings.Cut(strings.TrimPrefix(line, "  - "), ": ")
		switch {
		case strings.HasPrefix(line, "  - ") && ok:
			list = append(list, Category{name, strings.TrimSpace(text)})
		case strings.HasPrefix(line, "    ") && len(list) > 0:
			list[len(list)-1].Text += " " + strings.TrimSpace(line)
		case strings.TrimSpace(line) != "":
			return list
		}
	}
	return list
}
