package output

import (
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/retryvet/retryvet/internal/finding"
)

// Home is where people read about the tool.
const Home = "https://github.com/retryvet/retryvet"

// A Report is what the formats print. Everything in it that comes from code is
// a stranger's text: each format escapes it for where it goes.
type Report struct {
	Findings []finding.Finding
	// Gone are findings of the base that are no more.
	Gone []finding.Finding
	// Compared says that there was a base to compare with.
	Compared bool
	// Rules are the categories that the analyzers can report.
	Rules   []Rule
	Version string
	// Dir is the directory at which the file names of the findings start, and
	// Prefix its slash-separated path below the root of the repository.
	Dir, Prefix string

	sources map[string][]string
}

// A Rule is one category of one analyzer.
type Rule struct {
	Analyzer, Category string
	// Summary says in a line what the analyzer reports, Text what the category
	// stands for, Help all that there is to know.
	Summary, Text, Help string
	URL                 string
}

// ID is how other tools name the rule.
func (r Rule) ID() string { return r.Analyzer + "/" + r.Category }

// A Format prints a report.
type Format struct {
	Name  string
	Write func(io.Writer, *Report) error
}

// Formats are all formats, the first being the default.
var Formats = []Format{
	{"text", func(w io.Writer, r *Report) error { return Text(w, r.Findings, TextOptions{}) }},
	{"json", func(w io.Writer, r *Report) error { return JSON(w, r.Findings) }},
	{"sarif", SARIF},
	{"rdjson", RDJSON},
	{"rdjsonl", RDJSONL},
	{"github", GitHub},
	{"codeclimate", CodeClimate},
	{"checkstyle", Checkstyle},
	{"markdown", Markdown},
	{"mermaid", func(w io.Writer, r *Report) error { return Mermaid(w, r.Findings) }},
}

// file returns the name of a file as services know it: from the root of the
// repository, with slashes. A file that is not below it keeps its name.
func (r *Report) file(name string) string {
	name = filepath.ToSlash(name)
	if path.IsAbs(name) || filepath.VolumeName(name) != "" {
		return name
	}
	return path.Join(r.Prefix, name)
}

// line returns the text of a line, "" when it cannot be read.
func (r *Report) line(p finding.Position) string {
	lines, ok := r.sources[p.File]
	if !ok {
		name := p.File
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.Dir, name)
		}
		if data, err := os.ReadFile(name); err == nil {
			lines = strings.Split(string(data), "\n")
		}
		if r.sources == nil {
			r.sources = make(map[string][]string)
		}
		r.sources[p.File] = lines
	}
	if p.Line < 1 || p.Line > len(lines) {
		return ""
	}
	return lines[p.Line-1]
}

// utf16Column converts a column, which Go counts in bytes, to UTF-16 units.
func (r *Report) utf16Column(p finding.Position) int {
	text := r.line(p)
	if p.Column <= 1 || p.Column-1 > len(text) {
		return max(p.Column, 1)
	}
	column := 1
	for head := text[:p.Column-1]; head != ""; {
		c, size := utf8.DecodeRuneInString(head)
		column += utf16.RuneLen(c)
		head = head[size:]
	}
	return column
}

// A step is one station on the way of a finding, outermost first.
type step struct {
	pos  finding.Position // the finding's own, where no better one is known
	text string
	fn   string // "" when the step is no function
}

// steps tells the way of a finding: its layers and the operation, or the
// places related to it.
func steps(f finding.Finding) []step {
	var list []step
	if f.Attempts != nil {
		for _, l := range f.Attempts.Layers {
			s := step{pos: f.Pos, text: layerText(l), fn: l.Func}
			if l.Pos != nil {
				s.pos = *l.Pos
			}
			list = append(list, s)
		}
		if leaf := leafOf(f); leaf != "" {
			s := step{pos: f.Pos, text: "calls " + leaf, fn: leaf}
			if n := len(list); n > 0 {
				s.pos = list[n-1].pos
			}
			list = append(list, s)
		}
	}
	for _, r := range f.Related {
		list = append(list, step{pos: r.Pos, text: r.Message})
	}
	return list
}

// leafOf returns the operation at the end of the path, "" if there is none.
func leafOf(f finding.Finding) string {
	if len(f.Path) == 0 {
		return ""
	}
	return f.Path[len(f.Path)-1]
}

// layerText words one layer: "3 attempts in (*p.T).M (p/t.go:20), wait 100ms".
func layerText(l finding.Layer) string {
	text := attemptsText(l.Attempts) + " in " + l.Func
	if at := layerPlace(l); at != "" {
		text += " (" + at + ")"
	}
	if wait := waitText(l); wait != "" {
		text += ", " + wait
	}
	return text
}

// attemptsText words an amount: "3 attempts", "unbounded attempts".
func attemptsText(a finding.Amount) string {
	switch a {
	case "":
		return "attempts"
	case "1":
		return "1 attempt"
	}
	return string(a) + " attempts"
}
