// Package passdoc takes the documentation of an analyzer from its doc.go, so
// that the package documentation, the command's help and the page under docs
// are one text.
package passdoc

import "strings"

// Must returns what doc.go says before the first heading that follows "#
// Analyzer NAME", from the summary on: as much as a terminal shows, with the
// links that it uses. It panics when there is none: the source is embedded, so
// that the first test finds out.
func Must(src, name string) string {
	text := Text(src)
	_, body, ok := strings.Cut(text, "\n# Analyzer "+name+"\n\n"+name+": ")
	if !ok {
		panic("doc.go has no section for the analyzer " + name)
	}
	body, _, _ = strings.Cut(body, "\n# ")
	body = strings.TrimSpace(body)
	flat := strings.ReplaceAll(body, "\n", " ")
	before := "\n\n"
	for line := range strings.Lines(text) {
		if link, _, ok := strings.Cut(line, "]: http"); ok && strings.HasPrefix(link, "[") && strings.Contains(flat, link+"]") {
			body += before + strings.TrimSpace(line)
			before = "\n"
		}
	}
	return body
}

// Text returns the package comment of a doc.go, which begins the file and is
// made of // comments. (No parser: each of the many processes that go vet starts
// asks for it.)
func Text(src string) string {
	comment, _, _ := strings.Cut(src, "\npackage ")
	var b strings.Builder
	for line := range strings.Lines(comment) {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "//"), " "))
	}
	return b.String()
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
