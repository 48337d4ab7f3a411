package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
)

// A loop that goes on after one error by its name or type repeats what can return
// that error: the functions of the package that declares it. Of others nobody can tell
// that they do, and a failure of which only its class is known is not that error.

// unnamed decides a comparison with the error that v holds in a world where the
// failure is any one of its class: false where v is declared by another package
// than that of the operation, else top.
func (w *walk) unnamed(v ssa.Value) Abs {
	if g := sentinelOf(v); g == nil || g.Pkg == nil || !w.strange(g.Pkg.Pkg) || sentinelClasses(v) != 0 {
		return top
	}
	return boolean(false)
}

// elsewhere is the same for an error of a type: it reports whether another package
// than that of the operation declares it.
func (w *walk) elsewhere(t types.Type) bool {
	n, ok := types.Unalias(deref(t)).(*types.Named)
	return ok && !types.IsInterface(n) && n.Obj().Pkg() != nil && w.strange(n.Obj().Pkg())
}

// strange reports whether the failure is any one of its class, and that of an
// operation of another package.
func (w *walk) strange(pkg *types.Package) bool {
	in := w.world
	return in.classed && !in.exact && in.class != errclass.Other && in.by != nil && in.by != pkg
}

// sentinelOf returns the package variable that an error is read from, or nil.
func sentinelOf(v ssa.Value) *ssa.Global {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	load, ok := v.(*ssa.UnOp)
	if !ok || load.Op != token.MUL {
		return nil
	}
	g, _ := load.X.(*ssa.Global)
	return g
}

// declaring returns the package whose function a call names. A function value is
// handed to the package at hand, whose errors it knows.
func (f *finder) declaring(c *ssa.CallCommon) *types.Package {
	if fn := calledFunc(c); fn != nil {
		return fn.Pkg()
	}
	return f.pkg()
}
