package summary

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

const (
	// smallFunction is the number of instructions up to which a function is
	// always translated: a constructor, an option, a function that returns
	// settings. What is longer tells its callers something only if it does
	// something.
	smallFunction = 120
	// stepsOfFunction bounds the work on one function; see maxSteps. Over the
	// functions of large code bases the median is below 100.
	stepsOfFunction = 20_000
)

// idle reports whether a function is long and does nothing that a layer could
// repeat: then there is no need to know what its values are.
func (e *engine) idle(fn *ssa.Function, regions []*region.Region) bool {
	size := 0
	for _, b := range fn.Blocks {
		size += len(b.Instrs)
	}
	if size <= smallFunction {
		return false
	}
	for r := range fn.Signature.Results().Variables() {
		if isHeader(r.Type()) || isRequestType(r.Type()) {
			return false // what others send is made here
		}
	}
	for _, r := range regions {
		if repeats(r.Class) || isHelper(r) {
			return false
		}
	}
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if e.wires(instr) {
				return false
			}
			if call, ok := instr.(ssa.CallInstruction); ok && e.opens(call) {
				return false
			}
		}
	}
	return true
}

// wires reports whether an instruction may put a function or an implementation
// where others call it.
func (e *engine) wires(instr ssa.Instruction) bool {
	switch v := instr.(type) {
	case *ssa.MakeClosure:
		return true
	case *ssa.MakeInterface:
		named, ok := types.Unalias(v.Type()).(*types.Named)
		return ok && named.Obj().Pkg() != nil &&
			(!isStandard(named.Obj().Pkg().Path()) || named.Obj().Name() == "RoundTripper")
	}
	return false
}

// opens reports whether a path may lead through a call.
func (e *engine) opens(call ssa.CallInstruction) bool {
	c := call.Common()
	if c.IsInvoke() {
		return canFail(call)
	}
	fn := c.StaticCallee()
	if fn == nil {
		_, builtin := c.Value.(*ssa.Builtin)
		return !builtin
	}
	if _, closure := c.Value.(*ssa.MakeClosure); closure || len(fn.FreeVars) > 0 {
		return true
	}
	name := e.names.ssaName(fn)
	e.declare(fn)
	if e.building[name] {
		return false // a recursion is opened by something else
	}
	if s := e.summary(name); s != nil {
		return len(s.paths) > 0 || len(s.effects) > 0
	}
	if k := e.knownFunc(name); k != nil && k.Kind != known.Single {
		return true
	}
	return isRequest(display(name))
}
