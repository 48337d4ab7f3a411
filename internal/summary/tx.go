package summary

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/order"
	"github.com/retryvet/retryvet/internal/region"
)

// commits reports whether a call of a function value hands it something that
// the function at hand commits when the call has succeeded: a method of it is
// called that can fail. What repeats both repeats the first because of the
// second.
func (f *frame) commits(call ssa.CallInstruction) bool {
	common := call.Common()
	if common.IsInvoke() || common.StaticCallee() != nil {
		return false
	}
	c, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, a := range common.Args {
		if isContext(a.Type()) || !isObject(a.Type()) && !types.IsInterface(a.Type()) {
			continue
		}
		if f.committed(c, a) {
			return true
		}
	}
	return false
}

// committed reports whether a method of the object v that can fail is called
// only when the call has succeeded.
func (f *frame) committed(call *ssa.Call, v ssa.Value) bool {
	for _, b := range f.self.Blocks {
		if !onSuccess(call, b) {
			continue
		}
		for _, instr := range b.Instrs {
			next, ok := instr.(ssa.CallInstruction)
			if !ok || !returnsError(next) {
				continue
			}
			c := next.Common()
			recv := c.Value
			if !c.IsInvoke() {
				if c.Signature().Recv() == nil || len(c.Args) == 0 {
					continue
				}
				recv = c.Args[0]
			}
			if same(recv, v) {
				return true
			}
		}
	}
	return false
}

// onSuccess reports whether a block runs only after the call has returned no
// error.
func onSuccess(call *ssa.Call, b *ssa.BasicBlock) bool {
	for d := b; d.Idom() != nil; d = d.Idom() {
		test := branch(d.Idom())
		if test == nil || len(d.Preds) != 1 {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || !isNil(cond.Y) || !isError(cond.X.Type()) || !from(cond.X, call) {
			continue
		}
		if failed := cond.Op.String() == "!="; failed == (d.Idom().Succs[1] == d) {
			return true
		}
	}
	return false
}

// from reports whether a value is a result of the call.
func from(v ssa.Value, call *ssa.Call) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	return v == call
}

// same reports whether two values are one, or loads of one variable.
func same(a, b ssa.Value) bool {
	strip := func(v ssa.Value) ssa.Value {
		for {
			switch x := v.(type) {
			case *ssa.MakeInterface:
				v = x.X
			case *ssa.ChangeInterface:
				v = x.X
			case *ssa.UnOp:
				if _, ok := x.X.(*ssa.Alloc); !ok || !isLoad(x) {
					return v
				}
				v = x.X
			default:
				return v
			}
		}
	}
	return strip(a) == strip(b)
}

// committedIn reports whether a region runs a call again after it has succeeded:
// the transaction that it is part of could not be committed. What is handed the
// transaction is known by that, and anything else by a commit of a library.
func (f *frame) committedIn(r *region.Region, call ssa.CallInstruction) bool {
	if !repeats(r.Class) || r.Kind == region.Sequential || r.Kind == region.Recursion || !r.Body[call.Block()] {
		return false
	}
	for _, trial := range r.Trials {
		commit := trial.Common()
		obj := calledObject(commit)
		if obj == nil || !order.Precedes(call, trial) {
			continue
		}
		if k := known.EffectOf(obj); k != nil && k.Kind == "commit" {
			return true
		}
		if dynamic(call.Common()) && handsObject(call.Common(), commit) {
			return true
		}
	}
	return false
}

// dynamic reports whether a call is that of a function value.
func dynamic(c *ssa.CallCommon) bool { return !c.IsInvoke() && c.StaticCallee() == nil }

// handsObject reports whether a call is handed the object whose method commits.
func handsObject(c, commit *ssa.CallCommon) bool {
	recv := commit.Value
	if !commit.IsInvoke() {
		if commit.Signature().Recv() == nil || len(commit.Args) == 0 {
			return false
		}
		recv = commit.Args[0]
	}
	return slices.ContainsFunc(c.Args, func(v ssa.Value) bool { return !isContext(v.Type()) && same(recv, v) })
}

// started adds what a goroutine does that a closure starts: nobody learns whether
// it fails, but it happens in each run of a transaction.
func (c *composer) started(g *ssa.Go) {
	if c.self.Parent() == nil {
		return
	}
	t := c.frame.call(g)
	if !isCall(t) {
		return
	}
	for _, p := range c.acting(g, c.below(g, t, nil)) {
		if p.act != nil {
			c.aside(p.act)
		}
	}
}

// sent adds a message that a closure puts into a channel which outlives it.
func (c *composer) sent(at ssa.Instruction, pos token.Pos, ch, msg ssa.Value) {
	if c.self.Parent() == nil || !tellsSomething(msg.Type()) || !outlives(ch) || c.takesBack(ch) {
		return
	}
	a := &act{kind: "send", fn: "a channel", pos: pos, key: c.null, body: c.null, site: c.siteOf(at) + " " + ch.Name()}
	a.file, a.line = fileOf(c.fset, c.pkg.Path(), a.pos)
	c.aside(a)
}

// aside adds an act that no failure tells of.
func (c *composer) aside(a *act) {
	c.add(&path{leaf: display(a.fn), act: a, told: nothing, at: a.pos, atEnd: a.pos})
}

// tellsSomething reports whether a message is more than a signal, and no error.
func tellsSomething(t types.Type) bool {
	if isError(t) {
		return false
	}
	switch u := t.Underlying().(type) {
	case *types.Struct:
		return u.NumFields() > 0
	case *types.Basic:
		return u.Kind() != types.Bool
	}
	return true
}

// outlives reports whether a channel was there before the outermost closure ran.
func outlives(v ssa.Value) bool {
	for {
		switch x := v.(type) {
		case *ssa.UnOp:
			if x.Op != token.MUL {
				return false
			}
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.Global:
			return true
		case *ssa.FreeVar:
			_, b := ctxflow.Binding(x)
			if b == nil {
				return false
			}
			if b.Parent() != nil && b.Parent().Parent() == nil {
				return true
			}
			v = b
		default:
			return false
		}
	}
}

// takesBack reports whether the closure receives from the channel as well: then
// it is one that limits how many run at once.
func (c *composer) takesBack(ch ssa.Value) bool {
	root := func(v ssa.Value) ssa.Value {
		if u, ok := v.(*ssa.UnOp); ok && u.Op == token.MUL {
			return u.X
		}
		return v
	}
	for _, fn := range append([]*ssa.Function{c.self}, c.self.AnonFuncs...) {
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				u, ok := instr.(*ssa.UnOp)
				if ok && u.Op == token.ARROW && (fn != c.self || root(u.X) == root(ch)) && types.Identical(u.X.Type().Underlying(), ch.Type().Underlying()) {
					return true
				}
			}
		}
	}
	return false
}
