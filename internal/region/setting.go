package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
)

// A Setting is what a helper must be told to repeat anything: a flag or a mode
// among its parameters.
type Setting struct {
	// Param is the index of the parameter without the receiver, Field the name
	// of its field, if it is one.
	Param int
	Field string
	// Is is the constant that it must be or, if Not is set, must not be. False
	// and true are 0 and 1.
	Is  int64
	Not bool
}

// settingAt returns what the parameters of owner decide of whether an
// instruction in it, or in a closure that it makes, is reached at all; nil for
// nothing that can be told.
func (f *finder) settingAt(owner *ssa.Function, at ssa.Instruction) *Setting {
	for {
		for b := at.Block(); b.Idom() != nil; b = b.Idom() {
			d := b.Idom()
			branch, ok := d.Instrs[len(d.Instrs)-1].(*ssa.If)
			if !ok || d.Succs[0] == d.Succs[1] {
				continue
			}
			for side, to := range d.Succs {
				if to != b || !entersBy(d, b) {
					continue
				}
				if s := f.settingOf(branch.Cond, side == 0, owner); s != nil {
					return s
				}
			}
		}
		if at.Parent() == owner {
			return nil
		}
		made := ctxflow.Maker(at.Parent())
		if made == nil {
			return nil
		}
		at = made
	}
}

// entersBy reports whether control comes to a block from the other one only,
// and by its own loop.
func entersBy(from, b *ssa.BasicBlock) bool {
	for _, p := range b.Preds {
		if p != from && !b.Dominates(p) {
			return false
		}
	}
	return true
}

// settingOf reads a condition over a parameter of owner that must have the
// given truth.
func (f *finder) settingOf(cond ssa.Value, truth bool, owner *ssa.Function) *Setting {
	switch v := cond.(type) {
	case *ssa.UnOp:
		if v.Op == token.NOT {
			return f.settingOf(v.X, !truth, owner)
		}
	case *ssa.BinOp:
		if v.Op != token.EQL && v.Op != token.NEQ {
			return nil
		}
		x, is := v.X, constAbsOf(v.Y)
		if is == top {
			x, is = v.Y, constAbsOf(v.X)
		}
		if is.Kind != Int && is.Kind != Bool {
			return nil
		}
		return f.setting(x, is.N, truth != (v.Op == token.EQL), owner)
	}
	if zero(cond.Type()).Kind == Bool {
		return f.setting(cond, 1, !truth, owner)
	}
	return nil
}

// setting names the parameter of owner that a value is.
func (f *finder) setting(v ssa.Value, is int64, not bool, owner *ssa.Function) *Setting {
	o := f.paramOrigin(v)
	if o == nil || o.fn != owner {
		return nil
	}
	i := o.param
	if owner.Signature.Recv() != nil {
		i--
	}
	if i < 0 {
		return nil // what the receiver holds was decided elsewhere
	}
	return &Setting{Param: i, Field: o.field, Is: is, Not: not}
}

// given returns what a call hands over for a setting: a constant, if it is one.
func (s *Setting) given(c *ssa.CallCommon) Abs {
	arg := argument(c, s.Param)
	if arg == nil {
		return top
	}
	if s.Field == "" {
		return constAbsOf(arg)
	}
	if v := fieldOf(arg, s.Field); v != nil {
		return constAbsOf(v)
	}
	return top
}

// refused reports whether a call hands over something else than what makes the
// helper repeat.
func (s *Setting) refused(c *ssa.CallCommon) bool {
	if s == nil {
		return false
	}
	a := s.given(c)
	return (a.Kind == Int || a.Kind == Bool) && (a.N == s.Is) == s.Not
}

// handsOn returns the setting of a function that calls a helper and hands on
// a parameter of its own for the helper's, nil if it does not.
func (f *finder) handsOn(s *Setting, c *ssa.CallCommon, owner *ssa.Function) *Setting {
	if s == nil {
		return nil
	}
	arg := argument(c, s.Param)
	if arg == nil {
		return nil
	}
	on := f.setting(arg, s.Is, s.Not, owner)
	switch {
	case on == nil:
		return nil
	case on.Field == "":
		on.Field = s.Field
	case s.Field != "":
		return nil // a field of a field
	}
	return on
}

// both returns the setting that two ways of repeating have in common, nil if
// they have none.
func both(a, b *Setting) *Setting {
	if a == nil || b == nil || *a != *b {
		return nil
	}
	return a
}
