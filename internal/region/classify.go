package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
)

// otherClass names a cycle in which nothing is repeated because it failed.
func (f *finder) otherClass(fn *ssa.Function, loop *cycle, ops []*ssa.Call, verdicts []*verdict) Class {
	var items itemKind
	for _, op := range ops {
		if accepts(op.Common()) {
			return Accept
		}
		items = max(items, f.item(loop, op))
	}
	if swapsIn(fn, loop) {
		return CAS
	}
	waits := f.pauses(fn, loop.blocks, loop)
	tolerant, reports, awaits := false, false, false
	for _, v := range verdicts {
		ends := f.awaits(fn, loop, v.call)
		awaits = awaits || ends
		tolerant = tolerant || len(v.fails) > 0 && v.againOK
		reports = reports || v.againOK && len(v.fails) == 0 && (ends || len(f.modes(v.call)) > 0)
		if len(v.fails) > 0 && !v.againOK && !v.leftOK {
			return Reconnect
		}
	}
	switch {
	case items == message:
		return Worker
	case items == cursor, items == noItem && f.pages(loop, ops):
		return Pagination
	case items == element || f.ranges(loop):
		return NextItem
	case streams(ops):
		return Stream
	case receives(loop):
		return Worker
	case len(waits) > 0 && tolerant && !awaits && f.keepsUp(fn, loop, verdicts):
		return Reconnect
	case len(waits) > 0 && reports:
		return Poll
	case len(waits) > 0 && tolerant && awaits:
		return PollErr
	case len(waits) > 0:
		return Periodic
	}
	return NextItem
}

// keepsUp reports whether the loop waits after a failure and goes on at once, or
// after a shorter wait, when all went well: what it runs is meant to last, and is
// begun again whenever it ends. What runs on a timer waits all the same.
func (f *finder) keepsUp(fn *ssa.Function, loop *cycle, verdicts []*verdict) bool {
	for _, v := range verdicts {
		if len(v.fails) == 0 || !v.againOK {
			continue
		}
		ok := f.failAt(fn, loop, v.call, succeeding)
		if ok == nil || ok.capped || !ok.again {
			continue
		}
		after := f.pauses(fn, v.fails[0].between(), loop)
		if delayOver(after).Growth > attempt.Fixed || len(after) > 0 && len(f.pauses(fn, ok.between(), loop)) == 0 {
			return true
		}
	}
	return false
}

// awaits reports whether the loop ends by what the call answers, apart from
// its failure.
func (f *finder) awaits(fn *ssa.Function, loop *cycle, call *ssa.Call) bool {
	w := f.failAt(fn, loop, call, succeeding)
	if w == nil {
		return false
	}
	for instr, sides := range w.tests {
		b := instr.Block()
		if loop.blocks[b.Succs[0]] == loop.blocks[b.Succs[1]] || !(sides[0] && sides[1]) {
			continue
		}
		if f.dependsOn(instr.Cond, call, map[ssa.Value]bool{}) {
			return true
		}
	}
	return false
}

// accepts reports whether a call takes the next connection of a listener.
func accepts(c *ssa.CallCommon) bool {
	ts := resultTypes(c)
	if len(ts) != 2 || !isError(ts[1]) || len(c.Args) > 1 {
		return false
	}
	return isNamed(ts[0], "net", "Conn") && receiverOf(c) != nil && len(nonReceiverArgs(c)) == 0 ||
		isNamed(ts[0], "net", "TCPConn") && len(nonReceiverArgs(c)) == 0
}

// looks reports whether a call only looks at a file: whether it is there, and what
// it is.
func looks(c *ssa.CallCommon) bool {
	fn := calledFunc(c)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	switch fn.Pkg().Path() {
	case "os":
		return fn.Name() == "Stat" || fn.Name() == "Lstat"
	case "io/fs":
		return fn.Name() == "Stat"
	}
	return false
}

func nonReceiverArgs(c *ssa.CallCommon) []ssa.Value {
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		return c.Args[1:]
	}
	return c.Args
}

// swapsIn reports whether the loop compares and swaps.
func swapsIn(fn *ssa.Function, loop *cycle) bool {
	for _, call := range calls(fn, loop.blocks) {
		if swaps(call.Common()) {
			return true
		}
	}
	return false
}

// swaps reports whether a call is an atomic compare and swap.
func swaps(c *ssa.CallCommon) bool {
	fn := calledFunc(c)
	if fn == nil || fn.Pkg() == nil || fn.Pkg().Path() != "sync/atomic" {
		return false
	}
	return len(fn.Name()) >= 14 && fn.Name()[:14] == "CompareAndSwap"
}

// streams reports whether all operations handle the next part of a stream.
func streams(ops []*ssa.Call) bool {
	for _, op := range ops {
		fn := calledFunc(op.Common())
		if fn == nil {
			return false
		}
		if k := known.Op(fn); k != nil && k.Stream {
			return true
		}
	}
	return false
}

// receives reports whether the loop takes values from a channel that is
// neither a timer nor a signal to stop.
func receives(loop *cycle) bool {
	work := func(ch ssa.Value) bool { return !isTimeChan(ch.Type()) && !isDone(ch) && !isStop(ch) }
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.UnOp:
				if _, ok := v.X.Type().Underlying().(*types.Chan); ok && work(v.X) {
					return true
				}
			case *ssa.Select:
				for _, st := range v.States {
					if st.Dir == types.RecvOnly && work(st.Chan) {
						return true
					}
				}
			}
		}
	}
	return false
}

// ranges reports whether the loop ranges over a collection.
func (f *finder) ranges(loop *cycle) bool {
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			if _, ok := instr.(*ssa.Next); ok {
				return true
			}
		}
	}
	return false
}

// pages reports whether an operation is handed what its own answer set: the next
// page, in a variable or in a field of what it is handed.
func (f *finder) pages(loop *cycle, ops []*ssa.Call) bool {
	for _, op := range ops {
		seen := map[ssa.Value]bool{} // what does not depend on it
		for _, a := range op.Call.Args {
			if phi, ok := a.(*ssa.Phi); ok && loop.blocks[phi.Block()] && f.dependsOn(phi, op, seen) {
				return true
			}
			if f.turned(a, loop, op, seen) {
				return true
			}
		}
	}
	return false
}

// turned reports whether the loop stores a part of an operation's answer in what
// one of its arguments points to, or is read from.
func (f *finder) turned(arg ssa.Value, loop *cycle, op *ssa.Call, seen map[ssa.Value]bool) bool {
	if m, ok := arg.(*ssa.MakeInterface); ok {
		arg = m.X
	}
	if load, ok := arg.(*ssa.UnOp); ok {
		arg = load.X
	}
	root := cellOf(arg).root
	for b := range loop.blocks {
		for _, instr := range b.Instrs {
			s, ok := instr.(*ssa.Store)
			if !ok || isError(s.Val.Type()) || cellOf(s.Addr).root != root {
				continue
			}
			if _, field := s.Addr.(*ssa.FieldAddr); (field || s.Addr == arg) && f.dependsOn(s.Val, op, seen) {
				return true
			}
		}
	}
	return false
}

// iterated reports whether the loop asks a method of some helper, which is no
// operation itself, whether to go on.
func (f *finder) iterated(loop *cycle) bool {
	for b, cond := range loop.exits() {
		if not, ok := cond.(*ssa.UnOp); ok {
			cond = not.X
		}
		call, ok := cond.(*ssa.Call)
		if !ok {
			continue
		}
		fn := calledFunc(call.Common())
		if fn == nil {
			continue
		}
		if k := known.Lookup(fn); k != nil && k.Kind == known.Iterator {
			return true
		}
		recv := receiverOf(call.Common())
		if recv == nil || isContext(recv.Type()) || fn.Pkg() == nil || known.Pure(fn) || f.operates(call.Common()) {
			continue
		}
		for _, a := range nonReceiverArgs(call.Common()) {
			if isError(a.Type()) || isResponse(a.Type()) {
				return false
			}
		}
		if b == loop.header {
			return true
		}
	}
	return false
}
