package known

import "go/types"

// isEnd marks a function that never returns.
type isEnd struct{}

// Ends reports whether fn ends the program, the goroutine or the test, and so
// never returns.
func Ends(fn *types.Func) bool {
	_, ok := findFunc[isEnd](fn)
	return ok
}
