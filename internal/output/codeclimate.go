package output

import (
	"io"

	"github.com/retryvet/retryvet/internal/finding"
)

type climateIssue struct {
	Type        string          `json:"type"`
	CheckName   string          `json:"check_name"`
	Description string          `json:"description"`
	Content     *climateContent `json:"content,omitempty"`
	Categories  []string        `json:"categories"`
	Severity    string          `json:"severity"`
	Fingerprint string          `json:"fingerprint"`
	Location    climateLocation `json:"location"`
}

type climateContent struct {
	Body string `json:"body"`
}

type climateLocation struct {
	Path  string       `json:"path"`
	Lines climateLines `json:"lines"`
}

type climateLines struct {
	Begin int `json:"begin"`
	End   int `json:"end"`
}

// CodeClimate prints a Code Quality report as GitLab reads it.
func CodeClimate(w io.Writer, r *Report) error {
	issues := []climateIssue{}
	for _, f := range r.Findings {
		issues = append(issues, climateIssue{
			Type:        "issue",
			CheckName:   f.Analyzer + "/" + f.Category,
			Description: visible(f.Message),
			Content:     &climateContent{Body: visible(f.URL)},
			Categories:  []string{"Bug Risk"},
			Severity:    climateSeverity(f),
			Fingerprint: f.Fingerprint,
			Location: climateLocation{
				Path:  visible(r.file(f.Pos.File)),
				Lines: climateLines{f.Pos.Line, max(f.Pos.Line, f.End.Line)},
			},
		})
	}
	return writeJSON(w, issues)
}

func climateSeverity(f finding.Finding) string {
	if f.Confidence == finding.High {
		return "major"
	}
	return "minor"
}
