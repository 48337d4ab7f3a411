package frontend

import (
	"fmt"
	"runtime/debug"

	"github.com/retryvet/retryvet/internal/output"
)

// check reports the findings.
func (c *command) check(args []string) error {
	r, err := c.parse("retryvet", []string{"text", "json"}, args)
	if err != nil {
		return err
	}
	res, err := c.collect(r)
	if err != nil {
		return err
	}
	if len(res.findings) > 0 && !r.exitZero && c.code == clean {
		c.code = findings
	}
	if r.format == "json" {
		return output.JSON(c.stdout, res.findings)
	}
	return output.Text(c.stdout, res.findings)
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
	if r.format == "json" {
		return output.JSON(c.stdout, res.rows)
	}
	return output.Table(c.stdout, res.rows)
}

// version prints what this binary was built from.
func (c *command) version() error {
	version := "(devel)"
	revision, goversion := "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		if info.Main.Version != "" {
			version = info.Main.Version
		}
		goversion = " " + info.GoVersion
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" && version == "(devel)" {
				revision = " " + s.Value
			}
		}
	}
	_, err := fmt.Fprintf(c.stdout, "retryvet %s%s%s\n", version, revision, goversion)
	return err
}
