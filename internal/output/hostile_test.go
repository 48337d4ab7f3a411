package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/retryvet/retryvet/internal/finding"
)

// hostile is a finding in which each text that comes from code is s.
func hostile(s string) finding.Finding {
	at := finding.Position{File: "d/" + s + ".go", Line: 3, Column: 2}
	return finding.Finding{
		Analyzer: "nestedretry", Category: "product", Message: s,
		Pos: at, End: at, Fingerprint: "00", URL: "https://example.com/#product", Confidence: finding.High,
		Attempts: &finding.Attempts{Total: finding.Amount(s), Layers: []finding.Layer{
			{Func: s, File: s, Line: 3, Attempts: finding.Amount(s), Kind: "loop", Wait: s},
			{Func: "x" + s, Attempts: "3", Kind: "loop", Pos: &at},
		}},
		Time:    &finding.Time{WorstCase: s},
		Path:    []string{s, "leaf" + s},
		Related: []finding.Related{{Pos: at, Message: s}},
		Fixes:   []finding.Fix{{Message: s, Edits: []finding.Edit{{Pos: at, End: at, Text: s}}}},
		Until:   s,
		Base:    &finding.Base{Attempts: "3", WorstCase: s},
	}
}

// inert says, for each format, what holds whatever the texts are.
var inert = map[string]func(out []byte) error{
	"text":        inertText,
	"json":        inertLines,
	"rdjsonl":     inertLines,
	"sarif":       inertJSON,
	"rdjson":      inertJSON,
	"codeclimate": inertJSON,
	"github":      inertCommands,
	"checkstyle":  inertXML,
	"markdown":    inertComment,
	"mermaid":     inertDiagram,
}

func FuzzFormats(f *testing.F) {
	for _, s := range seeds(f) {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if s == "" {
			return
		}
		for _, format := range Formats {
			check := inert[format.Name]
			if check == nil {
				t.Fatalf("nothing is known of the format %s", format.Name)
			}
			r := &Report{Findings: []finding.Finding{hostile(s)}, Gone: []finding.Finding{hostile(s)}, Compared: true, Dir: "testdata/none"}
			out := printed(t, format, r)
			if err := check(out); err != nil {
				t.Errorf("%s: %v\n%s", format.Name, err, out)
			}
			if !utf8.Valid(out) {
				t.Errorf("%s prints what is no UTF-8: %q", format.Name, out)
			}
		}
	})
}

func seeds(t testing.TB) []string {
	list := []string{"f", "a|b\\|c\\", "`", "``x`", " ` ", "\x1b]0;t\x07", "\xff\xfe", "日本", "1", "none", "[a](1)", "{}", "@x", "\u2028\u202e\u00ad"}
	for _, f := range sampleFindings(t, "hostile") {
		list = append(list, f.Message)
	}
	return list
}

func inertText(out []byte) error {
	for _, c := range string(out) {
		if c != '\n' && c != '\t' && hidden(c) {
			return fmt.Errorf("control character %U", c)
		}
	}
	if n := bytes.Count(out, []byte("\n")); n < 8 || n > 9 {
		return fmt.Errorf("%d lines", n)
	}
	return nil
}

func inertLines(out []byte) error {
	if n := bytes.Count(out, []byte("\n")); n != 1 {
		return fmt.Errorf("%d lines", n)
	}
	return inertJSON(out)
}

func inertJSON(out []byte) error {
	var v any
	return json.Unmarshal(out, &v)
}

var command = regexp.MustCompile(`^::warning file=[^:,\r\n]*,line=3,endLine=3,col=2,endColumn=2,title=[^:,\r\n]*::[^\r\n]*\n$`)

func inertCommands(out []byte) error {
	if !command.Match(out) {
		return fmt.Errorf("not one command")
	}
	return nil
}

func inertXML(out []byte) error {
	dec := xml.NewDecoder(bytes.NewReader(out))
	var names []string
	for {
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok {
			names = append(names, start.Name.Local)
		}
	}
	if got := strings.Join(names, " "); got != "checkstyle file error" {
		return fmt.Errorf("elements %s", got)
	}
	return nil
}

// The skeleton of a comment with its code spans and its diagram taken out.
var skeleton = regexp.MustCompile(`^<!-- retryvet:report -->
\*\*retryvet:\*\* (this change [a-z0-9C.µ, ]*|C); it removes 1 finding

\| Where \| Finding \| Attempts \|
\| --- \| --- \| --- \|
\| C \| C? \[product\]\(https://example.com/#product\) \| C \|

No longer found: C

<details><summary><code>[^<>\n` + "`" + `]*</code></summary>

D

</details>
$`)

func inertComment(out []byte) error {
	text := string(out)
	before, rest, ok := strings.Cut(text, "```mermaid\n")
	drawn, after, ended := strings.Cut(rest, "```\n")
	if !ok || !ended {
		return fmt.Errorf("no diagram")
	}
	if err := inertDiagram([]byte(drawn)); err != nil {
		return err
	}
	text, err := withoutCode(before)
	if err != nil {
		return err
	}
	if text += "D\n" + after; !skeleton.MatchString(text) {
		return fmt.Errorf("the comment is\n%s", text)
	}
	return nil
}

// withoutCode replaces code spans by C, as CommonMark finds them.
func withoutCode(s string) (string, error) {
	var b strings.Builder
	for s != "" {
		start := strings.IndexByte(s, '`')
		if start < 0 {
			b.WriteString(s)
			break
		}
		b.WriteString(s[:start])
		s = s[start:]
		fence := len(s) - len(strings.TrimLeft(s, "`"))
		end := -1
		for i := fence; i < len(s); {
			run := len(s[i:]) - len(strings.TrimLeft(s[i:], "`"))
			if run == fence {
				end = i + run
				break
			}
			i += max(run, 1)
		}
		if end < 0 {
			return "", fmt.Errorf("a code span has no end: %.60s", s)
		}
		if strings.ContainsAny(s[:end], "\r\n") {
			return "", fmt.Errorf("a code span goes over its line: %.60s", s)
		}
		b.WriteString("C")
		s = s[end:]
	}
	return b.String(), nil
}

// A label holds harmless marks and character codes. In the diagram here, T
// stands for one.
const diagramLabel = `([ .,/()_*=0-9A-Za-z]|#[0-9]+;)*`

var wholeDiagram = regexp.MustCompile(strings.ReplaceAll(`^sequenceDiagram
  actor R as request
(  participant P[0-9]+ as T
)+  R->>P1: call
  loop T
    P1->>P2: call
    loop 3 attempts
      P2->>P[23]: call
      P[23]--xP2: fails
    end
    P2--xP1: gives up
  end
  P1--xR: gives up
  Note over R,P[0-9]+: T
$`, "T", diagramLabel))

func inertDiagram(out []byte) error {
	if !wholeDiagram.Match(out) {
		return fmt.Errorf("not the expected diagram")
	}
	return nil
}

// A comment that is too long loses diagrams and rows, never its verdict.
func TestCommentLimit(t *testing.T) {
	f := sampleFindings(t, "plain")[0]
	for _, n := range []int{1, 50, 500, 5000} {
		r := &Report{}
		for i := range n {
			f.Path = []string{f.Path[0], fmt.Sprintf("(*http.Client).Do%d", i)}
			r.Findings = append(r.Findings, f)
			r.Gone = append(r.Gone, f)
		}
		out := string(printed(t, Format{Write: Markdown}, r))
		if len(out) > 65536 {
			t.Errorf("%d findings make a comment of %d bytes", n, len(out))
		}
		if !strings.HasPrefix(out, marker+"\n**retryvet:** this change raises `(*Billing).ChargeDetails` from 3 to 27 attempts, worst case 6s to 54s") {
			t.Errorf("%d findings: %.200s", n, out)
		}
		if n > 100 && (!strings.Contains(out, "more findings left out here") || !strings.Contains(out, "more diagrams left out here")) {
			t.Errorf("%d findings: nothing says that something is left out", n)
		}
		if strings.Count(out, "```mermaid\n") != strings.Count(out, "\n</details>") {
			t.Errorf("%d findings: a diagram is cut", n)
		}
	}
}
