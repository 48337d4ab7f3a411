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
	Time        *Time      `json:"time,omitempty"`
	// Path is the call path from the outermost layer to the operation.
	Path []string `json:"path,omitempty"`
	// Related are other places that the finding speaks of, when no layers
	// tell them.
	Related []Related `json:"related,omitempty"`
	// Fixes are alternatives: at most one of them can be applied.
	Fixes []Fix `json:"fixes,omitempty"`
	// Until is the last day on which a directive silences the finding.
	Until string `json:"until,omitempty"`
	// Base is what a change found in the place of this, nil when nothing was
	// compared.
	Base *Base `json:"base,omitempty"`
}

// A Base is what the same call path came to before a change.
type Base struct {
	Attempts  Amount `json:"attempts,omitempty"`
	WorstCase string `json:"worst_case,omitempty"`
}

// A Related is a place that explains a finding.
type Related struct {
	Pos     Position `json:"pos"`
	Message string   `json:"message"`
}

// A Fix is a change of the source that mends the fault.
type Fix struct {
	Message string `json:"message"`
	Edits   []Edit `json:"edits"`
}

// An Edit puts text in the place of what stands between two positions of one
// file.
type Edit struct {
	Pos  Position `json:"pos"`
	End  Position `json:"end"`
	Text string   `json:"text"`
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
	// Wait says how it waits between attempts, "" when that is not known.
	Wait string `json:"wait,omitempty"`
	// Pos is where File is on this machine. An analyzer does not know that of
	// other packages; the command finds it for those of the main module.
	Pos *Position `json:"pos,omitempty"`
}

// Time is how long a path can take, each part as printed ("54s"), "" where
// nothing is proven.
type Time struct {
	PerAttempt string `json:"per_attempt,omitempty"`
	Waits      string `json:"waits,omitempty"`
	WorstCase  string `json:"worst_case,omitempty"`
	Deadline   string `json:"deadline,omitempty"`
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
