package idempotency

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

// draft words the fault.
func (f fault) draft(pass *analysis.Pass) finding.Draft {
	d := finding.Draft{
		Category:   f.category,
		Message:    f.message(),
		Confidence: finding.High,
		Attempts:   &finding.Attempts{Total: finding.Amount(f.total.String())},
	}
	d.Pos, d.End = extent(pass.Files, f.Pos)
	if _, ok := f.total.Number(); !ok {
		d.Confidence = finding.Medium
	}
	for _, l := range f.layers {
		d.Attempts.Layers = append(d.Attempts.Layers, finding.Layer{
			Func: l.Func, File: l.File, Line: l.Line, Attempts: finding.Amount(l.Attempts.String()), Kind: string(l.Kind),
		})
		d.Path = append(d.Path, l.Func+place(l.File, l.Line))
		d.Identity = append(d.Identity, l.Func)
		d.Related = append(d.Related, analysis.RelatedInformation{
			Pos:     d.Pos,
			Message: l.Attempts.Factor() + " attempts " + within(l),
		})
	}
	if f.category == key {
		if fix, ok := f.hoistFix(pass); ok {
			d.Fixes = append(d.Fixes, fix)
		}
	}
	d.Path = append(d.Path, f.Func)
	d.Identity = append(d.Identity, f.Func)
	return d
}

// message is one line that stands alone: hosts drop or tear off all the rest.
func (f fault) message() string {
	switch f.category {
	case key:
		m := fmt.Sprintf("idempotency key is made anew in every attempt (%s): %s repeated %s%s", f.layers[0].Fresh, f.what(), f.often(), f.by())
		if len(f.kept) > 0 {
			m += "; it survives only the attempts " + within(f.kept[0])
		}
		return m
	case body:
		return f.usedUp()
	case tx:
		return fmt.Sprintf("%s inside a transaction that is run %s: a run that cannot be committed has sent it already%s", f.what(), f.often(), f.by())
	case stale:
		return fmt.Sprintf("a conflict is answered by sending the same object again: read it in every attempt%s", f.by())
	}
	return fmt.Sprintf("%s repeated %s without an idempotency key%s", f.what(), f.often(), f.by())
}

// usedUp says what later attempts do.
func (f fault) usedUp() string {
	what, then := "request body", "send it empty"
	switch {
	case f.Body == "command":
		what, then = "command", "fail at once"
	case f.Kind != "request":
		what = "what is sent"
	}
	later := "later attempts"
	switch n, ok := f.total.Number(); {
	case ok && n == 2:
		later, then = "attempt 2", strings.Replace(strings.Replace(then, "send", "sends", 1), "fail", "fails", 1)
	case ok && n == 3:
		later = "attempts 2 and 3"
	case ok && n > 3:
		later = fmt.Sprintf("attempts 2 to %d", n)
	}
	return fmt.Sprintf("%s is used up by the first attempt: %s %s%s", what, later, then, f.by())
}

// what names the effect.
func (f fault) what() string {
	switch f.Kind {
	case "request", "statement":
		return f.Verb
	case "send":
		return "message to " + f.Func
	}
	return f.Kind + " (" + f.Func + ")"
}

// often says how often the effect is repeated.
func (f fault) often() string {
	switch n, ok := f.total.Number(); {
	case f.total.Open && !f.endless():
		return "until its time is up"
	case f.total.Open:
		return "without limit"
	case f.total.Unknown:
		return "after a failure"
	case ok:
		return fmt.Sprintf("up to %d times", n)
	}
	if s := f.total.String(); !strings.ContainsAny(s, " +(") {
		return "as often as " + s + " says"
	}
	return "up to " + f.total.String() + " times"
}

// endless reports whether a layer is ended by nothing, not even by time.
func (f fault) endless() bool {
	return slices.ContainsFunc(f.layers, func(l summary.ActLayer) bool { return l.Attempts.Kind == attempt.Unbounded })
}

// by names the outermost layer unless it is what the line itself shows.
func (f fault) by() string {
	l := f.layers[0]
	if l.BuiltIn {
		return ", by " + l.Func + " itself"
	}
	if l.Queue {
		return ", by the queue whose handler is set " + within(l)
	}
	return ", by the retry " + within(l)
}

// within tells where a layer is.
func within(l summary.ActLayer) string {
	return "in " + bare(l.Func) + place(path.Base(l.File), l.Line)
}

// place is a position as it follows a name. What a library does out of sight
// has none.
func place(file string, line int) string {
	if line == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", file, line)
}

// bare drops the package from a function's name: the file that follows it in a
// message tells the rest.
func bare(fn string) string {
	recv, method, ok := strings.Cut(fn, ").")
	if !ok {
		return unqualified(fn)
	}
	typ := strings.TrimLeft(recv, "(*")
	return recv[:len(recv)-len(typ)] + unqualified(typ) + ")." + method
}

func unqualified(name string) string {
	if _, rest, ok := strings.Cut(name, "."); ok {
		return rest
	}
	return name
}

// extent returns the extent of the call at pos: for the engine, a call is
// where its parenthesis is.
func extent(files []*ast.File, pos token.Pos) (token.Pos, token.Pos) {
	end := pos
	for _, f := range files {
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
