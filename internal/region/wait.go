package region

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/known"
)

// A pause is one wait in a function.
type pause struct {
	instr    ssa.Instruction
	delay    attempt.Delay
	duration ssa.Value // nil when it is not at hand
	exact    bool      // duration is the length, not what it is computed from
	ctx      bool      // ends when the context does
	stop     bool      // it is a stop channel that ends it, and no context
	ticks    bool      // a ticker: waits for the next beat
	works    bool      // a call that does something, and is limited in time
}

// pauses lists the waits in the given blocks. The loop is the one that waits;
// nil for a function that does nothing else.
func (f *finder) pauses(fn *ssa.Function, within map[*ssa.BasicBlock]bool, loop *cycle) []pause {
	var out []pause
	for _, b := range fn.Blocks {
		if within != nil && !within[b] {
			continue
		}
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Call:
				if p, ok := f.callPause(instr, loop); ok {
					out = append(out, p)
				}
			case *ssa.UnOp:
				if instr.Op == token.ARROW {
					if p, ok := f.channelPause(instr.X, loop); ok {
						p.instr = instr
						out = append(out, p)
					}
				}
			case *ssa.Select:
				if p, ok := f.selectPause(instr, loop); ok {
					out = append(out, p)
				}
			}
		}
	}
	if len(out) > 1 { // beside a wait, a function value is told of it
		out = slices.DeleteFunc(out, func(p pause) bool {
			call, ok := p.instr.(*ssa.Call)
			return ok && f.behaviorOf(call.Common()) == nil && injectedSleep(call.Common())
		})
	}
	return out
}

// callPause reports whether a call waits: time.Sleep and its like, or a
// function of which it is known.
func (f *finder) callPause(call *ssa.Call, loop *cycle) (pause, bool) {
	c := call.Common()
	if fn := calledFunc(c); fn != nil {
		if w := known.Wait(fn); w != nil {
			if w.Form != known.Sleeps && w.Form != known.Limiter {
				return pause{}, false
			}
			p := pause{instr: call, ctx: w.Ctx >= 0 || w.Held, delay: w.Delay}
			if w.Duration >= 0 {
				p.duration = argument(c, w.Duration)
				p.exact = w.Form == known.Sleeps
				p.delay = f.delayOf(p.duration, loop)
			}
			return p, true
		}
	}
	if fn := f.target(c); fn != nil && f.busy[fn] {
		return pause{}, false
	}
	b := f.behaviorOf(c)
	if b == nil && injectedSleep(c) {
		d := c.Args[len(c.Args)-1]
		return pause{instr: call, duration: d, exact: true, ctx: len(c.Args) > 1, delay: f.delayOf(d, loop)}, true
	}
	if b == nil || b.Waits == nil {
		return pause{}, false
	}
	p := pause{instr: call, ctx: b.Waits.Ctx, delay: b.Waits.Delay, works: b.Operates}
	if i := b.Waits.Param; i >= 0 && i < len(c.Args) {
		g := f.growth(c.Args[i], loop)
		p.duration, p.exact = c.Args[i], b.Waits.Exact
		if b.Waits.Counter {
			if g.growth <= attempt.Fixed {
				p.delay.Growth = attempt.Fixed
			}
		} else {
			p.delay.Growth = max(p.delay.Growth, g.growth)
		}
		p.delay.Jitter = p.delay.Jitter || g.jitter
		if g.open {
			p.delay = g.delay()
		}
	}
	return p, true
}

// injectedSleep reports whether a call runs a function value that is handed a
// length of time, maybe after a context, and gives nothing back: what tests put in
// the place of time.Sleep.
func injectedSleep(c *ssa.CallCommon) bool {
	sig := c.Signature()
	n := sig.Params().Len()
	if c.IsInvoke() || c.StaticCallee() != nil || sig.Results().Len() > 0 || n == 0 || n > 2 {
		return false
	}
	return (n == 1 || isContext(sig.Params().At(0).Type())) && isDuration(sig.Params().At(n-1).Type()) && !readsClock(c.Args[n-1], 0)
}

// argument returns the i-th argument, the receiver not counted.
func argument(c *ssa.CallCommon, i int) ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}

func (f *finder) delayOf(d ssa.Value, loop *cycle) attempt.Delay {
	if d == nil {
		return attempt.Delay{}
	}
	if c, ok := d.(*ssa.Const); ok && constAbs(c).N == 0 {
		return attempt.Delay{Growth: attempt.NoDelay}
	}
	return f.growth(d, loop).delay()
}

// selectPause reports whether a select waits for time to pass, and whether the
// end of the context, or a stop channel, cuts the wait short.
func (f *finder) selectPause(s *ssa.Select, loop *cycle) (pause, bool) {
	if !s.Blocking {
		return pause{}, false
	}
	p, timed, done, stop := pause{instr: s}, false, false, false
	for _, st := range s.States {
		if st.Dir != types.RecvOnly {
			continue
		}
		if q, ok := f.channelPause(st.Chan, loop); ok {
			if !timed || q.delay.Growth > p.delay.Growth {
				p.delay, p.duration, p.ticks, p.exact = q.delay, q.duration, q.ticks, q.exact && !timed
			}
			timed = true
			continue
		}
		done = done || isDone(st.Chan)
		stop = stop || isStop(st.Chan)
	}
	p.ctx, p.stop = done || stop, stop && !done
	return p, timed
}

// goesOnAfterDone reports whether some wait that the context cuts short is
// followed by another attempt all the same. way holds the blocks from the
// failure to the next attempt.
func goesOnAfterDone(pauses []pause, way map[*ssa.BasicBlock]bool) bool {
	for _, p := range pauses {
		s, ok := p.instr.(*ssa.Select)
		if !ok || !p.ctx {
			continue
		}
		for i, st := range s.States {
			if st.Dir == types.RecvOnly && (isDone(st.Chan) || isStop(st.Chan)) {
				if b := ctxflow.Case(s, i); b != nil && way[b] && len(s.States) > 1 {
					return true
				}
			}
		}
	}
	return false
}

func constAbsOf(v ssa.Value) Abs {
	if c, ok := v.(*ssa.Const); ok {
		return constAbs(c)
	}
	return top
}

// isDone reports whether a channel is the Done of a context.
func isDone(ch ssa.Value) bool {
	switch v := ch.(type) {
	case *ssa.Call:
		return v.Call.IsInvoke() && isContext(v.Call.Value.Type()) && v.Call.Method.Name() == "Done"
	case *ssa.UnOp:
		if s := onlyStore(v.X); s != nil {
			return isDone(s)
		}
	}
	return false
}

// isStop reports whether a channel can only say that it is time to stop: it
// carries empty structs.
func isStop(ch ssa.Value) bool {
	c, ok := ch.Type().Underlying().(*types.Chan)
	if !ok {
		return false
	}
	st, ok := c.Elem().Underlying().(*types.Struct)
	return ok && st.NumFields() == 0
}

// waits computes how a function waits and what durations it returns.
func (f *finder) waits(fn *ssa.Function, b *Behavior) {
	outside := blocksOf(fn)
	for _, loop := range f.cycles(fn) {
		for _, call := range calls(fn, loop.blocks) {
			if f.operates(call.Common()) { // the waits of a region are its own
				for block := range loop.blocks {
					delete(outside, block)
				}
				break
			}
		}
	}
	f.dropEnding(fn, outside)
	pauses := f.pauses(fn, outside, nil)
	for _, p := range pauses {
		w := &Waiting{Delay: p.delay, Ctx: p.ctx, Param: -1}
		if p.duration != nil {
			w.Param, w.Counter = paramOf(p.duration, fn)
			_, plain := p.duration.(*ssa.Parameter)
			w.Exact = plain && p.exact && len(pauses) == 1
		}
		if b.Waits == nil || w.Delay.Growth > b.Waits.Delay.Growth {
			b.Waits = w
		}
	}
	if fn.Signature.Results().Len() == 0 || !returnsDuration(fn) {
		return
	}
	var g growing
	for _, block := range fn.Blocks {
		if ret, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return); ok {
			for _, r := range ret.Results {
				if isDuration(r.Type()) {
					g = g.join(f.growth(r, nil))
				}
			}
		}
	}
	b.Grows, b.Jitters, b.GrowsOpen = g.growth, g.jitter, g.open
	b.GrowsWithState = g.growth > attempt.Fixed && !g.counted
}

// dropEnding takes out of blocks those from which the function never returns:
// what it waits for before it ends the program keeps nobody waiting.
func (f *finder) dropEnding(fn *ssa.Function, blocks map[*ssa.BasicBlock]bool) {
	returns := map[*ssa.BasicBlock]bool{}
	var visit func(b *ssa.BasicBlock)
	visit = func(b *ssa.BasicBlock) {
		if returns[b] || slices.ContainsFunc(b.Instrs, f.endsAt) {
			return
		}
		returns[b] = true
		for _, p := range b.Preds {
			visit(p)
		}
	}
	for _, b := range fn.Blocks {
		if _, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return); ok {
			visit(b)
		}
	}
	for b := range blocks {
		if !returns[b] {
			delete(blocks, b)
		}
	}
}

// endsAt reports whether an instruction is a call that does not come back.
func (f *finder) endsAt(instr ssa.Instruction) bool {
	call, ok := instr.(*ssa.Call)
	return ok && f.noReturn(call.Common())
}

func returnsDuration(fn *ssa.Function) bool {
	res := fn.Signature.Results()
	for i := range res.Len() {
		if isDuration(res.At(i).Type()) {
			return true
		}
	}
	return false
}

// paramOf returns the parameter from which a duration is computed, and whether
// that holds a number and not a duration.
func paramOf(v ssa.Value, fn *ssa.Function) (index int, counter bool) {
	seen := map[ssa.Value]bool{}
	index = -1
	var visit func(v ssa.Value)
	visit = func(v ssa.Value) {
		if seen[v] || len(seen) > 200 {
			return
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Parameter:
			for i, p := range fn.Params {
				if p != v {
					continue
				}
				switch {
				case isDuration(p.Type()) && (index < 0 || !counter):
					index = i
				case isInteger(p.Type()):
					index, counter = i, true
				}
			}
			return
		case *ssa.Call:
			for _, a := range v.Call.Args {
				visit(a)
			}
			return
		case ssa.Instruction:
			for _, op := range v.Operands(nil) {
				if *op != nil {
					visit(*op)
				}
			}
		}
	}
	visit(v)
	return index, counter
}
