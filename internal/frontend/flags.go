package frontend

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// A request is what the flags of the command ask for.
type request struct {
	dir        string
	format     string
	files      []target
	singleLine bool
	tags       string
	exitZero   bool
	tests      bool
	base       string
	baseline   string
	fix, diff  bool
	patterns   []string
	// passes are the flags that go to the analyzers, as go vet takes them.
	passes []string
}

// A target is a file that gets the results in a format of its own.
type target struct{ format, file string }

// parse reads the flags of one verb. formats lists what -format takes, the
// first being the default.
func (c *command) parse(verb string, formats []string, args []string) (*request, error) {
	r := new(request)
	fs := flag.NewFlagSet(verb, flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.StringVar(&r.dir, "C", "", "change to `dir` first")
	fs.StringVar(&r.format, "format", formats[0], "output format: "+strings.Join(formats, " or "))
	fs.Func("o", "write `format:file` as well; may be repeated", func(s string) error {
		format, file, ok := strings.Cut(s, ":")
		if !ok || file == "" || !slices.Contains(formats, format) {
			return fmt.Errorf("want format:file, the format being %s", strings.Join(formats, " or "))
		}
		r.files = append(r.files, target{format, file})
		return nil
	})
	fs.StringVar(&r.tags, "tags", "", "build `tags`, separated by commas")
	var check checkFlags
	fs.StringVar(&check.known, "known", "", "take the records in this `file` for true")
	if verb == "retryvet" {
		check.register(fs)
		fs.StringVar(&r.base, "base", "", "report what changed since `revision`")
		fs.StringVar(&r.baseline, "baseline", "", "leave out what this `file` accepts")
		fs.BoolVar(&r.fix, "fix", false, "apply the suggested fixes")
		fs.BoolVar(&r.diff, "diff", false, "print the suggested fixes as a diff")
		fs.BoolVar(&r.singleLine, "single-line", false, "text: print each finding on one line, without its path")
		fs.BoolVar(&r.exitZero, "exit-zero", false, "exit with 0 even if there are findings")
	}
	if verb == "retryvet inventory" {
		fs.BoolVar(&r.tests, "tests", false, "list what is in _test.go files as well")
	}
	switch err := fs.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return nil, errors.Join(flag.ErrHelp, c.help(nil))
	case err != nil:
		return nil, fmt.Errorf("%w; see retryvet help", err)
	}
	if !slices.Contains(formats, r.format) {
		return nil, fmt.Errorf("-format is %s, not %q", strings.Join(formats, " or "), r.format)
	}
	r.patterns = fs.Args()
	if i := slices.IndexFunc(r.patterns, func(p string) bool { return strings.HasPrefix(p, "-") }); i >= 0 {
		return nil, fmt.Errorf("%s comes after a package: flags go first", r.patterns[i])
	}
	var err error
	if r.passes, err = check.forPasses(c.suite, r.dir); err != nil {
		return nil, err
	}
	if len(r.patterns) == 0 {
		r.patterns = []string{"."}
	}
	return r, nil
}

// checkFlags are the flags that the analyzers understand. Each goes to all
// analyzers that have a flag of its name.
type checkFlags struct {
	tests, strict bool
	max           int64
	assume        []string
	known         string
}

func (f *checkFlags) register(fs *flag.FlagSet) {
	fs.BoolVar(&f.tests, "tests", false, "report in _test.go files and in generated code as well")
	fs.BoolVar(&f.strict, "strict", false, "report what is likely but not certain as well")
	fs.Int64Var(&f.max, "max", 1, "accept up to `N` calls per request")
	fs.Func("assume", "take a setting for a number, as in `name=number`; may be repeated", func(s string) error {
		f.assume = append(f.assume, s)
		return nil
	})
}

// forPasses returns the flags as go vet takes them. Each value is given to the
// analyzers of this process first, which know what they accept.
func (f *checkFlags) forPasses(suite []*analysis.Analyzer, dir string) ([]string, error) {
	var flags []string
	var err error
	pass := func(name, value string) {
		for _, a := range suite {
			own := a.Flags.Lookup(name)
			if own == nil {
				continue
			}
			if e := own.Value.Set(value); e != nil {
				err = errors.Join(err, fmt.Errorf("-%s: %w", name, e))
			}
			flags = append(flags, "-"+a.Name+"."+name+"="+value)
		}
	}
	if f.tests {
		pass("tests", "true")
	}
	if f.strict {
		pass("strict", "true")
	}
	if f.max > 1 {
		pass("max", strconv.FormatInt(f.max, 10))
	}
	for _, a := range f.assume {
		pass("assume", a)
	}
	if f.known != "" {
		records, e := readRecords(dir, f.known)
		flags, err = append(flags, records.flags(suite)...), errors.Join(err, e)
	}
	return flags, err
}
