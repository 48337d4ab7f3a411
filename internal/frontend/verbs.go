package frontend

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/output"
)

// check reports the findings.
func (c *command) check(args []string) error {
	r, err := c.parse("retryvet", formatNames(), args)
	if err != nil {
		return err
	}
	return c.checkWith(r)
}

func formatNames() []string {
	var names []string
	for _, f := range output.Formats {
		names = append(names, f.Name)
	}
	return names
}

func (c *command) checkWith(r *request) error {
	res, err := c.collect(r)
	if err != nil {
		return err
	}
	var gone []finding.Finding
	if r.base != "" {
		if gone, err = c.compare(r, res); err != nil {
			return err
		}
	}
	if r.baseline != "" {
		if err := c.subtract(r, res); err != nil {
			return err
		}
	}
	if r.fix || r.diff {
		return c.fix(r, res)
	}
	if len(res.findings) > 0 && !r.exitZero && c.code == clean {
		c.code = findings
	}
	report, err := c.report(r, res)
	if err != nil {
		return err
	}
	report.Gone, report.Compared = gone, r.base != ""
	return c.print(r, func(w io.Writer, format string) error {
		if format == "text" {
			return output.Text(w, report.Findings, output.TextOptions{SingleLine: r.singleLine, Color: colored(w)})
		}
		i := slices.IndexFunc(output.Formats, func(f output.Format) bool { return f.Name == format })
		return output.Formats[i].Write(w, report)
	})
}

// inventory lists every region of every class.
func (c *command) inventory(args []string) error {
	r, err := c.parse("retryvet inventory", []string{"table", "json"}, args)
	if err != nil {
		return err
	}
	res, err := c.collect(r)
	if err != nil {
		return err
	}
	if !r.tests {
		res.rows = slices.DeleteFunc(res.rows, func(row inventory.Row) bool { return strings.HasSuffix(row.File, "_test.go") })
	}
	return c.print(r, func(w io.Writer, format string) error {
		if format == "json" {
			return output.JSON(w, res.rows)
		}
		return output.Table(w, res.rows)
	})
}

// print writes the results to the standard output and to the files asked for.
func (c *command) print(r *request, write func(io.Writer, string) error) error {
	for _, t := range r.files {
		file := t.file
		if !filepath.IsAbs(file) {
			file = filepath.Join(r.dir, file)
		}
		var b bytes.Buffer
		if err := write(&b, t.format); err != nil {
			return err
		}
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return write(c.stdout, r.format)
}

// version prints what this binary was built from.
func (c *command) version() error {
	version, revision, goversion := buildInfo()
	if revision != "" {
		revision = " " + revision
	}
	_, err := fmt.Fprintf(c.stdout, "retryvet %s%s %s\n", version, revision, goversion)
	return err
}

// buildInfo returns the version of this binary, the revision if the version
// does not tell, and the version of Go.
func buildInfo() (version, revision, goversion string) {
	version = "(devel)"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return version, "", ""
	}
	if info.Main.Version != "" {
		version = info.Main.Version
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && version == "(devel)" {
			revision = s.Value
		}
	}
	return version, revision, info.GoVersion
}
