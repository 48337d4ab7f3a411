// Package output prints results, one format a function. Each format is made
// from the findings alone, none of them reads a message.
package output

import (
	"bufio"
	"encoding/json"
	"io"
)

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

// writeJSON prints one document for programs, indented so that it can be read
// and compared.
func writeJSON(w io.Writer, document any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	return enc.Encode(document)
}
