// Package output prints results, one format a function.
package output

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"

	"github.com/retryvet/retryvet/internal/finding"
)

// Text prints findings as compilers do, one a line.
func Text(w io.Writer, findings []finding.Finding) error {
	b := bufio.NewWriter(w)
	for _, f := range findings {
		fmt.Fprintf(b, "%s:%d:%d: %s\n", f.Pos.File, f.Pos.Line, f.Pos.Column, f.Message)
	}
	return b.Flush()
}

// JSON prints values as JSON, one object a line.
func JSON[T any](w io.Writer, values []T) error {
	b := bufio.NewWriter(w)
	enc := json.NewEncoder(b)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return err
		}
	}
	return b.Flush()
}
