package ctxflow

import (
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/order"
)

// When says when a closure runs.
type Time uint8

const (
	Later   Time = iota // not known, or after its maker has returned
	Here                // while its maker waits for it
	Cleanup             // when its maker returns
	inTurn              // when one runs that the question leads through
)

// Runs tells whether a call runs the function that it is handed as an argument
// before it returns.
type Runs func(call ssa.CallInstruction, fn *ssa.Function) bool

// When returns when the closure fn runs.
func When(fn *ssa.Function, here Runs) Time {
	if fn.Parent() == nil {
		return Later
	}
	if at := when(fn, here, nil); at != inTurn {
		return at
	}
	return Later
}

func when(fn *ssa.Function, here Runs, asking []*ssa.Function) Time {
	t := &timing{fn: fn, here: here, asking: append(slices.Clip(asking), fn), seen: map[ssa.Value]bool{}}
	var maker ssa.Value = fn
	if mc := Maker(fn); mc != nil {
		maker = mc
		t.follow(maker)
	} else {
		t.plain()
	}
	switch {
	case t.later:
		return Later
	case t.cleanup:
		return Cleanup
	case t.ran:
		return Here
	case t.inTurn:
		return inTurn
	}
	return Later
}

type timing struct {
	fn                  *ssa.Function
	here                Runs
	asking              []*ssa.Function // that lead here, the last is fn
	seen                map[ssa.Value]bool
	ran, later, cleanup bool
	inTurn              bool
}

// plain looks for the uses of a function literal that captures nothing: it is
// no value with referrers.
func (t *timing) plain() {
	var buf [8]*ssa.Value
	for _, b := range t.fn.Parent().Blocks {
		for _, instr := range b.Instrs {
			for _, op := range instr.Operands(buf[:0]) {
				if op != nil && *op == ssa.Value(t.fn) {
					t.use(instr, t.fn)
				}
			}
		}
	}
}

func (t *timing) follow(v ssa.Value) {
	if t.seen[v] || v.Referrers() == nil {
		return
	}
	t.seen[v] = true
	for _, r := range *v.Referrers() {
		t.use(r, v)
	}
}

func (t *timing) use(r ssa.Instruction, v ssa.Value) {
	switch r := r.(type) {
	case *ssa.DebugRef:
	case *ssa.Call:
		switch {
		case r.Call.Value == v:
			t.ran = true
		case runsArgument(r) && Joined(r, v) || t.here != nil && t.here(r, t.fn):
			t.ran = true
		default:
			t.later = true
		}
	case *ssa.Go:
		if Joined(r, v) {
			t.ran = true
		} else {
			t.later = true
		}
	case *ssa.Defer:
		t.cleanup = true
	case *ssa.ChangeType:
		t.follow(r)
	case *ssa.Phi:
		t.follow(r)
	case *ssa.Store: // a variable that holds the function
		alloc, ok := r.Addr.(*ssa.Alloc)
		if !ok || r.Val != v {
			t.later = true
			return
		}
		t.loads(alloc)
	default:
		t.later = true
	}
}

// loads follows what is read from a variable, in closures too.
func (t *timing) loads(addr ssa.Value) {
	if t.seen[addr] || addr.Referrers() == nil {
		return
	}
	t.seen[addr] = true
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			t.follow(r)
		case *ssa.MakeClosure: // it runs when that closure runs
			fn := r.Fn.(*ssa.Function)
			if slices.Contains(t.asking, fn) {
				t.inTurn = true // they call each other: what calls them from outside tells
				continue
			}
			switch when(fn, t.here, t.asking) {
			case Here:
				for i, b := range r.Bindings {
					if b == addr {
						t.loads(fn.FreeVars[i])
					}
				}
			case inTurn:
				t.inTurn = true
			default:
				t.later = true
			}
		}
	}
}

// runsArgument reports whether a call starts the function that it is handed
// beside its caller: it can be joined, as a goroutine can.
func runsArgument(c *ssa.Call) bool {
	return is(c.Common(), "golang.org/x/sync/errgroup", "Go", "TryGo") || is(c.Common(), "sync", "Go")
}

// Joined reports whether the function that starts v, by a go statement or by a
// group, waits for it: it calls Wait of a group, or receives from a channel
// that v is handed.
func Joined(start ssa.CallInstruction, v ssa.Value) bool {
	handed := channelsOf(start, v)
	for _, b := range start.Parent().Blocks {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				if isWait(instr.Common()) && order.MayFollow(start, instr) {
					return true
				}
			case *ssa.UnOp:
				if isReceive(instr) && handed[variable(instr.X)] && order.MayFollow(start, instr) {
					return true
				}
			case *ssa.Select:
				if instr.Blocking && waitsOnlyFor(instr, handed) && order.MayFollow(start, instr) {
					return true
				}
			}
		}
	}
	return false
}

func isWait(c *ssa.CallCommon) bool {
	return is(c, "sync", "Wait") && isNamed(receiver(c).Type(), "sync", "WaitGroup") || is(c, "golang.org/x/sync/errgroup", "Wait")
}

// waitsOnlyFor reports whether a select ends only when one of the channels
// delivers: one that also ends with a context leaves the goroutine alone then.
func waitsOnlyFor(s *ssa.Select, handed map[ssa.Value]bool) bool {
	for _, st := range s.States {
		if st.Dir != types.RecvOnly || !handed[variable(st.Chan)] {
			return false
		}
	}
	return len(s.States) > 0
}

// channelsOf lists the channels that are handed to what start runs.
func channelsOf(start ssa.CallInstruction, v ssa.Value) map[ssa.Value]bool {
	out := map[ssa.Value]bool{}
	add := func(v ssa.Value) {
		t := v.Type()
		if p, ok := t.Underlying().(*types.Pointer); ok {
			t = p.Elem()
		}
		if _, ok := t.Underlying().(*types.Chan); ok {
			out[variable(v)] = true
		}
	}
	for _, a := range start.Common().Args {
		add(a)
	}
	if mc, ok := v.(*ssa.MakeClosure); ok {
		for _, b := range mc.Bindings {
			add(b)
		}
	}
	return out
}

// variable returns the variable or the value that stands for a channel.
func variable(v ssa.Value) ssa.Value {
	for {
		switch w := v.(type) {
		case *ssa.ChangeType:
			v = w.X
		case *ssa.UnOp:
			if addr, at := load(w); addr != nil {
				if values, ok := stored(addr, at); ok && len(values) == 1 {
					v = values[0]
					continue
				}
				return addr
			}
			return v
		case *ssa.Alloc:
			if s := storesTo(w); len(s) == 1 {
				v = s[0].Val
				continue
			}
			return v
		default:
			return v
		}
	}
}

// RunsParam reports whether a function runs the function that its parameter p
// holds before it returns, and does nothing else with it.
func RunsParam(p *ssa.Parameter) bool {
	ran := false
	for _, r := range *p.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp: // compared with nil
		case *ssa.Call:
			if r.Call.Value != ssa.Value(p) {
				return false
			}
			ran = true
		default:
			return false
		}
	}
	return ran
}
