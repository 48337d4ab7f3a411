package frontend

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/retryvet/retryvet/internal/finding"
)

// baselineFile is where a baseline is, unless -file says otherwise.
const baselineFile = ".retryvet-baseline.json"

// A baseline is what is accepted as it is: only what is new is reported.
type baseline struct {
	Version  int        `json:"version"`
	Findings []accepted `json:"findings"`
}

// An accepted finding is known by its fingerprint, which has neither lines nor
// names of variables. File and message are for people.
type accepted struct {
	Fingerprint string         `json:"fingerprint"`
	Attempts    finding.Amount `json:"attempts,omitempty"`
	Analyzer    string         `json:"analyzer"`
	Category    string         `json:"category"`
	File        string         `json:"file"`
	Message     string         `json:"message"`
}

// baseline writes the findings of today, or checks against them.
func (c *command) baseline(args []string) error {
	verb := ""
	if len(args) > 0 {
		verb = args[0]
	}
	switch verb {
	case "write":
		return c.writeBaseline(args[1:])
	case "check":
		r, err := c.parse("retryvet", formatNames(), args[1:])
		if err != nil {
			return err
		}
		if r.baseline == "" {
			r.baseline = baselineFile
		}
		return c.checkWith(r)
	}
	return errors.New("baseline is followed by write or check; see retryvet help")
}

func (c *command) writeBaseline(args []string) error {
	r, err := c.parse("retryvet", formatNames(), args)
	if err != nil {
		return err
	}
	res, err := c.collect(r)
	if err != nil {
		return err
	}
	if c.code != clean {
		return errors.New("no baseline is written: not all packages build")
	}
	b := baseline{Version: 1, Findings: []accepted{}}
	for _, f := range res.findings {
		b.Findings = append(b.Findings, accepted{
			Fingerprint: f.Fingerprint,
			Attempts:    total(f),
			Analyzer:    f.Analyzer,
			Category:    f.Category,
			File:        filepath.ToSlash(f.Pos.File),
			Message:     f.Message,
		})
	}
	// By what stays when code moves, so that the file changes little.
	slices.SortStableFunc(b.Findings, func(x, y accepted) int {
		return slices.Compare(
			[]string{x.File, x.Analyzer, x.Category, x.Fingerprint},
			[]string{y.File, y.Analyzer, y.Category, y.Fingerprint})
	})
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	if err := enc.Encode(b); err != nil {
		return err
	}
	file := r.baselinePath()
	if err := os.WriteFile(file, text.Bytes(), 0o666); err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "retryvet: %d findings accepted in %s\n", len(b.Findings), filepath.Base(file))
	return nil
}

// baselinePath is the file of the baseline that the request names.
func (r *request) baselinePath() string {
	file := r.baseline
	if file == "" {
		file = baselineFile
	}
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(r.dir, file)
}

// subtract drops the findings that the baseline accepts, and names the accepted
// ones that are found no more: the baseline can shrink.
func (c *command) subtract(r *request, res *results) error {
	data, err := os.ReadFile(r.baselinePath())
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no baseline: %w; retryvet baseline write makes one", err)
	}
	if err != nil {
		return err
	}
	var b baseline
	if err := json.Unmarshal(data, &b); err != nil {
		return fmt.Errorf("the baseline %s cannot be read: %w", r.baselinePath(), err)
	}
	if b.Version != 1 {
		return fmt.Errorf("the baseline %s has version %d, this command reads 1", r.baselinePath(), b.Version)
	}
	found := make(map[string]bool)
	for _, f := range res.findings {
		found[f.Fingerprint] = true
	}
	res.findings = slices.DeleteFunc(res.findings, func(f finding.Finding) bool {
		return slices.ContainsFunc(b.Findings, func(a accepted) bool {
			return a.Fingerprint == f.Fingerprint && !outgrown(a.Attempts, total(f))
		})
	})
	for _, a := range b.Findings {
		if !found[a.Fingerprint] {
			fmt.Fprintf(c.stderr, "retryvet: no longer found, take it out of the baseline: %q: %q\n", a.File, a.Message)
		}
	}
	return nil
}

// outgrown reports whether a number is more than the accepted one. What is no
// number must stay as it is.
func outgrown(accepted, now finding.Amount) bool {
	m, err1 := strconv.ParseInt(string(accepted), 10, 64)
	n, err2 := strconv.ParseInt(string(now), 10, 64)
	if err1 != nil || err2 != nil {
		return accepted != now && err2 != nil
	}
	return n > m
}
