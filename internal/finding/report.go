package finding

import (
	"flag"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/directive"
)

// docs is where the pages of the analyzers are; a category is an anchor there.
const docs = "https://github.com/retryvet/retryvet/blob/main/docs/"

// DocURL returns the page of an analyzer.
func DocURL(analyzer string) string { return docs + analyzer + ".md" }

// Analyzers are the names that a directive may give. The first of them also
// answers for directives that name none.
var Analyzers = []string{"nestedretry", "deadline", "idempotency", "overload", "backoff"}

// Directive is the category of findings about directives themselves.
const Directive = "directive"

// Options are the settings that every pass has.
type Options struct {
	Tests bool // report in test files and in generated code as well
	// Today is the day at which the limits of directives are judged. Without
	// it they do not end here: an analyzer whose answers are cached does not
	// ask the clock.
	Today string
}

// Register makes the options flags of a pass.
func (o *Options) Register(fs *flag.FlagSet) {
	fs.BoolVar(&o.Tests, "tests", o.Tests, "report in _test.go files and in generated code as well")
	fs.StringVar(&o.Today, "today", o.Today, "judge the until= of directives at this `day`, such as 2027-06-30; without it none ends")
}

// A Draft is what a pass found, before it is known whether anyone wants to
// hear it.
type Draft struct {
	Category   string
	Message    string
	Pos, End   token.Pos
	Related    []analysis.RelatedInformation
	Fixes      []analysis.SuggestedFix
	Confidence Confidence
	Attempts   *Attempts
	Time       *Time
	Path       []string
	// Identity names the finding without lines: functions and operation.
	Identity []string
	// Tolerated says that the user's settings accept it. It is not reported,
	// but a directive that silences it is in use.
	Tolerated bool

	until string // the last day on which a directive silences it
}

// Misread is what is reported of a directive that is wrong.
func Misread(pos, end token.Pos, message string) Draft {
	return Draft{Category: Directive, Message: message, Pos: pos, End: end, Confidence: High, Identity: []string{message}}
}

// Report sends the drafts that survive directives and options to the pass, in
// source order, and returns them as findings. Those that a directive silences
// up to a day are returned as well: who reads them knows what day it is.
func Report(pass *analysis.Pass, o Options, drafts []Draft) []Finding {
	allow := directive.Parse(pass.Fset, pass.Files)
	quiet := quietFiles(pass, o)
	name := pass.Analyzer.Name

	var kept []Draft
	for _, d := range drafts {
		if !d.Pos.IsValid() || quiet[pass.Fset.File(d.Pos)] || d.repeatedByTest() && !o.Tests {
			continue
		}
		allowed, until := allow.Allows(directive.Subject{Analyzer: name, Category: d.Category, Pos: d.Pos, Attempts: d.attempts()})
		if allowed && until == "" || d.Tolerated {
			continue
		}
		d.until = until
		kept = append(kept, d)
	}
	for _, p := range allow.Problems(name, Analyzers) {
		if quiet[pass.Fset.File(p.Pos)] {
			continue
		}
		kept = append(kept, Misread(p.Pos, p.End, p.Message))
	}
	slices.SortStableFunc(kept, func(a, b Draft) int {
		return position(pass.Fset, a.Pos).Compare(position(pass.Fset, b.Pos))
	})

	var findings []Finding
	seen := make(map[string]int)
	for _, d := range kept {
		f := d.finding(pass, seen)
		findings = append(findings, f)
		if d.until != "" && (o.Today == "" || o.Today <= d.until) {
			continue
		}
		pass.Report(analysis.Diagnostic{
			Pos:      d.Pos,
			End:      d.End,
			Category: f.Category,
			Message:  f.Message,
			URL:      f.URL,
			Related:  d.Related,

			SuggestedFixes: d.Fixes,
		})
	}
	return findings
}

// finding completes a draft. seen counts equal identities, so that the second
// of two equal faults in one function has a fingerprint of its own.
func (d Draft) finding(pass *analysis.Pass, seen map[string]int) Finding {
	identity := slices.Concat([]string{PackagePath(pass), pass.Analyzer.Name, d.Category}, d.Identity)
	key := fingerprint(identity)
	seen[key]++
	if n := seen[key]; n > 1 {
		key = fingerprint(append(identity, strconv.Itoa(n)))
	}
	end := d.End
	if !end.IsValid() {
		end = d.Pos
	}
	f := Finding{
		Analyzer:    pass.Analyzer.Name,
		Category:    d.Category,
		Message:     d.Message,
		Pos:         position(pass.Fset, d.Pos),
		End:         position(pass.Fset, end),
		Fingerprint: key,
		URL:         DocURL(pass.Analyzer.Name) + "#" + d.Category,
		Confidence:  d.Confidence,
		Attempts:    d.Attempts,
		Time:        d.Time,
		Path:        d.Path,
		Fixes:       fixes(pass.Fset, d.Fixes),
		Until:       d.until,
	}
	if d.Attempts == nil {
		for _, r := range d.Related {
			f.Related = append(f.Related, Related{position(pass.Fset, r.Pos), r.Message})
		}
	}
	return f
}

// repeatedByTest reports whether the outermost layer is one of a test: what it
// repeats is code that is not to blame.
func (d Draft) repeatedByTest() bool {
	return d.Attempts != nil && len(d.Attempts.Layers) > 0 && strings.HasSuffix(d.Attempts.Layers[0].File, "_test.go")
}

// attempts returns the number of the finding, 0 if it has none.
func (d Draft) attempts() int64 {
	if d.Attempts == nil {
		return 0
	}
	n, err := strconv.ParseInt(string(d.Attempts.Total), 10, 64)
	if err != nil {
		return 0
	}
	return n
}

func fixes(fset *token.FileSet, suggested []analysis.SuggestedFix) []Fix {
	var list []Fix
	for _, s := range suggested {
		fix := Fix{Message: s.Message}
		for _, e := range s.TextEdits {
			end := e.End
			if !end.IsValid() {
				end = e.Pos // an insertion
			}
			fix.Edits = append(fix.Edits, Edit{position(fset, e.Pos), position(fset, end), string(e.NewText)})
		}
		list = append(list, fix)
	}
	return list
}

// PackagePath returns the import path of the package in hand. The build system
// marks test variants, "p [p.test]": the mark is no part of the path.
func PackagePath(pass *analysis.Pass) string {
	path, _, _ := strings.Cut(pass.Pkg.Path(), " [")
	return path
}

// quietFiles returns the files in which nothing is reported.
func quietFiles(pass *analysis.Pass, o Options) map[*token.File]bool {
	quiet := make(map[*token.File]bool)
	if o.Tests {
		return quiet
	}
	for _, f := range pass.Files {
		tf := pass.Fset.File(f.FileStart)
		if strings.HasSuffix(tf.Name(), "_test.go") || ast.IsGenerated(f) {
			quiet[tf] = true
		}
	}
	return quiet
}

func position(fset *token.FileSet, pos token.Pos) Position {
	p := fset.Position(pos)
	return Position{File: p.Filename, Line: p.Line, Column: p.Column}
}
