package output

import (
	"encoding/xml"
	"io"
)

type checkstyleDoc struct {
	XMLName xml.Name         `xml:"checkstyle"`
	Version string           `xml:"version,attr"`
	Files   []checkstyleFile `xml:"file"`
}

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr"`
	Column   int    `xml:"column,attr"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// Checkstyle prints the XML of that tool, which many servers read.
func Checkstyle(w io.Writer, r *Report) error {
	doc := checkstyleDoc{Version: "5.0"}
	for _, f := range r.Findings {
		name := visible(r.file(f.Pos.File))
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
			doc.Files = append(doc.Files, checkstyleFile{Name: name})
		}
		last := &doc.Files[len(doc.Files)-1]
		last.Errors = append(last.Errors, checkstyleError{
			Line:     f.Pos.Line,
			Column:   f.Pos.Column,
			Severity: "warning",
			Message:  visible(f.Message),
			Source:   "retryvet." + f.Analyzer + "." + f.Category,
		})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
