package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// What a person types is another thing each time, and a loop that asks again is
// no retry: somebody has read what went wrong, and decides.

// prompted reports whether a call gives what was typed at a terminal: it is
// handed the standard input, or does so itself.
func (f *finder) prompted(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isStdin(a) {
			return true
		}
	}
	if obj := calledFunc(c); obj != nil && obj.Pkg() != nil && obj.Pkg().Path() == "fmt" {
		switch obj.Name() {
		case "Scan", "Scanf", "Scanln":
			return true
		}
	}
	fn := f.target(c)
	if fn != nil && f.busy[fn] {
		return false
	}
	b := f.behaviorOf(c)
	return b != nil && b.Prompts
}

// prompts reports whether a function, or one that it calls, reads the standard
// input.
func (f *finder) prompts(fn *ssa.Function) bool {
	for _, call := range calls(fn, nil) {
		if f.prompted(call.Common()) {
			return true
		}
	}
	return false
}

// isStdin reports whether a value is os.Stdin.
func isStdin(v ssa.Value) bool {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return false
	}
	g, ok := load.X.(*ssa.Global)
	return ok && g.Pkg != nil && g.Pkg.Pkg.Path() == "os" && g.Name() == "Stdin"
}
