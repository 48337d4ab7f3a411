package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
)

// A growing says how a value changes from one attempt to the next.
type growing struct {
	growth attempt.Growth
	jitter bool
	// self holds the variables, by their bit, of which it is computed from the
	// last value.
	self uint64
	// counted says that the number of the attempt went into it.
	counted bool
	// open says that a function decides of which nothing is known.
	open bool
}

// delay is what is known of such waits.
func (a growing) delay() attempt.Delay {
	if a.open {
		return attempt.Delay{}
	}
	return attempt.Delay{Growth: a.growth, Jitter: a.jitter}
}

func (a growing) join(b growing) growing {
	return growing{max(a.growth, b.growth), a.jitter || b.jitter, a.self | b.self, a.counted || b.counted, a.open || b.open}
}

// A grower works out how a duration changes with the rounds of a loop or, with
// a nil loop, with the number that a function is handed.
type grower struct {
	f    *finder
	loop *cycle
	open map[ssa.Value]uint64 // phis that are being looked at, each with its bit
	mem  map[cell]uint64
	last uint64
	deep int
}

// bit returns the bit of another variable.
func (g *grower) bit() uint64 {
	g.last = max(g.last<<1, 1)
	return g.last
}

func (f *finder) growth(v ssa.Value, loop *cycle) growing {
	g := &grower{f: f, loop: loop, open: map[ssa.Value]uint64{}, mem: map[cell]uint64{}}
	return g.of(v)
}

var fixed = growing{growth: attempt.Fixed}

func (g *grower) of(v ssa.Value) growing {
	if g.deep > 60 {
		return growing{}
	}
	g.deep++
	defer func() { g.deep-- }()
	switch v := v.(type) {
	case *ssa.Const:
		return fixed
	case *ssa.Parameter:
		if g.loop == nil && isInteger(v.Type()) {
			return growing{growth: attempt.Linear, counted: true}
		}
		return fixed
	case *ssa.Phi:
		return g.phi(v)
	case *ssa.BinOp:
		return g.binary(v)
	case *ssa.Convert:
		return g.of(v.X)
	case *ssa.ChangeType:
		return g.of(v.X)
	case *ssa.MakeInterface:
		return g.of(v.X)
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return g.load(v)
		}
		return g.of(v.X)
	case *ssa.Extract:
		return g.of(v.Tuple)
	case *ssa.Call:
		return g.call(v.Common())
	case *ssa.IndexAddr: // a table of waits
		if i := g.of(v.Index); i.growth > attempt.Fixed {
			return growing{growth: attempt.Exponential, counted: i.counted}
		}
	case *ssa.Index:
		if i := g.of(v.Index); i.growth > attempt.Fixed {
			return growing{growth: attempt.Exponential, counted: i.counted}
		}
	}
	return fixed
}

// phi follows a variable that a loop carries on.
func (g *grower) phi(v *ssa.Phi) growing {
	if bit, ok := g.open[v]; ok {
		return growing{growth: attempt.Fixed, self: bit}
	}
	bit := g.bit()
	g.open[v] = bit
	defer delete(g.open, v)
	out := growing{}
	for _, e := range v.Edges {
		out = out.join(g.of(e))
	}
	// A plain counter is linear; a duration that is multiplied in the loop was
	// found exponential by the multiplication.
	out.self &^= bit
	if out.growth == attempt.Linear && isInteger(v.Type()) {
		out.counted = true
	}
	return out
}

func (g *grower) binary(v *ssa.BinOp) growing {
	x, y := g.of(v.X), g.of(v.Y)
	out := x.join(y)
	switch v.Op {
	case token.ADD, token.SUB:
		if x.self|y.self != 0 {
			if x.self&y.self != 0 {
				out.growth = attempt.Exponential // d += d
			} else {
				out.growth = max(out.growth, attempt.Linear)
			}
		}
	case token.MUL:
		switch {
		case x.self|y.self != 0, x.growth == attempt.Linear && y.growth == attempt.Linear:
			out.growth = attempt.Exponential
		}
	case token.SHL:
		if x.self|y.self != 0 || y.growth >= attempt.Linear {
			out.growth = attempt.Exponential
		}
	}
	return out
}

// load follows a read of memory: what else is stored there, in the function
// and its closures.
func (g *grower) load(v *ssa.UnOp) growing {
	c := cellOf(v.X)
	if bit, ok := g.mem[c]; ok {
		return growing{growth: attempt.Fixed, self: bit}
	}
	if ia, ok := v.X.(*ssa.IndexAddr); ok {
		return g.of(ia)
	}
	bit := g.bit()
	g.mem[c] = bit
	defer delete(g.mem, c)
	out := fixed
	for _, s := range g.f.storesInto(v.Parent(), v.X) {
		out = out.join(g.of(s.Val))
	}
	out.self &^= bit
	return out
}

// call follows a computation of a duration in another function.
func (g *grower) call(c *ssa.CallCommon) growing {
	args := growing{}
	for _, a := range c.Args {
		args = args.join(g.of(a))
	}
	args.growth = max(args.growth, attempt.Fixed)
	if _, ok := c.Value.(*ssa.Builtin); ok { // min, max, len
		return args
	}
	if fn := calledFunc(c); fn != nil {
		if w := known.Wait(fn); w != nil && w.Form == known.Next {
			return growing{growth: w.Delay.Growth, jitter: w.Delay.Jitter}
		}
		if fn.Pkg() != nil {
			switch fn.Pkg().Path() {
			case "math/rand", "math/rand/v2", "crypto/rand":
				args.jitter = true
				return args
			case "math":
				if (fn.Name() == "Pow" || fn.Name() == "Exp2" || fn.Name() == "Exp") && args.growth >= attempt.Linear {
					args.growth = attempt.Exponential
				}
				return args
			}
		}
	}
	if fn := g.f.target(c); fn != nil && g.f.busy[fn] {
		return args
	}
	b := g.f.behaviorOf(c)
	if b == nil {
		if args.counted || args.growth > attempt.Fixed {
			return growing{jitter: args.jitter, open: true} // the policy decides
		}
		if c.IsInvoke() || g.f.target(c) == nil && calledFunc(c) != nil && len(c.Args) <= 1 {
			return growing{open: calledFunc(c) == nil || c.IsInvoke()} // the policy decides
		}
		return args
	}
	out := growing{growth: attempt.Fixed, jitter: b.Jitters || args.jitter, counted: args.counted, open: b.GrowsOpen}
	switch {
	case b.Grows == attempt.UnknownGrowth:
		out.growth = args.growth
	case b.GrowsWithState || args.growth > attempt.Fixed:
		out.growth = max(args.growth, b.Grows)
	}
	return out
}
