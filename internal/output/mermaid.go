package output

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
)

// Mermaid draws the calls of the findings as one sequence diagram: participants
// are the layers, nested loops their attempts, the note below has the product.
func Mermaid(w io.Writer, findings []finding.Finding) error {
	b := bufio.NewWriter(w)
	d := diagram{w: b, ids: make(map[string]string)}
	fmt.Fprintf(b, "sequenceDiagram\n  actor R as request\n")
	drawn := nestedPaths(findings)
	for _, f := range drawn {
		d.participants(f)
	}
	for _, f := range drawn {
		d.draw(f, len(drawn) > 1)
	}
	if len(drawn) == 0 {
		fmt.Fprintf(b, "  Note over R: no nested retries\n")
	}
	return b.Flush()
}

// nestedPaths returns the findings that have a nested path to draw, one for each
// path: several analyzers can have something to say about it.
func nestedPaths(findings []finding.Finding) []finding.Finding {
	var list []finding.Finding
	seen := make(map[string]int)
	for _, f := range findings {
		if f.Attempts == nil || len(f.Attempts.Layers) < 2 {
			continue
		}
		key := leafKey(f)
		for _, l := range f.Attempts.Layers {
			key += "\x00" + layerKey(l) + "\x00" + string(l.Attempts)
		}
		switch i, ok := seen[key]; {
		case !ok:
			seen[key] = len(list)
			list = append(list, f)
		case waits(list[i]) < waits(f):
			list[i] = f
		}
	}
	return list
}

// waits counts the layers of which the waits are known.
func waits(f finding.Finding) int {
	n := 0
	for _, l := range f.Attempts.Layers {
		if l.Wait != "" {
			n++
		}
	}
	return n
}

type diagram struct {
	w   *bufio.Writer
	ids map[string]string // of participants, by what tells them apart
}

// participant declares a participant once.
func (d *diagram) participant(key, name string) {
	if d.ids[key] != "" {
		return
	}
	d.ids[key] = fmt.Sprintf("P%d", len(d.ids)+1)
	fmt.Fprintf(d.w, "  participant %s as %s\n", d.ids[key], label(name))
}

// layerKey tells layers apart: two regions of one function are two.
func layerKey(l finding.Layer) string { return fmt.Sprintf("%s %s:%d", l.Func, l.File, l.Line) }

func leafKey(f finding.Finding) string { return "operation " + leafOf(f) }

func (d *diagram) participants(f finding.Finding) {
	for _, l := range f.Attempts.Layers {
		d.participant(layerKey(l), l.Func)
	}
	d.participant(leafKey(f), cmp.Or(leafOf(f), "operation"))
}

// draw prints the calls of one finding. With several in one diagram each has a
// note that tells which it is.
func (d *diagram) draw(f finding.Finding, named bool) {
	layers := f.Attempts.Layers
	ids := []string{"R"}
	for _, l := range layers {
		ids = append(ids, d.ids[layerKey(l)])
	}
	ids = append(ids, d.ids[leafKey(f)])
	if named {
		fmt.Fprintf(d.w, "  Note over R: %s\n", label(fmt.Sprintf("%s:%d", f.Pos.File, f.Pos.Line)))
	}
	last := len(ids) - 1
	for i := 1; i <= last; i++ {
		indent := strings.Repeat("  ", i)
		fmt.Fprintf(d.w, "%s%s->>%s: call\n", indent, ids[i-1], ids[i])
		if i < last {
			fmt.Fprintf(d.w, "%sloop %s\n", indent, label(loopText(layers[i-1])))
		}
	}
	for i := last; i >= 1; i-- {
		indent := strings.Repeat("  ", i)
		if i < last {
			fmt.Fprintf(d.w, "%send\n", indent)
		}
		answer := "gives up"
		if i == last {
			answer = "fails"
		}
		fmt.Fprintf(d.w, "%s%s--x%s: %s\n", indent, ids[i], ids[i-1], answer)
	}
	fmt.Fprintf(d.w, "  Note over R,%s: %s\n", ids[last], label(sumText(f)))
}

// loopText words what a layer's loop does.
func loopText(l finding.Layer) string {
	text := attemptsText(l.Attempts)
	if wait := waitText(l); wait != "" {
		text += ", " + wait
	}
	return text
}

// sumText is the arithmetic: "27 calls = 3 x 3 x 3, worst case 54s".
func sumText(f finding.Finding) string {
	var factors []string
	for _, l := range f.Attempts.Layers {
		factors = append(factors, string(cmp.Or(l.Attempts, "?")))
	}
	text := fmt.Sprintf("%s calls = %s", f.Attempts.Total, strings.Join(factors, " x "))
	if f.Time != nil {
		// Of the outermost layer: its own attempts and waits say little here.
		text += endText(*f.Time)
	}
	return text
}

// endText words how long a path can take, and how long it may.
func endText(t finding.Time) string {
	text := timeText(&finding.Time{WorstCase: t.WorstCase, Deadline: t.Deadline})
	if text == "" {
		return ""
	}
	return ", " + text
}

// label spells a text so that it means nothing to Mermaid: a semicolon ends a
// statement there, "%%" starts a comment or a directive, and much else depends
// on where it stands. All but letters, digits and harmless marks become
// character codes.
func label(s string) string {
	var b strings.Builder
	for _, c := range clip(visible(s), 100) {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', strings.ContainsRune(" .,/()_*=", c):
			b.WriteRune(c)
		default:
			fmt.Fprintf(&b, "#%d;", c)
		}
	}
	return b.String()
}
