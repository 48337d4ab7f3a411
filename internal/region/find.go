package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Found is what [Find] learns about one package.
type Found struct {
	// Regions lists the regions of each function that has some.
	Regions map[*ssa.Function][]*Region
	// Behaviors says what callers must know of each function; closures too.
	Behaviors map[*ssa.Function]*Behavior
}

// Find analyzes all functions of a package, callees before callers and
// recursion to a fixpoint. imported returns the behavior of a function of
// another package, or nil if nothing is known of it.
func Find(fns []*ssa.Function, imported func(*types.Func) *Behavior) *Found {
	return &Found{}
}
