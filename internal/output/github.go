package output

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// GitHub prints workflow commands, which GitHub Actions shows as annotations.
func GitHub(w io.Writer, r *Report) error {
	b := bufio.NewWriter(w)
	for _, f := range r.Findings {
		end := f.End
		columns := ""
		switch {
		case end.File != f.Pos.File || end.Line < f.Pos.Line:
			end = f.Pos
			fallthrough
		case end.Line == f.Pos.Line:
			columns = fmt.Sprintf(",col=%d,endColumn=%d", r.utf16Column(f.Pos), max(r.utf16Column(end), r.utf16Column(f.Pos)))
		}
		fmt.Fprintf(b, "::warning file=%s,line=%d,endLine=%d%s,title=%s::%s\n",
			property(r.file(f.Pos.File)), f.Pos.Line, end.Line, columns,
			property("retryvet "+f.Analyzer+"/"+f.Category), data(f.Message))
	}
	return b.Flush()
}

// data escapes the text of a workflow command.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(visible(s))
}

// property escapes the value of a property of a workflow command.
func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
