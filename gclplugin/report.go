package gclplugin

import (
	"flag"
	"fmt"
	"path"
	"path/filepath"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// standalone returns the analyzer with findings that golangci-lint shows as
// they are meant:
//
//   - It makes issues of their own of related places, or drops them. The
//     message tells them all, so they are left out.
//   - It drops the category: the message ends with it.
//   - It shows issues of equal text three times only. The place at the end
//     keeps texts apart.
func standalone(a *analysis.Analyzer) *analysis.Analyzer {
	b := *a
	b.Run = func(pass *analysis.Pass) (any, error) {
		p := *pass
		p.Report = func(d analysis.Diagnostic) {
			at := pass.Fset.Position(d.Pos)
			d.Message += fmt.Sprintf(" (%s at %s:%d)", d.Category, place(at.Filename), at.Line)
			d.Related = nil
			pass.Report(d)
		}
		return a.Run(&p)
	}
	return &b
}

// place names a file by itself and its folder.
func place(file string) string {
	file = filepath.ToSlash(file)
	return path.Join(path.Base(path.Dir(file)), path.Base(file))
}

// keys lists the settings that the suite knows.
func keys(suite []*analysis.Analyzer) []string {
	var names []string
	for _, a := range suite {
		a.Flags.VisitAll(func(f *flag.Flag) {
			if !slices.Contains(names, f.Name) {
				names = append(names, f.Name)
			}
		})
	}
	slices.Sort(names)
	return names
}
