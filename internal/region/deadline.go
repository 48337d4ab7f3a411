package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// timed reports whether a way out of the loop depends on the time, and returns
// the duration where one value holds it.
func (f *finder) timed(loop *cycle) (ssa.Value, bool) {
	for _, b := range loop.header.Parent().Blocks {
		if !loop.blocks[b] {
			continue
		}
		for _, instr := range b.Instrs {
			if ch, ok := received(instr); ok {
				for _, ch := range ch {
					if d, once := f.deadlineOf(ch, loop); once {
						return d, true
					}
					if d, bounded := ctxDeadline(ch, loop); bounded {
						return d, true
					}
				}
			}
		}
	}
	for b, cond := range loop.exits() {
		if d, ok := clockTest(cond, loop, 0); ok && !early(b, cond, loop) {
			return d, true
		}
	}
	return nil, false
}

// early reports whether a condition leaves the loop while little time has passed: it
// guards against something that fails too soon, and bounds nothing.
func early(b *ssa.BasicBlock, cond ssa.Value, loop *cycle) bool {
	op, ok := cond.(*ssa.BinOp)
	if !ok || !isDuration(op.X.Type()) {
		return false
	}
	less := op.Op == token.LSS || op.Op == token.LEQ
	if elapsed(op.Y) {
		less = !less
	} else if !elapsed(op.X) {
		return false
	}
	return less == !loop.blocks[b.Succs[0]]
}

// elapsed reports whether a value is the time that has passed since another.
func elapsed(v ssa.Value) bool {
	call, ok := v.(*ssa.Call)
	if !ok {
		return false
	}
	fn := calledFunc(call.Common())
	return fn != nil && (fn.FullName() == "time.Since" || fn.FullName() == "(time.Time).Sub" && readsClock(call.Call.Args[0], 0))
}

// received returns the channels from which an instruction receives, or the
// context that it asks.
func received(instr ssa.Instruction) ([]ssa.Value, bool) {
	switch v := instr.(type) {
	case *ssa.UnOp:
		return []ssa.Value{v.X}, v.Op == token.ARROW
	case *ssa.Select:
		var out []ssa.Value
		for _, st := range v.States {
			if st.Dir == types.RecvOnly {
				out = append(out, st.Chan)
			}
		}
		return out, len(out) > 0
	case *ssa.Call:
		if _, ok := asksErr(v.Common()); ok {
			return []ssa.Value{v}, true
		}
	}
	return nil, false
}

// ctxDeadline returns the time that a context was given before the loop, when
// ch is its Done or a call of its Err.
func ctxDeadline(ch ssa.Value, loop *cycle) (ssa.Value, bool) {
	call, ok := ch.(*ssa.Call)
	if !ok {
		return nil, false
	}
	ctx, asks := asksErr(call.Common())
	if !asks && !isDone(call) {
		return nil, false
	}
	if !asks {
		ctx = call.Call.Value
	}
	if variable, ok := localVariable(ctx); ok {
		ctx = lastSet(variable, call)
	} else if load, ok := ctx.(*ssa.UnOp); ok {
		ctx = onlyStore(load.X)
	}
	ext, ok := ctx.(*ssa.Extract)
	if !ok {
		return nil, false
	}
	made, ok := ext.Tuple.(*ssa.Call)
	if !ok || loop.blocks[made.Block()] {
		return nil, false
	}
	fn := calledFunc(made.Common())
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "context" {
		return nil, false
	}
	switch fn.Name() {
	case "WithTimeout", "WithTimeoutCause":
		return made.Call.Args[1], true
	case "WithDeadline", "WithDeadlineCause":
		return nil, true
	}
	return nil, false
}

// endsWithParameter reports whether the loop is left when a context has ended
// that its function is handed.
func endsWithParameter(loop *cycle) bool {
	handed := func(ctx ssa.Value) bool {
		_, ok := ctx.(*ssa.Parameter)
		return ok
	}
	for ch := range loop.received() {
		if done, ok := ch.(*ssa.Call); ok && isDone(done) && handed(done.Call.Value) {
			return true
		}
	}
	for _, cond := range loop.exits() {
		op, ok := cond.(*ssa.BinOp)
		if !ok {
			continue
		}
		if call, ok := op.X.(*ssa.Call); ok {
			if ctx, asks := asksErr(call.Common()); asks && handed(ctx) {
				return true
			}
		}
	}
	return false
}

// clockTest reports whether a condition compares times: time.Now() with a
// deadline, or the time passed with a duration.
func clockTest(v ssa.Value, loop *cycle, depth int) (ssa.Value, bool) {
	if depth > 6 {
		return nil, false // conditions are shallow
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		return clockTest(v.X, loop, depth+1)
	case *ssa.BinOp:
		if isDuration(v.X.Type()) {
			for _, side := range [2][2]ssa.Value{{v.X, v.Y}, {v.Y, v.X}} {
				if readsClock(side[0], depth+1) || scaled(side[0], loop) {
					return side[1], true
				}
			}
			return nil, false
		}
		return nil, false
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn == nil {
			return nil, false
		}
		switch fn.FullName() {
		case "(time.Time).Before", "(time.Time).After", "(time.Time).Compare":
			return nil, readsClock(v.Call.Args[0], depth+1) || readsClock(v.Call.Args[1], depth+1)
		}
	}
	return nil, false
}

// scaled reports whether a duration is a counter times the length of a step.
func scaled(v ssa.Value, loop *cycle) bool {
	op, ok := v.(*ssa.BinOp)
	if !ok || op.Op != token.MUL {
		return false
	}
	seen := map[ssa.Value]bool{}
	return counts(op.X, loop, seen) || counts(op.Y, loop, seen)
}

// readsClock reports whether a value is computed from the present time.
func readsClock(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false // times are computed in a few steps
	}
	switch v := v.(type) {
	case *ssa.Call:
		if fn := calledFunc(v.Common()); fn != nil {
			switch fn.FullName() {
			case "time.Now", "time.Since", "time.Until":
				return true
			}
			if fn.Name() == "Now" || fn.Name() == "Since" {
				return isNamed(v.Type(), "time", "Time") || isDuration(v.Type())
			}
		}
		for _, a := range v.Call.Args {
			if readsClock(a, depth+1) {
				return true
			}
		}
	case *ssa.BinOp:
		return readsClock(v.X, depth+1) || readsClock(v.Y, depth+1)
	case *ssa.Convert:
		return readsClock(v.X, depth+1)
	case *ssa.Extract:
		return readsClock(v.Tuple, depth+1)
	}
	return false
}
