package frontend

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/output"
	"github.com/retryvet/retryvet/internal/passdoc"
)

// report puts together what the formats print.
func (c *command) report(r *request, res *results) (*output.Report, error) {
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return nil, err
	}
	version, _, _ := buildInfo()
	return &output.Report{
		Findings: res.findings,
		Rules:    rules(c.suite),
		Version:  version,
		Dir:      dir,
		Prefix:   belowRepository(dir),
	}, nil
}

// rules describes all that the analyzers can report, from their documentation.
func rules(suite []*analysis.Analyzer) []output.Rule {
	var list []output.Rule
	for _, a := range suite {
		summary, _, _ := strings.Cut(a.Doc, "\n")
		for _, c := range passdoc.Categories(a.Doc) {
			list = append(list, output.Rule{
				Analyzer: a.Name,
				Category: c.Name,
				Summary:  summary,
				Text:     c.Text,
				Help:     a.Doc,
				URL:      finding.DocURL(a.Name) + "#" + c.Name,
			})
		}
	}
	return list
}

// belowRepository returns where dir lies in its repository, with slashes: ""
// at the root of it, or without one.
func belowRepository(dir string) string {
	for root := dir; ; root = filepath.Dir(root) {
		if _, err := os.Lstat(filepath.Join(root, ".git")); err == nil {
			if rel, err := filepath.Rel(root, dir); err == nil && rel != "." {
				return filepath.ToSlash(rel)
			}
			return ""
		}
		if root == filepath.Dir(root) {
			return ""
		}
	}
}

// colored reports whether w is a terminal that wants colours.
func colored(w io.Writer) bool {
	return isTerminal(w) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
