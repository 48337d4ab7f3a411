package frontend

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/retryvet/retryvet/internal/summary"
	"github.com/retryvet/retryvet/internal/wire"
)

// calledByVet reports whether the arguments are those of the vet protocol.
func calledByVet(args []string) bool {
	return slices.Contains(args, "-V=full") || slices.Contains(args, "-flags") || configFile(args) != ""
}

// configFile returns the description of the unit to analyze, or "".
func configFile(args []string) string {
	if len(args) > 0 && strings.HasSuffix(args[len(args)-1], ".cfg") {
		return args[len(args)-1]
	}
	return ""
}

// vetTool does what go vet asks for, and exits.
func vetTool(suite []*analysis.Analyzer, args []string) {
	if file := configFile(args); file != "" {
		collectLate()
		u := readUnit(file)
		if u.VetxOnly { // nobody else reads the flags then
			if err := useRecords(suite, args); err != nil {
				fmt.Fprintf(os.Stderr, "retryvet: %v\n", err)
				os.Exit(failed)
			}
			if exportDeclarations(u) {
				os.Exit(0)
			}
		}
		if !slices.ContainsFunc(args, isFix) {
			u.reportDependencies(file)
		}
		if u.VetxOnly {
			unitchecker.Run(file, withFacts(suite)) // exits
		}
	}
	// go vet must see the hidden analyzer's flag to pass it on; the analyzer
	// itself runs for the retryvet command only.
	if slices.Contains(args, "-flags") || slices.Contains(args, "-"+wire.Name) {
		suite = append(slices.Clip(suite), wire.New(suite))
	}
	unitchecker.Main(suite...)
}

// A vetUnit is what decides how a unit is analyzed.
type vetUnit struct {
	ImportPath, ModulePath, ModuleVersion string
	// VetxOnly says that nobody asks for the diagnostics.
	VetxOnly bool
	data     []byte // the whole description
}

// readUnit reads the description of a unit; one that cannot be read is left to
// the full analysis, which says what is wrong.
func readUnit(file string) *vetUnit {
	u := new(vetUnit)
	data, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(data, u) != nil {
		return new(vetUnit)
	}
	u.data = data
	return u
}

// described reports whether known data says all that importers must know of a
// unit.
func (u *vetUnit) described() bool {
	return u.VetxOnly && u.ModulePath == "" && summary.Described(u.ImportPath)
}

// foreign reports whether a unit is of another module than the one at hand, and
// visited for the sake of its importers.
func (u *vetUnit) foreign() bool {
	return u.VetxOnly && u.ModuleVersion != ""
}

// withFacts lists the analyzers with facts among those that the suite needs.
// The others would run in units that are visited for their facts, too, if they
// need one with facts.
func withFacts(suite []*analysis.Analyzer) []*analysis.Analyzer {
	var found []*analysis.Analyzer
	for _, a := range suite {
		if len(a.FactTypes) > 0 && !slices.Contains(found, a) {
			found = append(found, a)
		}
		for _, needed := range withFacts(a.Requires) {
			if !slices.Contains(found, needed) {
				found = append(found, needed)
			}
		}
	}
	return found
}

// collectLate puts the first garbage collection off until the heap has grown
// to the size that a process for one package has anyway. Most units end before.
// The largest, of which the peak counts, collect sooner than usual from then on.
func collectLate() {
	const first = 32 // MiB
	const least = 4  // MiB, where the runtime would begin
	const pace = 60  // percent of the usual one
	then := debug.SetGCPercent(100 * first / least)
	if then > 0 { // else the user has turned it off
		then = then * pace / 100
	}
	type sentinel struct{ _ [16]byte }
	runtime.AddCleanup(new(sentinel), func(percent int) { debug.SetGCPercent(percent) }, then)
}

func isFix(arg string) bool {
	return arg == "-fix" || strings.HasPrefix(arg, "-fix=")
}

// reportDependencies asks for the diagnostics of a unit that go vet visits as
// a dependency only. The build cache of Go before 1.27.3 does not tell such a
// visit from a full one: "go vet ." and then "go vet ./..." would lose what the
// second should report about the dependencies of the first. Only packages of
// the main module are asked for, the others being visited by nobody. Under
// -fix it is not done: the files of a dependency would be changed.
//
// A unit that cannot be changed is left as it is.
func (u *vetUnit) reportDependencies(file string) {
	if !u.VetxOnly || u.ModulePath == "" || u.ModuleVersion != "" {
		return
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal(u.data, &fields) != nil {
		return
	}
	fields["VetxOnly"] = json.RawMessage("false")
	data, err := json.Marshal(fields)
	// go vet wrote it for this run alone.
	if err == nil && os.WriteFile(file, data, 0o666) == nil {
		u.VetxOnly = false
	}
}
