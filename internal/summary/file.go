package summary

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// A file that is written again holds the same twice only if it was opened for
// appending: so it is followed from there to where it is written.

// writtenTo returns what a call with a side effect writes to.
func writtenTo(c *ssa.CallCommon, into int) ssa.Value {
	if into == known.IntoReceiver {
		into = 0
	}
	if into >= len(c.Args) {
		return nil
	}
	v := c.Args[into]
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	return v
}

// writesFile reports whether a call writes to a file: most writers are none.
func writesFile(c *ssa.CallCommon, into int) bool {
	v := writtenTo(c, into)
	if v == nil {
		return false
	}
	path, name := typeOf(deref(v.Type()))
	return path == "os" && name == "File"
}

// appends reports whether a file is opened for appending.
func appends(c *ssa.Call, m *known.Making) bool {
	if m.Arg < 0 || m.Arg >= len(c.Call.Args) {
		return false
	}
	flags, ok := c.Call.Args[m.Arg].(*ssa.Const)
	if !ok || flags.Value == nil {
		return false
	}
	bit, ok := c.Call.StaticCallee().Pkg.Pkg.Scope().Lookup("O_APPEND").(*types.Const)
	if !ok {
		return false
	}
	f, exact := constant.Int64Val(constant.ToInt(flags.Value))
	b, known := constant.Int64Val(constant.ToInt(bit.Val()))
	return exact && known && f&b != 0
}
