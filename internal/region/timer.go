package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
)

// channelPause reports whether a receive from a channel waits for time to
// pass.
func (f *finder) channelPause(ch ssa.Value, loop *cycle) (pause, bool) {
	d, ticks, ok := f.timerOf(ch, map[ssa.Value]bool{})
	if !ok || loop != nil && f.isDeadline(ch, loop) {
		return pause{}, false
	}
	p := pause{duration: d, exact: d != nil && !ticks, ticks: ticks}
	if d != nil {
		p.delay = f.delayOf(d, loop)
		if p.delay.Growth == attempt.UnknownGrowth && !f.growth(d, loop).open {
			p.delay.Growth = attempt.Fixed
		}
	} else {
		p.delay = attempt.Delay{Growth: attempt.Fixed}
		if !ticks {
			p.delay.Growth = attempt.UnknownGrowth
		}
	}
	return p, true
}

// timerOf follows a channel to what makes it deliver: time.After, the C of a
// timer or ticker, or what they were reset to.
func (f *finder) timerOf(ch ssa.Value, seen map[ssa.Value]bool) (d ssa.Value, ticks, ok bool) {
	if seen[ch] {
		return nil, false, false
	}
	seen[ch] = true
	switch v := ch.(type) {
	case *ssa.Call:
		if fn := calledFunc(v.Common()); fn != nil {
			w := known.Wait(fn)
			switch {
			case w == nil:
				if v.Call.IsInvoke() || v.Call.StaticCallee() != nil { // an accessor: clock.Timer.C()
					if x := receiverOf(v.Common()); x != nil && isTimeChan(v.Type()) {
						d, ticks, ok = f.timerOf(x, seen)
						return d, ticks, ok || fn.Name() == "C" || fn.Name() == "Chan"
					}
				}
			case w.Form == known.Channel || w.Form == known.Timer || w.Form == known.Ticker:
				return argument(v.Common(), w.Duration), w.Form == known.Ticker, true
			}
		}
		if isTimeChan(v.Type()) {
			return nil, false, true
		}
	case *ssa.UnOp:
		if v.Op != token.MUL {
			return nil, false, false
		}
		if fa, isField := v.X.(*ssa.FieldAddr); isField && isTimeChan(v.Type()) {
			_, name := named(fa.X.Type())
			if reset := f.resetOf(fa.X, v.Parent()); reset != nil {
				return reset, false, true
			}
			d, ticks, ok = f.timerOf(fa.X, seen)
			return d, ticks || name == "Ticker", true
		}
		for _, s := range storesTo(v.X) {
			if d, ticks, ok = f.timerOf(s.Val, seen); ok {
				return d, ticks, true
			}
		}
		if isTimeChan(v.Type()) {
			return nil, false, true
		}
	case *ssa.Phi:
		for _, e := range v.Edges {
			if d, ticks, ok = f.timerOf(e, seen); ok {
				return d, ticks, true
			}
		}
	case *ssa.ChangeType:
		return f.timerOf(v.X, seen)
	case *ssa.Parameter, *ssa.FreeVar:
		if isTimeChan(ch.Type()) {
			return nil, false, true
		}
	}
	return nil, false, false
}

// isDeadline reports whether a channel delivers once for the whole loop: a
// timer that is made before the loop and not reset.
func (f *finder) isDeadline(ch ssa.Value, loop *cycle) bool {
	_, once := f.deadlineOf(ch, loop)
	return once
}

// deadlineOf returns the duration after which such a channel delivers.
func (f *finder) deadlineOf(ch ssa.Value, loop *cycle) (ssa.Value, bool) {
	if load, ok := ch.(*ssa.UnOp); ok && load.Op == token.MUL {
		if fa, ok := load.X.(*ssa.FieldAddr); ok && isTimeChan(ch.Type()) {
			if f.resetOf(fa.X, load.Parent()) != nil {
				return nil, false
			}
			ch = fa.X
		}
		if s := onlyStore(load.X); s != nil {
			ch = s
		}
	}
	call, ok := ch.(*ssa.Call)
	if !ok || loop.blocks[call.Block()] {
		return nil, false
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		return nil, false
	}
	w := known.Wait(fn)
	if w == nil || w.Form != known.Channel && w.Form != known.Timer {
		return nil, false
	}
	return argument(call.Common(), w.Duration), true
}

// resetOf returns the duration to which a timer is reset in fn, or nil.
func (f *finder) resetOf(timer ssa.Value, fn *ssa.Function) ssa.Value {
	for _, call := range calls(fn, nil) {
		c := call.Common()
		m := calledFunc(c)
		if m == nil {
			continue
		}
		if w := known.Wait(m); w != nil && w.Form == known.Resets && sameValue(receiverOf(c), timer) {
			return argument(c, w.Duration)
		}
	}
	return nil
}

// receiverOf returns the receiver of a method call, or nil.
func receiverOf(c *ssa.CallCommon) ssa.Value {
	if c.IsInvoke() {
		return c.Value
	}
	if c.Signature().Recv() != nil && len(c.Args) > 0 {
		return c.Args[0]
	}
	return nil
}

// isTimeChan reports whether a type is a channel of times.
func isTimeChan(t types.Type) bool {
	ch, ok := t.Underlying().(*types.Chan)
	return ok && isNamed(ch.Elem(), "time", "Time")
}
