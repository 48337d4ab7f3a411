package frontend

import (
	"flag"
	"fmt"
	"strings"

	"golang.org/x/tools/go/analysis"
)

const usage = `Retryvet finds retries around retries and says how many calls they make.

Usage:

	retryvet [flags] [packages]              report findings
	retryvet inventory [flags] [packages]    list every construct that repeats something
	retryvet explain [flags] FILE:LINE       why this place is a retry, or why not
	retryvet baseline write|check [flags] [packages]
	                                         accept what is found today; report only what is new
	retryvet help [analyzer]                 this text, or what an analyzer does
	retryvet version                         what this binary was built from
	go vet -vettool=$(which retryvet) ./...  the same findings from go vet

Packages are named as for go vet; without any it is the one in this directory.

Flags:

	-C dir                 change to dir first
	-format name           how to print: text, json (one object a line), sarif, rdjson, rdjsonl, github,
	                       codeclimate, checkstyle, markdown, mermaid; inventory: table or json
	-o format:file         write that as well; may be repeated
	-single-line           text: each finding on one line, without its path
	-tags list             build tags, separated by commas
	-tests                 report in _test.go files and in generated code as well; inventory: list them
	-strict                report what is likely but not certain as well
	-max N                 accept up to N calls per request (default 1: one layer on each path)
	-assume name=number    take a setting for a number; may be repeated
	-known file            take the records in this file for true: what functions do that retryvet does not
	                       know (docs/your-code.md)
	-base revision         report what changed since this revision of the git repository parted from HEAD
	-baseline file         leave out what this file accepts; for retryvet baseline it is
	                       .retryvet-baseline.json unless this flag says otherwise
	-fix                   apply the suggested fixes
	-diff                  print the suggested fixes as a diff, and change nothing
	-exit-zero             exit with 0 even if there are findings

Exit codes: 0 nothing found, 1 findings, 2 wrong usage or a package that does not build.

Analyzers:

`

// help prints the usage, or the documentation of one analyzer.
func (c *command) help(args []string) error {
	if len(args) == 0 {
		fmt.Fprint(c.stdout, usage)
		for _, a := range c.suite {
			summary, _, _ := strings.Cut(a.Doc, "\n")
			fmt.Fprintf(c.stdout, "\t%-22s %s\n", a.Name, summary)
		}
		return nil
	}
	for _, a := range c.suite {
		if a.Name == args[0] {
			c.describe(a)
			return nil
		}
	}
	return fmt.Errorf("there is no analyzer %q; see retryvet help", args[0])
}

func (c *command) describe(a *analysis.Analyzer) {
	fmt.Fprintf(c.stdout, "%s: %s\n\nFlags under go vet:\n\n", a.Name, a.Doc)
	a.Flags.VisitAll(func(f *flag.Flag) {
		_, text := flag.UnquoteUsage(f)
		fmt.Fprintf(c.stdout, "\t-%s.%s\n\t\t%s\n", a.Name, f.Name, text)
	})
	fmt.Fprintf(c.stdout, "\nMore: %s\n", a.URL)
}
