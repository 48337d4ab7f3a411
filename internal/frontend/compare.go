package frontend

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/change"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

// compare keeps the findings that a change is answerable for, and returns those
// of the base that are gone: a finding is kept when a step of its path lies on
// a changed line, to which it moves, or when the base has not got it, or has it
// with another number.
func (c *command) compare(r *request, res *results) (gone []finding.Finding, err error) {
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return nil, err
	}
	diff, err := change.Since(dir, r.base)
	if err != nil {
		return nil, err
	}
	base := c.analyzeBase(r, diff)
	var kept []finding.Finding
	for _, f := range res.findings {
		touched := anchor(&f, diff, dir)
		if base != nil {
			f.Base = base.before(f)
		}
		if touched || base != nil && !base.has(f) {
			kept = append(kept, f)
		}
	}
	if base != nil {
		for _, f := range base.findings {
			if !slices.ContainsFunc(res.findings, func(g finding.Finding) bool { return livesOn(f, g) }) {
				gone = append(gone, f)
			}
		}
	}
	slices.SortFunc(kept, finding.Compare)
	res.findings = kept
	return gone, nil
}

// analyzeBase runs the same analysis over the base, nil where that does not
// work: then there is nothing to compare numbers with.
func (c *command) analyzeBase(r *request, diff *change.Change) *results {
	tree, release, err := diff.Checkout()
	if err != nil {
		fmt.Fprintf(c.stderr, "retryvet: no numbers of the base: %v\n", err)
		return nil
	}
	defer release()
	before := *r
	before.dir = filepath.Join(tree, filepath.FromSlash(diff.Prefix))
	if _, err := os.Stat(before.dir); err != nil {
		return &results{} // all of it is new
	}
	var complaints bytes.Buffer
	quiet := command{suite: c.suite, stdout: io.Discard, stderr: &complaints}
	base, err := quiet.collect(&before)
	if err == nil && quiet.code == clean {
		return base
	}
	fmt.Fprintf(c.stderr, "retryvet: no numbers of the base: it does not build: %s\n", firstLine(complaints.String(), err))
	return nil
}

func firstLine(text string, err error) string {
	if line, _, _ := strings.Cut(strings.TrimSpace(text), "\n"); line != "" {
		return line
	}
	return fmt.Sprint(err)
}

// anchor moves the finding to the outermost step that is on a changed line, and
// reports whether there is one. Robots that show changed lines only would not
// show it elsewhere.
func anchor(f *finding.Finding, diff *change.Change, dir string) bool {
	absolute := func(file string) string {
		if filepath.IsAbs(file) {
			return file
		}
		return filepath.Join(dir, file)
	}
	if _, ok := diff.FirstLine(absolute(f.Pos.File), f.Pos.Line, f.Pos.Line); ok {
		return true
	}
	var steps []finding.Position
	if f.Attempts != nil {
		for _, l := range f.Attempts.Layers {
			if l.Pos != nil {
				steps = append(steps, *l.Pos)
			}
		}
	}
	for _, related := range f.Related {
		steps = append(steps, related.Pos)
	}
	for _, p := range steps {
		if _, ok := diff.FirstLine(absolute(p.File), p.Line, p.Line); ok {
			if p.Column == 0 {
				p.Column = indentation(absolute(p.File), p.Line) + 1
			}
			f.Pos, f.End = p, p
			return true
		}
	}
	if f.End.File == f.Pos.File {
		line, ok := diff.FirstLine(absolute(f.Pos.File), f.Pos.Line, f.End.Line)
		if ok {
			f.Pos.Line, f.Pos.Column = line, indentation(absolute(f.Pos.File), line)+1
		}
		return ok
	}
	return false
}

// indentation counts the white space before the text of a line.
func indentation(file string, line int) int {
	data, err := os.ReadFile(file)
	if err != nil {
		return 0
	}
	lines := strings.Split(string(data), "\n")
	if line < 1 || line > len(lines) {
		return 0
	}
	text := lines[line-1]
	return len(text) - len(strings.TrimLeft(text, " \t"))
}

func total(f finding.Finding) finding.Amount {
	if f.Attempts == nil {
		return ""
	}
	return f.Attempts.Total
}

// has reports whether the base has the finding, with the same number.
func (base *results) has(f finding.Finding) bool {
	return slices.ContainsFunc(base.findings, func(g finding.Finding) bool {
		return g.Fingerprint == f.Fingerprint && total(g) == total(f)
	})
}

// livesOn reports whether a finding of the base is still there: as it was, or
// as the lower part of one to which the change has added layers.
func livesOn(old, now finding.Finding) bool {
	return old.Fingerprint == now.Fingerprint || old.Analyzer == now.Analyzer && old.Category == now.Category && lowerPart(old, now)
}

// before returns what the base made of the operation of f: the same path, else
// the longest lower part of it, whatever was wrong with that, else its innermost
// layer alone. It is nil when the base knows none of them.
func (base *results) before(f finding.Finding) *finding.Base {
	if f.Attempts == nil {
		return nil
	}
	var best *finding.Finding
	for i := range base.findings {
		g := &base.findings[i]
		if g.Fingerprint == f.Fingerprint {
			best = g
			break
		}
		if lowerPart(*g, f) && (best == nil || len(g.Attempts.Layers) > len(best.Attempts.Layers)) {
			best = g
		}
	}
	if best != nil {
		b := &finding.Base{Attempts: total(*best)}
		if best.Time != nil {
			b.WorstCase = best.Time.WorstCase
		}
		return b
	}
	layers := f.Attempts.Layers
	if len(layers) < 2 {
		return nil // what is new about it is no number
	}
	last := layers[len(layers)-1]
	for _, row := range base.rows {
		if row.Class == "retry" && row.Attempts != "" && last.Pos != nil && last.Pos.File == row.File && inFunction(last, row) {
			b := &finding.Base{Attempts: alone(row)}
			if row.Time != nil {
				b.WorstCase = row.Time.WorstCase
			}
			return b
		}
	}
	return nil
}

// lowerPart reports whether the path of g is the end of that of f.
func lowerPart(g, f finding.Finding) bool {
	if g.Attempts == nil || len(g.Path) == 0 || len(f.Path) == 0 {
		return false
	}
	low, high := g.Attempts.Layers, f.Attempts.Layers
	if len(low) > len(high) || g.Path[len(g.Path)-1] != f.Path[len(f.Path)-1] {
		return false
	}
	return slices.EqualFunc(low, high[len(high)-len(low):], func(a, b finding.Layer) bool {
		return a.Func == b.Func && a.Kind == b.Kind
	})
}

// inFunction reports whether a row of the inventory is the region of a layer:
// of one kind in one function, which the row names as inside its package.
func inFunction(l finding.Layer, row inventory.Row) bool {
	if l.Kind != row.Kind {
		return false
	}
	if recv, method, ok := strings.Cut(row.Func, ")."); ok {
		typ := strings.TrimLeft(recv, "(*")
		return strings.HasSuffix(l.Func, "."+typ+")."+method)
	}
	return strings.HasSuffix(l.Func, "."+row.Func)
}

// alone is the number of a region with what lies below it.
func alone(row inventory.Row) finding.Amount {
	product, err := strconv.ParseInt(string(row.Attempts), 10, 64)
	if err != nil {
		return row.Attempts
	}
	for _, b := range row.Below {
		n, err := strconv.ParseInt(string(b), 10, 64)
		if err != nil {
			return cmp.Or(b, row.Attempts)
		}
		product *= n
	}
	return finding.Amount(strconv.FormatInt(product, 10))
}
