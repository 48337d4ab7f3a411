package output

import (
	"cmp"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
)

const (
	// marker tells a robot which comment is its own, so that it changes that
	// one and does not add another.
	marker = "<!-- retryvet:report -->"
	// commentLimit is what GitHub takes, less a margin.
	commentLimit = 65536 - 1024
)

// Markdown prints a comment for a pull request: the verdict in one line, a
// table, and a sequence diagram for each nested path. What does not fit is left
// out from the end, and said so: the verdict is never lost.
func Markdown(w io.Writer, r *Report) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n**retryvet:** %s\n", marker, r.verdict())
	writeRows(&b, r)
	writeDiagrams(&b, r.Findings)
	_, err := io.WriteString(w, b.String())
	return err
}

// verdict says in one line what to know: the change that raises a number most,
// else the largest number.
func (r *Report) verdict() string {
	if len(r.Findings) == 0 {
		switch n := len(r.Gone); {
		case n > 0:
			return "this change removes " + count(n, "finding") + "; nothing is left"
		case r.Compared:
			return "this change adds no retry misuse"
		}
		return "no retry misuse found"
	}
	worst := r.Findings[0]
	for _, f := range r.Findings[1:] {
		raises, raised := changed(f), changed(worst)
		if raises && !raised || raises == raised && weight(f) > weight(worst) {
			worst = f
		}
	}
	text := code(worst.Message, 400)
	if raised := raise(worst); raised != "" {
		text = raised
	}
	if n := len(r.Findings) - 1; n > 0 {
		text += ", and " + count(n, "more finding")
	}
	if n := len(r.Gone); n > 0 {
		text += "; it removes " + count(n, "finding")
	}
	return text
}

// raise words the change of a number, "" when there is none.
func raise(f finding.Finding) string {
	if !changed(f) {
		return ""
	}
	verb := "raises"
	if number(f.Base.Attempts) > weight(f) {
		verb = "lowers"
	}
	last := f.Attempts.Layers[len(f.Attempts.Layers)-1]
	text := "this change " + verb + " " + code(bare(last.Func), 200)
	text += " from " + amount(f.Base.Attempts) + " to " + amount(f.Attempts.Total) + " attempts"
	if f.Base.WorstCase != "" && f.Time != nil && f.Time.WorstCase != "" {
		text += ", worst case " + plainOrCode(f.Base.WorstCase) + " to " + plainOrCode(f.Time.WorstCase)
	}
	return text
}

// changed reports whether the finding had another number before the change.
func changed(f finding.Finding) bool {
	return f.Base != nil && f.Attempts != nil && len(f.Attempts.Layers) > 0 && f.Base.Attempts != f.Attempts.Total
}

// weight orders findings by their number; what has no end is the heaviest.
func weight(f finding.Finding) int64 {
	if f.Attempts == nil {
		return 0
	}
	return number(f.Attempts.Total)
}

func number(a finding.Amount) int64 {
	if n, err := strconv.ParseInt(string(a), 10, 64); err == nil {
		return n
	}
	return 1 << 62
}

func writeRows(b *strings.Builder, r *Report) {
	if len(r.Findings) > 0 {
		b.WriteString("\n| Where | Finding | Attempts |\n| --- | --- | --- |\n")
	}
	for i, f := range r.Findings {
		row := fmt.Sprintf("| %s | %s [%s](%s) | %s |\n",
			cell(fmt.Sprintf("%s:%d", r.file(f.Pos.File), f.Pos.Line), 200), cell(f.Message, 1000),
			linkText(f.Category), linkURL(f.URL), attemptsCell(f))
		if b.Len()+len(row) > commentLimit/2 {
			fmt.Fprintf(b, "\n%s left out here.\n", count(len(r.Findings)-i, "more finding"))
			break
		}
		b.WriteString(row)
	}
	for i, f := range r.Gone {
		item := fmt.Sprintf("\nNo longer found: %s\n", code(lineOf(f), 1000))
		if b.Len()+len(item) > commentLimit/2+commentLimit/8 {
			fmt.Fprintf(b, "\n%s no longer found.\n", count(len(r.Gone)-i, "more"))
			break
		}
		b.WriteString(item)
	}
}

func attemptsCell(f finding.Finding) string {
	if f.Attempts == nil {
		return ""
	}
	text := string(f.Attempts.Total)
	if changed(f) {
		text = string(f.Base.Attempts) + " → " + text
	}
	return cell(text, 100)
}

func writeDiagrams(b *strings.Builder, findings []finding.Finding) {
	left := 0
	for _, f := range nestedPaths(findings) {
		var d strings.Builder
		fmt.Fprintf(&d, "\n<details><summary>%s</summary>\n\n```mermaid\n", summaryText(f))
		_ = Mermaid(&d, []finding.Finding{f}) // a Builder takes everything
		d.WriteString("```\n\n</details>\n")
		if left > 0 || b.Len()+d.Len() > commentLimit {
			left++
			continue
		}
		b.WriteString(d.String())
	}
	if left > 0 {
		fmt.Fprintf(b, "\n%s left out here.\n", count(left, "more diagram"))
	}
}

func summaryText(f finding.Finding) string {
	text := string(f.Attempts.Total) + " calls of " + cmp.Or(leafOf(f), "the operation") + " by " + f.Attempts.Layers[0].Func
	return "<code>" + entities(clip(visible(text), 300)) + "</code>"
}

// code sets a text in a code span, in which nothing is markup. The fence is
// longer than any run of backticks within.
func code(s string, limit int) string {
	s = clip(visible(s), limit)
	if s == "" {
		return ""
	}
	longest, run := 0, 0
	for _, c := range s {
		if run++; c != '`' {
			run = 0
		}
		longest = max(longest, run)
	}
	fence := strings.Repeat("`", longest+1)
	if strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.TrimSpace(s) != s {
		s = " " + s + " "
	}
	return fence + s + fence
}

// cell is code in a table, where a bar ends the cell even in a code span, and
// how a backslash before it reads depends on the reader.
func cell(s string, limit int) string { return code(strings.ReplaceAll(s, "|", "¦"), limit) }

// amount prints a number as it is and a name as code.
func amount(a finding.Amount) string { return plainOrCode(string(cmp.Or(a, "?"))) }

func plainOrCode(s string) string {
	for _, c := range s {
		if (c < '0' || c > '9') && !strings.ContainsRune(".hmsµn", c) {
			return code(s, 60)
		}
	}
	return s
}

// entities spells all marks as character references: neither HTML nor Markdown
// sees any.
func entities(s string) string {
	var b strings.Builder
	for _, c := range s {
		if c > 0x7f || c == ' ' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
			b.WriteRune(c)
			continue
		}
		fmt.Fprintf(&b, "&#%d;", c)
	}
	return b.String()
}

// linkText and linkURL are made of names of the tool, but whoever reads JSON
// back in could have changed them.
func linkText(s string) string { return entities(clip(visible(s), 60)) }

func linkURL(s string) string {
	var b strings.Builder
	for _, c := range visible(s) {
		if c > 0x7f || strings.ContainsRune(" <>()[]\\`|\"'", c) {
			continue
		}
		b.WriteRune(c)
	}
	return b.String()
}

func count(n int, noun string) string {
	if n == 1 || noun == "more" {
		return fmt.Sprintf("%d %s", n, noun)
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// bare drops the package from a function's name: "(*tool.Billing).once" is
// "(*Billing).once".
func bare(fn string) string {
	head := len(fn) - len(strings.TrimLeft(fn, "(*"))
	if _, rest, ok := strings.Cut(fn[head:], "."); ok && !strings.Contains(fn[head:len(fn)-len(rest)], ")") {
		return fn[:head] + rest
	}
	return fn
}
