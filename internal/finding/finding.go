// Package finding holds the one value that every output is made from.
package finding

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strconv"
	"strings"
)

// A Finding is one report of one analyzer, with all that any output needs.
type Finding struct {
	Analyzer    string     `json:"analyzer"`
	Category    string     `json:"category"`
	Message     string     `json:"message"`
	Pos         Position   `json:"pos"`
	End         Position   `json:"end"`
	Fingerprint string     `json:"fingerprint"`
	URL         string     `json:"url"`
	Confidence  Confidence `json:"confidence"`
	Attempts    *Attempts  `json:"attempts,omitempty"`
	// Path is the call path from the outermost layer to the operation.
	Path []string `json:"path,omitempty"`
}

// A Position is a place in a file.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Confidence says how much of a finding is certain.
type Confidence string

const (
	// High: each number of the arithmetic stands in the code.
	High Confidence = "high"
	// Medium: a factor is a setting or has no number.
	Medium Confidence = "medium"
)

// Attempts is the arithmetic of one call path.
type Attempts struct {
	Total  Amount  `json:"total"`
	Layers []Layer `json:"layers"`
}

// A Layer is one factor. File is "import/path/file.go", the same on every
// machine.
type Layer struct {
	Func     string `json:"func"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Attempts Amount `json:"attempts"`
	Kind     string `json:"kind"`
}

// An Amount is a number of attempts as printed: "3", or "maxRetries+1",
// "unbounded", "time-bound" when there is no number. JSON has a number as a
// number, so that a reader can compute with it.
type Amount string

func (a Amount) MarshalJSON() ([]byte, error) {
	if n, err := strconv.ParseInt(string(a), 10, 64); err == nil {
		return strconv.AppendInt(nil, n, 10), nil
	}
	return json.Marshal(string(a))
}

func (a *Amount) UnmarshalJSON(data []byte) error {
	var n int64
	if json.Unmarshal(data, &n) == nil {
		*a = Amount(strconv.FormatInt(n, 10))
		return nil
	}
	return json.Unmarshal(data, (*string)(a))
}

// Compare orders findings by place, then by what they say.
func Compare(a, b Finding) int {
	return cmp.Or(
		a.Pos.Compare(b.Pos),
		cmp.Compare(a.Analyzer, b.Analyzer),
		cmp.Compare(a.Category, b.Category),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Fingerprint, b.Fingerprint),
	)
}

// Compare orders positions by file, line and column.
func (p Position) Compare(q Position) int {
	return cmp.Or(
		cmp.Compare(p.File, q.File),
		cmp.Compare(p.Line, q.Line),
		cmp.Compare(p.Column, q.Column),
	)
}

// fingerprint identifies a finding over edits that move it: it is made from
// names only, neither from lines nor from messages.
func fingerprint(identity []string) string {
	sum := sha256.Sum256([]byte(strings.Join(identity, "\x00")))
	return hex.EncodeToString(sum[:8])
}

// Same reports whether two findings are one, seen in two variants of its
// package.
func Same(a, b Finding) bool {
	return a.Pos == b.Pos && a.Analyzer == b.Analyzer && a.Category == b.Category && a.Message == b.Message
}
