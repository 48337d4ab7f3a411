package output

import (
	"io"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
)

// The Reviewdog Diagnostic Format counts columns in bytes, as Go does.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Source      *rdSource      `json:"source,omitempty"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Original    string         `json:"original_output"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

var rdTool = rdSource{Name: "retryvet", URL: Home}

// RDJSON prints one document of the Reviewdog Diagnostic Format.
func RDJSON(w io.Writer, r *Report) error {
	doc := rdResult{Source: rdTool, Severity: "WARNING", Diagnostics: []rdDiagnostic{}}
	for _, f := range r.Findings {
		doc.Diagnostics = append(doc.Diagnostics, r.rd(f))
	}
	return writeJSON(w, doc)
}

// RDJSONL prints the same, one diagnostic a line.
func RDJSONL(w io.Writer, r *Report) error {
	var lines []rdDiagnostic
	for _, f := range r.Findings {
		d := r.rd(f)
		d.Source = &rdTool
		lines = append(lines, d)
	}
	return JSON(w, lines)
}

func (r *Report) rd(f finding.Finding) rdDiagnostic {
	d := rdDiagnostic{
		Message:  inertMarkdown(f.Message),
		Location: rdLocation{Path: r.rdPath(f.Pos), Range: rdSpan(f.Pos, f.End)},
		Severity: "WARNING",
		Code:     rdCode{Value: f.Analyzer + "/" + f.Category, URL: f.URL},
		Original: lineOf(f),
	}
	for _, s := range steps(f) {
		at := rdLocation{Path: r.rdPath(s.pos), Range: rdSpan(s.pos, s.pos)}
		d.Related = append(d.Related, rdRelated{inertMarkdown(s.text), at})
	}
	for _, fix := range f.Fixes {
		// Each suggestion is offered by itself. A fix of several edits is
		// whole or worthless.
		if len(fix.Edits) == 1 && fix.Edits[0].Pos.File == f.Pos.File {
			e := fix.Edits[0]
			d.Suggestions = append(d.Suggestions, rdSuggestion{rdSpan(e.Pos, e.End), e.Text})
		}
	}
	return d
}

// rdPath names a file from the directory of the run: reviewdog itself knows
// where that is in the repository.
func (r *Report) rdPath(p finding.Position) string {
	return visible(strings.ReplaceAll(p.File, `\`, "/"))
}

func rdSpan(pos, end finding.Position) rdRange {
	span := rdRange{Start: rdPosition{pos.Line, pos.Column}}
	if end.File == pos.File && end.Compare(pos) >= 0 {
		span.End = &rdPosition{end.Line, end.Column}
	}
	return span
}

// inertMarkdown keeps a text that a robot posts as a comment from becoming
// markup: names and file names are a stranger's.
func inertMarkdown(s string) string {
	return markdownEscapes.Replace(visible(s))
}

// A mention survives a backslash: the mark is cut off from the name.
var markdownEscapes = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "<", `\<`, ">", `\>`, "[", `\[`, "]", `\]`, "|", `\|`, "@", "@\u200b", "#", `\#`, "~~", `\~\~`, "://", `:\//`, "www.", `www\.`,
)
