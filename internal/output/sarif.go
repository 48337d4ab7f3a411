package output

import (
	"cmp"
	"fmt"
	"io"
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"github.com/retryvet/retryvet/internal/finding"
)

// srcRoot stands for the root of the repository, wherever it lies.
const srcRoot = "%SRCROOT%"

// SARIF prints a SARIF 2.1.0 log. The same findings give the same bytes on any
// machine: paths start at the root of the repository.
func SARIF(w io.Writer, r *Report) error {
	rules := r.rulesOf()
	run := sarifRun{
		Tool: sarifTool{sarifDriver{
			Name:           "retryvet",
			Version:        r.Version,
			InformationURI: Home,
			Rules:          []sarifRule{},
		}},
		Automation: sarifAutomation{ID: path.Join("retryvet", r.Prefix) + "/"},
		BaseIDs: map[string]sarifArtifact{
			srcRoot: {Description: &sarifText{"the root of the repository"}},
		},
		ColumnKind: "utf16CodeUnits",
		Results:    []sarifResult{},
	}
	index := make(map[string]int)
	for i, rule := range rules {
		index[rule.ID()] = i
		run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRuleOf(rule))
	}
	for _, f := range r.Findings {
		run.Results = append(run.Results, r.sarifResult(f, index))
	}
	return writeJSON(w, sarifLog{
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Version: "2.1.0",
		Runs:    []sarifRun{run},
	})
}

// rulesOf returns the known rules and those that findings alone know.
func (r *Report) rulesOf() []Rule {
	rules := slices.Clone(r.Rules)
	for _, f := range r.Findings {
		rule := Rule{Analyzer: f.Analyzer, Category: f.Category, URL: f.URL}
		if !slices.ContainsFunc(rules, func(known Rule) bool { return known.ID() == rule.ID() }) {
			rules = append(rules, rule)
		}
	}
	slices.SortFunc(rules, func(a, b Rule) int { return cmp.Compare(a.ID(), b.ID()) })
	return rules
}

func sarifRuleOf(r Rule) sarifRule {
	short := sentence(cmp.Or(r.Text, r.Summary, r.ID()))
	full := sentence(cmp.Or(r.Summary, r.Text, r.ID()))
	help := cmp.Or(r.Help, full)
	return sarifRule{
		ID:       r.ID(),
		Name:     camel(r.Analyzer) + camel(r.Category),
		Short:    sarifText{short},
		Full:     sarifText{full},
		Help:     sarifHelp{Text: help, Markdown: help + "\n\n[" + r.ID() + "](" + r.URL + ")"},
		HelpURI:  r.URL,
		Defaults: sarifConfig{Level: "warning"},
		Properties: sarifProperties{
			Tags:      []string{"reliability", "retry"},
			Precision: "high",
			Severity:  "warning",
		},
	}
}

func (r *Report) sarifResult(f finding.Finding, index map[string]int) sarifResult {
	id := f.Analyzer + "/" + f.Category
	res := sarifResult{
		RuleID:       id,
		RuleIndex:    index[id],
		Level:        "warning",
		Locations:    []sarifLocation{{Physical: r.physical(f.Pos, f.End)}},
		Fingerprints: map[string]string{"retryvet/v1": f.Fingerprint},
		Properties:   map[string]any{"confidence": f.Confidence},
	}
	if f.Confidence == finding.Medium {
		res.Level = "note"
	}
	if f.Attempts != nil {
		res.Properties["attempts"] = f.Attempts.Total
	}
	var flow []sarifFlowLocation
	var links []string
	for i, s := range steps(f) {
		at := r.stepLocation(s)
		flow = append(flow, sarifFlowLocation{Location: at, NestingLevel: i, ExecutionOrder: i + 1})
		at.ID = i + 1 // not 0, which is the default and would be left out
		res.Related = append(res.Related, at)
		links = append(links, fmt.Sprintf("[%s](%d)", sarifPlain(s.text), at.ID))
	}
	text := sarifPlain(f.Message)
	if len(links) > 0 {
		text += "\n\n" + strings.Join(links, " → ")
		res.Flows = []sarifFlow{{Threads: []sarifThread{{Locations: flow}}}}
	}
	res.Message = sarifText{text}
	for _, fix := range f.Fixes {
		res.Fixes = append(res.Fixes, r.sarifFix(fix))
	}
	return res
}

func (r *Report) stepLocation(s step) sarifLocation {
	at := sarifLocation{Physical: r.physical(s.pos, s.pos), Message: &sarifText{sarifPlain(s.text)}}
	if s.fn != "" {
		at.Logical = []sarifLogical{{FullName: visible(s.fn), Kind: "function"}}
	}
	return at
}

func (r *Report) physical(pos, end finding.Position) sarifPhysical {
	return sarifPhysical{Artifact: r.artifact(pos.File), Region: r.region(pos, end)}
}

func (r *Report) artifact(file string) sarifArtifact {
	name := r.file(file)
	escaped := (&url.URL{Path: name}).EscapedPath()
	if path.IsAbs(name) {
		return sarifArtifact{URI: "file://" + escaped}
	}
	return sarifArtifact{URI: escaped, BaseID: srcRoot}
}

// region spans what a finding marks. A place of which the column is not known
// is its line.
func (r *Report) region(pos, end finding.Position) sarifRegion {
	region := sarifRegion{StartLine: max(pos.Line, 1)}
	if pos.Column == 0 {
		return region
	}
	region.StartColumn = r.utf16Column(pos)
	if end.File == pos.File && end.Compare(pos) > 0 {
		region.EndLine, region.EndColumn = end.Line, r.utf16Column(end)
	}
	return region
}

// sarifFix puts the edits of each file together: all of them or none.
func (r *Report) sarifFix(fix finding.Fix) sarifFix {
	out := sarifFix{Description: sarifText{sarifPlain(fix.Message)}, Changes: []sarifChange{}}
	for _, e := range fix.Edits {
		at := r.artifact(e.Pos.File)
		i := slices.IndexFunc(out.Changes, func(c sarifChange) bool { return c.Artifact.URI == at.URI })
		if i < 0 {
			i = len(out.Changes)
			out.Changes = append(out.Changes, sarifChange{Artifact: at})
		}
		deleted := r.region(e.Pos, e.End)
		if deleted.EndLine == 0 { // an insertion deletes nothing
			deleted.EndLine, deleted.EndColumn = deleted.StartLine, deleted.StartColumn
		}
		out.Changes[i].Replacements = append(out.Changes[i].Replacements, sarifReplacement{
			Deleted: deleted, Inserted: sarifText{e.Text},
		})
	}
	return out
}

// sarifPlain keeps a text from being read as a link.
func sarifPlain(s string) string {
	return strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`).Replace(visible(s))
}

// sentence makes a summary a sentence, as viewers want rules described.
func sentence(s string) string {
	s = strings.TrimRight(s, ".")
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// camel spells a name as a rule's name is spelled.
func camel(s string) string {
	var b strings.Builder
	up := true
	for _, c := range s {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			up = true
			continue
		}
		if up {
			c = unicode.ToUpper(c)
		}
		up = false
		b.WriteRune(c)
	}
	return b.String()
}
