// Package summary composes what each function does from what its callees do:
// the layers of retrying on each call path below it, down to the operation.
//
// Its analyzer exports one fact a package. It is
// self-contained: it holds what the callees do, however they are reached.
package summary

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// A Result is what the analyzer hands to the passes for one package.
type Result struct {
	// rows computes the regions of the package, for those who ask.
	rows func() []*Row
	// configs computes where clients that retry are configured, likewise.
	configs func() []*Row
	// Chains are the call paths with two layers or more that become known in
	// this package, sorted by position.
	Chains []*Chain
	// Acts are the call paths through a layer to an operation that changes
	// something outside the process, or uses up what it sends, sorted by
	// position.
	Acts []*Act
	// Budgets are the call paths below a timeout that take longer than that
	// allows, as far as they become known in this package.
	Budgets []*Budget
	// Wired is what becomes known in this package of layers in other ones.
	Wired []Wired
	// Funcs are the functions of the package with a body, closures included.
	Funcs []*ssa.Function
	// Foreign says that the package is of another module than the one at hand.
	Foreign bool
	// Problems are directives that cannot be understood.
	Problems []Problem
}

// Rows lists the regions of the package, in source order.
func (r *Result) Rows() []*Row {
	if r.rows == nil {
		return nil
	}
	return r.rows()
}

// Configs lists, in source order, the places at which the package configures
// clients that retry out of sight. They are no regions of its code.
func (r *Result) Configs() []*Row {
	if r.configs == nil {
		return nil
	}
	return r.configs()
}

// A Row is one region, as the inventory shows it.
type Row struct {
	*region.Region
	Func     string // the function as printed: "(*Billing).once"
	Attempts attempt.Bound
	// Below lists the attempts of the layers underneath, from outside to
	// inside, along the path with the largest product.
	Below []attempt.Bound
	// Time is how long it can take.
	Time Time
	// Effect is "read", "write" or "" when it is not known.
	Effect string
}

// A Layer is one retry region on a call path.
type Layer struct {
	Func     string // with its package: "(*toolserver.Billing).once"
	File     string // "import/path/file.go"
	Line     int
	Attempts attempt.Bound
	Kind     region.Kind
	Delay    attempt.Delay
	Errors   errclass.Set // what it repeats, and gives up with
}

// A Chain is one call path through two layers or more, outermost first.
type Chain struct {
	Pos, End token.Pos // in the current package: the call in the outermost layer, or the wiring site
	Wiring   bool      // Pos is where an implementation is put behind an interface
	Layers   []Layer
	Leaf     string // the operation at the bottom: "(*http.Client).Do"
	Total    attempt.Total
}

// A Budget is a call path below a timeout.
type Budget struct {
	Pos   token.Pos // in the current package: the call that made the timeout, or the wiring site
	Here  bool      // Pos is where the timeout is made
	Owner Owner     // whose timeout it is
	// Func, File and Line tell where the timeout is made, as those of a layer.
	Func, File string
	Line       int
	Within     time.Duration
	Layers     []Layer // below it, outermost first
	Leaf       string
	// Plan is what happens below the timeout; Timed says that something limits
	// the attempts at the bottom.
	Plan  attempt.Plan
	Timed bool
	// Work is how long the whole takes when each attempt takes all its time.
	Work attempt.Interval
	// Shared says that it may fit, but that one attempt may use up the time of
	// all: nothing else limits it.
	Shared bool
}

// A Time is how long a region can take. What is not known is nil.
type Time struct {
	PerAttempt, Waits, WorstCase, Deadline *attempt.Interval
}

// A Wired is what this package makes of a layer of another one, behind whose
// interfaces it has put something.
type Wired struct {
	File string // "import/path/file.go"
	Line int
	Time
	// Below lists the attempts of the layers underneath, on the path with the
	// largest product.
	Below []attempt.Bound
}
