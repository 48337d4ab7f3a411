// Package passpage makes the page under docs of an analyzer from its doc.go.
//
// The text is a Go doc comment, read by Go's own parser. On top of that it
// keeps what go doc leaves as it is, and Markdown understands: text between
// backquotes is code. A block of code that parses as Go is highlighted as Go.
// Links to other pages under docs become relative, and the entries of the list
// of categories lead to the sections of that name.
package passpage

import (
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/passdoc"
)

// Markdown returns the page of the analyzer name.
func Markdown(src, name string) (string, error) {
	var parser comment.Parser
	doc := parser.Parse(passdoc.Text(src))
	p := page{sections: make(map[string]bool)}
	for _, b := range doc.Content {
		if h, ok := b.(*comment.Heading); ok {
			p.sections[plain(h.Text)] = true
		}
	}
	fmt.Fprintf(&p.out, "<!-- Made from passes/%s/doc.go by go generate: change it there. -->\n", name)
	started := false
	for _, b := range doc.Content {
		switch heading, ok := b.(*comment.Heading); {
		case ok && plain(heading.Text) == "Analyzer "+name:
			p.block(&comment.Heading{Text: []comment.Text{comment.Plain(name)}}, 1)
			started = true
			continue
		case !started:
			continue // what the package is; the page is about the analyzer
		}
		p.block(summarized(b, name), 2)
	}
	switch {
	case !started:
		return "", fmt.Errorf("doc.go has no section for the analyzer %s", name)
	case p.err != nil:
		return "", fmt.Errorf("%s: %w", name, p.err)
	}
	return p.out.String(), nil
}

// summarized makes a sentence of the line "NAME: report something".
func summarized(b comment.Block, name string) comment.Block {
	par, ok := b.(*comment.Paragraph)
	if !ok {
		return b
	}
	if text, ok := strings.CutPrefix(plain(par.Text), name+": report "); ok {
		return &comment.Paragraph{Text: []comment.Text{comment.Plain("Reports " + text + ".")}}
	}
	return b
}

type page struct {
	out      strings.Builder
	sections map[string]bool // the headings
	err      error
}

func (p *page) block(b comment.Block, level int) {
	p.out.WriteByte('\n')
	switch b := b.(type) {
	case *comment.Heading:
		fmt.Fprintf(&p.out, "%s %s\n", strings.Repeat("#", level), p.text(b.Text))
	case *comment.Paragraph:
		text := p.text(b.Text)
		if rest, ok := strings.CutPrefix(text, "What to do:"); ok {
			text = "**What to do:**" + rest
		}
		p.out.WriteString(text + "\n")
	case *comment.Code:
		language := ""
		if isGo(b.Text) {
			language = "go"
		}
		fmt.Fprintf(&p.out, "```%s\n%s```\n", language, b.Text)
	case *comment.List:
		for _, item := range b.Items {
			p.item(item)
		}
	default:
		p.err = fmt.Errorf("a doc comment holds a %T", b)
	}
}

func (p *page) item(item *comment.ListItem) {
	mark, indent := "- ", "  "
	if item.Number != "" {
		mark, indent = item.Number+". ", "   "
	}
	for i, b := range item.Content {
		text := p.text(b.(*comment.Paragraph).Text) // a list holds nothing else
		if name, rest, ok := strings.Cut(text, ": "); ok && p.sections[name] {
			text = fmt.Sprintf("[%s](#%s): %s", name, name, rest)
		}
		if i > 0 {
			p.out.WriteString("\n" + indent)
		} else {
			p.out.WriteString(mark)
		}
		p.out.WriteString(strings.ReplaceAll(text, "\n", "\n"+indent) + "\n")
	}
}

func (p *page) text(list []comment.Text) string {
	var b strings.Builder
	for _, t := range list {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(p.escape(string(t)))
		case comment.Italic:
			b.WriteString("*" + p.escape(string(t)) + "*")
		case *comment.Link:
			fmt.Fprintf(&b, "[%s](%s)", p.text(t.Text), strings.TrimPrefix(t.URL, docs))
		default:
			p.err = fmt.Errorf("a doc comment holds a %T", t)
		}
	}
	return b.String()
}

// docs is where pages are to a reader of a finding.
var docs = strings.TrimSuffix(finding.DocURL(""), ".md")

// escape keeps text from being taken for Markdown, except between backquotes.
func (p *page) escape(text string) string {
	parts := strings.Split(text, "`")
	if len(parts)%2 == 0 {
		p.err = fmt.Errorf("a backquote has no other: %q", text)
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = special.Replace(parts[i])
	}
	return strings.Join(parts, "`")
}

var special = strings.NewReplacer(
	`\`, `\\`, "*", `\*`, "_", `\_`, "[", `\[`, "<", `\<`, "&", `\&`,
	"\n#", "\n\\#", "\n- ", "\n\\- ", "\n+ ", "\n\\+ ", "\n> ", "\n\\> ",
)

// plain returns text without what is around it.
func plain(list []comment.Text) string {
	var b strings.Builder
	for _, t := range list {
		switch t := t.(type) {
		case comment.Plain:
			b.WriteString(string(t))
		case comment.Italic:
			b.WriteString(string(t))
		case *comment.Link:
			b.WriteString(plain(t.Text))
		}
	}
	return b.String()
}

// isGo reports whether code is made of declarations or of statements.
func isGo(code string) bool {
	for _, file := range []string{"package p\n" + code, "package p\nfunc _() {\n" + code + "\n}"} {
		if _, err := parser.ParseFile(token.NewFileSet(), "", file, 0); err == nil {
			return true
		}
	}
	return false
}
