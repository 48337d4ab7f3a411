package region

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
)

// Numbers of the system name errors as variables do elsewhere.

// errnoOf returns the name under which package syscall has an error number, "" for
// other values.
func errnoOf(v ssa.Value) string {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || !isNamed(c.Type(), "syscall", "Errno") {
		return ""
	}
	scope := types.Unalias(c.Type()).(*types.Named).Obj().Pkg().Scope()
	for _, name := range scope.Names() {
		obj, ok := scope.Lookup(name).(*types.Const)
		if ok && name[0] == 'E' && types.Identical(obj.Type(), c.Type()) && constant.Compare(obj.Val(), token.EQL, c.Value) {
			return name
		}
	}
	return ""
}

// interrupted reports whether a loop comes back to a call only because a signal cut
// it short: nothing has failed, and the system asks for just that.
func (f *finder) interrupted(loop *cycle, classes errclass.Set) bool {
	if classes != errclass.Of(errclass.Other) {
		return false
	}
	found := false
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			var asked []ssa.Value
			switch instr := instr.(type) {
			case *ssa.BinOp:
				asked = []ssa.Value{instr.X, instr.Y}
			case *ssa.Call:
				asked = instr.Call.Args
			}
			for _, v := range asked {
				if sentinelOf(v) != nil {
					return false
				}
				if m, ok := v.(*ssa.MakeInterface); ok {
					v = m.X
				}
				switch errnoOf(v) {
				case "":
				case "EINTR":
					found = true
				default:
					return false
				}
			}
		}
	}
	return found
}
