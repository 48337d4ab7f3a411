package output

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/retryvet/retryvet/internal/finding"
)

// TextOptions are how a person wants to read findings.
type TextOptions struct {
	SingleLine bool // for editors: nothing beneath the finding
	Color      bool // for terminals
}

// Text prints findings as compilers do, one a line, and beneath each the path
// that leads to its number.
func Text(w io.Writer, findings []finding.Finding, o TextOptions) error {
	b := bufio.NewWriter(w)
	in := ink(o.Color)
	for _, f := range findings {
		place := fmt.Sprintf("%s:%d:%d:", visible(f.Pos.File), f.Pos.Line, f.Pos.Column)
		fmt.Fprintf(b, "%s %s\n", in.bold(place), in.message(visible(f.Message)))
		if o.SingleLine {
			continue
		}
		for _, line := range beneath(f) {
			fmt.Fprintf(b, "\t%s\n", in.faint(line))
		}
	}
	return b.Flush()
}

// lineOf is the finding as it stands in a log.
func lineOf(f finding.Finding) string {
	return fmt.Sprintf("%s:%d:%d: %s", visible(f.Pos.File), f.Pos.Line, f.Pos.Column, visible(f.Message))
}

// beneath tells what a finding is made of.
func beneath(f finding.Finding) []string {
	var lines []string
	if f.Attempts != nil && len(f.Attempts.Layers) > 0 {
		lines = pathTable(f)
	}
	for _, r := range f.Related {
		lines = append(lines, visible(fmt.Sprintf("%s:%d: %s", r.Pos.File, r.Pos.Line, r.Message)))
	}
	if t := timeText(f.Time); t != "" {
		lines = append(lines, t)
	}
	if f.Base != nil && f.Attempts != nil && f.Base.Attempts != f.Attempts.Total {
		lines = append(lines, visible("before this change: "+attemptsText(f.Base.Attempts)))
	}
	for _, fix := range f.Fixes {
		lines = append(lines, visible("fix: "+fix.Message))
	}
	if f.Until != "" {
		lines = append(lines, visible("was allowed until "+f.Until))
	}
	return lines
}

// pathTable lines up the factors: how often, who, where, with what waits.
func pathTable(f finding.Finding) []string {
	layers := f.Attempts.Layers
	rows := make([][2]string, 0, len(layers)+1)
	for i, l := range layers {
		factor := string(cmp.Or(l.Attempts, "?"))
		if i > 0 {
			factor = "x " + factor
		}
		rows = append(rows, [2]string{factor, layerLine(l)})
	}
	if leaf := leafOf(f); leaf != "" {
		rows = append(rows, [2]string{"= " + string(f.Attempts.Total), leaf})
	}
	width := 0
	for i := range rows {
		rows[i] = [2]string{clip(visible(rows[i][0]), 40), visible(rows[i][1])}
		width = max(width, utf8.RuneCountInString(rows[i][0]))
	}
	lines := make([]string, len(rows))
	for i, r := range rows {
		lines[i] = r[0] + strings.Repeat(" ", width-utf8.RuneCountInString(r[0])+2) + r[1]
	}
	return lines
}

// layerLine is a layer in the path: its function, its place, its waits.
func layerLine(l finding.Layer) string {
	text := l.Func
	if at := layerPlace(l); at != "" {
		text += "  " + at
	}
	if wait := waitText(l); wait != "" {
		text += "  " + wait
	}
	return text
}

// waitText words the waits of a layer, "" when they are not known.
func waitText(l finding.Layer) string {
	switch l.Wait {
	case "":
		return ""
	case "none":
		return "no wait"
	}
	return "wait " + l.Wait
}

// layerPlace is where a layer stands, "" for what a library does out of sight.
func layerPlace(l finding.Layer) string {
	switch {
	case l.Pos != nil:
		return fmt.Sprintf("%s:%d", l.Pos.File, l.Pos.Line)
	case l.Line == 0:
		return ""
	case l.File == "":
		return fmt.Sprintf("line %d", l.Line)
	}
	return fmt.Sprintf("%s:%d", path.Clean(l.File), l.Line)
}

// timeText words what is proven of the time that a path takes.
func timeText(t *finding.Time) string {
	if t == nil {
		return ""
	}
	var parts []string
	for _, p := range [...]struct{ name, value string }{
		{"attempt", t.PerAttempt}, {"waits", t.Waits}, {"worst case", t.WorstCase}, {"deadline", t.Deadline},
	} {
		if p.value != "" {
			parts = append(parts, p.name+" "+visible(p.value))
		}
	}
	return strings.Join(parts, ", ")
}

// An ink paints text for a terminal, or leaves it as it is.
type ink bool

func (on ink) paint(code, s string) string {
	if !on {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

func (on ink) bold(s string) string    { return on.paint("1", s) }
func (on ink) message(s string) string { return on.paint("33", s) }
func (on ink) faint(s string) string   { return on.paint("2", s) }
