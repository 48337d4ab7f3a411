package frontend

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/known"
)

// knownFlag is the flag by which analyzers get a user's records.
const knownFlag = "known"

// maxRecords bounds the text of records, in bytes: systems limit the length of
// an argument.
const maxRecords = 120_000

// records is the text of a user's records. An analyzer gets it as the value of
// a flag: go vet hashes flags, so that other records give other answers. It
// would keep its answers if the analyzers read the file.
type records string

// readRecords reads a file, and names what is wrong with it by file and line.
func readRecords(dir, file string) (records, error) {
	path := file
	if !filepath.IsAbs(file) {
		path = filepath.Join(dir, file)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("-known: %w", err)
	}
	if err := known.Check(file, string(data)); err != nil {
		return "", fmt.Errorf("-known: %w", err)
	}
	text := known.Shorten(string(data))
	if len(text) > maxRecords {
		return "", errors.New("-known: the records are longer than a command line can hold")
	}
	return records(text), nil
}

// flags gives the records to one analyzer: what it knows all of them know.
func (r records) flags(suite []*analysis.Analyzer) []string {
	if r == "" {
		return nil
	}
	for _, a := range suite {
		if a.Flags.Lookup(knownFlag) != nil {
			return []string{"-" + a.Name + "." + knownFlag + "=" + string(r)}
		}
	}
	return nil
}

// useRecords takes the records out of the arguments of a vet tool that reads no
// other flag.
func useRecords(suite []*analysis.Analyzer, args []string) error {
	for _, arg := range args {
		name, text, ok := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		analyzer, own, _ := strings.Cut(name, ".")
		if !ok || own != knownFlag {
			continue
		}
		for _, a := range suite {
			if f := a.Flags.Lookup(knownFlag); f != nil && a.Name == analyzer {
				if err := f.Value.Set(text); err != nil {
					return fmt.Errorf("%s: %w", name, err)
				}
			}
		}
	}
	return nil
}
