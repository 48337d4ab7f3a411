// Package directive reads the comments by which a source file answers the
// analyzers:
//
//	//retryvet:allow nestedretry the gateway's retry is off in production
//	//retryvet:allow nestedretry/product max=9 until=2027-06-30 until the client is replaced
//
// The first word is an analyzer, or one category of it. With max it silences up
// to that many attempts, with until up to and with that day.
//
// A directive covers what starts on its own line, or, when it stands alone, on
// the line after its comment: a statement, a loop with its body, a whole
// declaration. Without a reason it still silences, and is reported itself.
//
// Other directives tell what a function does; see [Declaration].
package directive

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"time"
)

const prefix = "//retryvet:"

// A Problem is a directive that is wrong.
type Problem struct {
	Pos, End token.Pos
	Message  string
}

// A Set holds the directives of some files.
type Set struct {
	fset *token.FileSet
	all  []*directive
}

type directive struct {
	pos, end token.Pos
	verb     string
	analyzer string
	category string // "" for all of the analyzer
	max      int64  // 0 for any number
	until    string // a day, "" for ever
	reason   string
	wrong    string // an option that cannot be read
	file     *token.File
	from, to int // the lines it covers
	used     bool
}

// Parse collects the directives of files.
func Parse(fset *token.FileSet, files []*ast.File) *Set {
	s := &Set{fset: fset}
	for _, f := range files {
		s.parseFile(f)
	}
	return s
}

func (s *Set) parseFile(f *ast.File) {
	tf := s.fset.File(f.FileStart)
	var found []*directive
	for _, group := range f.Comments {
		for _, c := range group.List {
			d := parse(c)
			if d == nil {
				continue
			}
			d.file = tf
			d.from, d.to = tf.Line(c.Pos()), tf.Line(group.End())+1
			found = append(found, d)
		}
	}
	if len(found) == 0 {
		return
	}
	starts, code := extents(tf, f)
	for _, d := range found {
		if code[d.from] {
			d.to = d.from // a trailing comment speaks of its own line
		}
		d.to = max(d.to, starts[d.to])
	}
	s.all = append(s.all, found...)
}

// parse returns the directive that a comment holds, or nil.
func parse(c *ast.Comment) *directive {
	text, ok := strings.CutPrefix(c.Text, prefix)
	if !ok {
		return nil
	}
	// A second comment on the line is not part of the reason.
	text, _, _ = strings.Cut(text, " // ")
	verb, rest, _ := strings.Cut(text, " ")
	d := &directive{pos: c.Pos(), end: c.End(), verb: verb}
	name, rest, _ := strings.Cut(strings.TrimSpace(rest), " ")
	d.analyzer, d.category, _ = strings.Cut(name, "/")
	d.reason = d.options(strings.TrimSpace(rest))
	return d
}

// options reads max= and until= from the front of a text and returns the rest.
func (d *directive) options(text string) string {
	for {
		word, rest, _ := strings.Cut(text, " ")
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "max":
			n, err := strconv.ParseInt(value, 10, 64)
			if err != nil || n < 1 {
				d.wrong = word + " is no number of attempts"
			}
			d.max = n
		case "until":
			if _, err := time.Parse(time.DateOnly, value); err != nil {
				d.wrong = word + " is no day such as 2027-06-30"
			}
			d.until = value
		default:
			return text
		}
		text = strings.TrimSpace(rest)
	}
}

// extents returns, for each line on which a node starts, the last line of the
// longest such node, and the lines that hold code.
func extents(tf *token.File, f *ast.File) (starts map[int]int, code map[int]bool) {
	starts, code = make(map[int]int), make(map[int]bool)
	ast.Inspect(f, func(n ast.Node) bool {
		switch n.(type) {
		case nil, *ast.Comment, *ast.CommentGroup:
			return false
		case *ast.File:
			return true
		}
		first, last := tf.Line(n.Pos()), tf.Line(n.End())
		starts[first] = max(starts[first], last)
		code[first], code[last] = true, true
		return true
	})
	return starts, code
}

// A Subject is what a directive may be about.
type Subject struct {
	Analyzer, Category string
	Pos                token.Pos
	// Attempts is the number that the finding has, 0 when there is none.
	Attempts int64
}

// Allows reports whether a directive covers the subject, and until when: "" is
// for ever. It remembers that the directive had something to silence, also when
// the number has outgrown it.
func (s *Set) Allows(what Subject) (allowed bool, until string) {
	if !what.Pos.IsValid() {
		return false, ""
	}
	tf := s.fset.File(what.Pos)
	line := tf.Line(what.Pos)
	for _, d := range s.all {
		if d.verb != "allow" || d.analyzer != what.Analyzer || d.file != tf || line < d.from || d.to < line {
			continue
		}
		if d.category != "" && d.category != what.Category {
			continue
		}
		d.used = true
		switch {
		case d.max > 0 && (what.Attempts == 0 || what.Attempts > d.max), d.wrong != "":
			continue
		case !allowed || until != "" && (d.until == "" || d.until > until):
			until = d.until
		}
		allowed = true
	}
	return allowed, until
}

// Problems returns what is wrong with the directives for one analyzer, to be
// called after the last [Set.Allows]. Directives that name none of the known
// analyzers belong to the first of them.
func (s *Set) Problems(analyzer string, known []string) []Problem {
	var problems []Problem
	for _, d := range s.all {
		if m := d.problem(analyzer, known); m != "" {
			problems = append(problems, Problem{d.pos, d.end, m})
		}
	}
	return problems
}

func (d *directive) problem(analyzer string, known []string) string {
	if declares(d.verb) {
		return "" // it speaks of a function and to no analyzer
	}
	lost := !slices.Contains(known, d.analyzer)
	if d.analyzer != analyzer && !(lost && analyzer == known[0]) {
		return ""
	}
	switch {
	case d.verb != "allow":
		return fmt.Sprintf("unknown directive retryvet:%s: one of %s", d.verb, strings.Join(verbs, ", "))
	case d.analyzer == "":
		return "retryvet:allow names no analyzer: write //retryvet:allow ANALYZER REASON"
	case lost:
		return fmt.Sprintf("retryvet:allow names %s, which is no analyzer: one of %s", d.analyzer, strings.Join(known, ", "))
	case d.wrong != "":
		return fmt.Sprintf("retryvet:allow %s: %s", d.analyzer, d.wrong)
	case d.reason == "":
		return fmt.Sprintf("retryvet:allow %s gives no reason: say why the retries are wanted", d.analyzer)
	case !d.used:
		return fmt.Sprintf("retryvet:allow %s silences nothing here: remove it", d.analyzer)
	}
	return ""
}
