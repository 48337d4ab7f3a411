// Package summary composes what each function does from what its callees do:
// the layers of retrying on each call path below it, down to the operation.
//
// Its analyzer exports one fact a package. It is
// self-contained: it holds what the callees do, however they are reached.
package summary

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// A Result is what the analyzer hands to the passes for one package.
type Result struct {
	// Rows are the regions of the package, in source order.
	Rows []*Row
	// Chains are the call paths with two layers or more that become known in
	// this package, sorted by position.
	Chains []*Chain
	// Acts are the call paths through a layer to an operation that changes
	// something outside the process, or uses up what it sends, sorted by
	// position.
	Acts []*Act
	// Funcs are the functions of the package with a body, closures included.
	Funcs []*ssa.Function
}

// A Row is one region, as the inventory shows it.
type Row struct {
	*region.Region
	Func     string // the function as printed: "(*Billing).once"
	Attempts attempt.Bound
	// Below lists the attempts of the layers underneath, from outside to
	// inside, along the path with the largest product.
	Below []attempt.Bound
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
