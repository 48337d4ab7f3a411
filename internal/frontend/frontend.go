// Package frontend is the retryvet command: a vet tool when go vet calls it, a
// command of its own when a person does. The person's command runs go vet over
// the same binary, so that both give the same answers and share one cache.
package frontend

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"golang.org/x/tools/go/analysis"
)

// The exit codes.
const (
	clean    = 0
	findings = 1
	failed   = 2 // usage, or a package that does not build
)

// Main runs the command and returns its exit code. As a vet tool it does not
// return.
func Main(suite []*analysis.Analyzer, args []string, stdout, stderr io.Writer) int {
	if calledByVet(args) {
		vetTool(suite, args)
	}
	c := command{suite: suite, stdout: stdout, stderr: stderr}
	err := c.run(args)
	switch {
	case err == nil, errors.Is(err, flag.ErrHelp):
		return c.code
	default:
		fmt.Fprintf(stderr, "retryvet: %v\n", err)
		return failed
	}
}

// A command is one call by a person.
type command struct {
	suite          []*analysis.Analyzer
	stdout, stderr io.Writer
	code           int
}

func (c *command) run(args []string) error {
	verb := ""
	if len(args) > 0 {
		verb = args[0]
	}
	switch verb {
	case "help":
		return c.help(args[1:])
	case "version":
		return c.version()
	case "baseline":
		return c.baseline(args[1:])
	case "explain":
		return c.explain(args[1:])
	case "inventory":
		return c.inventory(args[1:])
	}
	return c.check(args)
}
