package region

import (
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// An itemKind says from where a call in a cycle gets what differs from one
// round to the next.
type itemKind uint8

const (
	noItem  itemKind = iota // the same operation each time
	element                 // the next element of a collection or range of numbers
	message                 // the next value of a channel
	cursor                  // what the last answer pointed to
	typed                   // what a person was asked for
)

// item slices the inputs of a call back to what changes with each round of the
// cycle. The counter of attempts, a fresh context, a cloned request and a
// renewed credential are no items.
func (f *finder) item(loop *cycle, call *ssa.Call) itemKind {
	s := &slicer{f: f, loop: loop, call: call, seen: map[ssa.Value]bool{}}
	c := call.Common()
	if c.IsInvoke() {
		s.from(c.Value, false)
	} else if _, static := c.Value.(*ssa.Function); !static {
		s.from(c.Value, false)
	}
	for _, a := range c.Args {
		if !isContext(a.Type()) {
			s.from(a, false)
		}
	}
	return s.kind
}

// A slicer walks back from the inputs of a call.
type slicer struct {
	f    *finder
	loop *cycle
	call *ssa.Call
	seen map[ssa.Value]bool
	kind itemKind
}

func (s *slicer) found(k itemKind) { s.kind = max(s.kind, k) }

// inLoop reports whether a value is computed anew in each round.
func (s *slicer) inLoop(v ssa.Value) bool {
	instr, ok := v.(ssa.Instruction)
	return ok && s.loop.blocks[instr.Block()]
}

// from follows one value. computed says that it went through a computation,
// such as formatting, on the way to the call.
func (s *slicer) from(v ssa.Value, computed bool) {
	if v == nil || s.seen[v] || !s.inLoop(v) {
		return
	}
	s.seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		s.phi(v, computed)
	case *ssa.Extract:
		switch t := v.Tuple.(type) {
		case *ssa.Next:
			if s.restarts(t) {
				s.from(t.Iter, computed)
				break
			}
			s.found(element)
		case *ssa.Select:
			if v.Index >= 2 {
				s.found(message)
			}
		default:
			if drained(v, s.loop) {
				s.found(element)
			}
			s.from(t, computed)
		}
	case *ssa.UnOp:
		if v.Op == token.ARROW {
			s.found(message)
			return
		}
		if v.Op == token.MUL {
			s.load(v, computed)
			return
		}
		s.from(v.X, computed)
	case *ssa.Index:
		s.index(v.X, v.Index, computed)
	case *ssa.IndexAddr:
		s.index(v.X, v.Index, computed)
	case *ssa.Lookup:
		s.index(v.X, v.Index, computed)
	case *ssa.Call:
		if v == s.call {
			return
		}
		if drained(v, s.loop) {
			s.found(element)
		}
		if s.emptied(v) || s.pointed(v) {
			s.found(element)
		}
		if receivesMessage(v) {
			s.found(message)
		}
		if s.f.prompted(v.Common()) {
			s.found(typed)
		}
		if v.Call.IsInvoke() {
			s.from(v.Call.Value, true)
		}
		for _, a := range v.Call.Args {
			if !isContext(a.Type()) {
				s.from(a, true)
			}
		}
	case *ssa.BinOp:
		if s.offset(v.X, v.Y) || s.offset(v.Y, v.X) {
			s.found(element)
		}
		s.from(v.X, computed)
		s.from(v.Y, computed)
	case *ssa.MakeClosure:
		for _, b := range v.Bindings {
			s.from(b, computed)
			s.stores(b, computed)
		}
	case *ssa.Alloc:
		s.stores(v, computed)
	case ssa.Instruction:
		for _, op := range v.Operands(nil) {
			if *op != nil {
				s.from(*op, computed)
			}
		}
	}
}

// offset reports whether a number counts the rounds from a place: there is another
// thing at each.
func (s *slicer) offset(count, place ssa.Value) bool {
	phi, ok := unconverted(count).(*ssa.Phi)
	if !ok {
		return false
	}
	if _, constant := place.(*ssa.Const); constant {
		return false
	}
	step, _ := induction(phi, s.loop)
	return step != 0
}

// receivesMessage reports whether a value is the next message of a gRPC stream:
// what a method returns that is generated for it.
func receivesMessage(v ssa.Value) bool {
	if e, ok := v.(*ssa.Extract); ok {
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok || len(nonReceiverArgs(call.Common())) > 0 || !hasError(call.Call.Signature()) || call.Call.Signature().Results().Len() != 2 {
		return false
	}
	recv := receiverOf(call.Common())
	if recv == nil {
		return false
	}
	obj, _, _ := types.LookupFieldOrMethod(recv.Type(), true, nil, "RecvMsg")
	fn, ok := obj.(*types.Func)
	return ok && fn.Pkg() != nil && fn.Pkg().Path() == "google.golang.org/grpc"
}

// drained reports whether the loop is left when a value that a call gives is
// empty, or when the boolean beside it is false: the call hands out one item
// after the other. An error beside it is a failure, and no end.
func drained(v ssa.Value, loop *cycle) bool {
	if isError(v.Type()) || isContext(v.Type()) {
		return false
	}
	if emptyLeaves(v, loop) {
		return true
	}
	e, ok := v.(*ssa.Extract)
	if !ok || e.Tuple.Referrers() == nil {
		return false
	}
	for _, r := range *e.Tuple.Referrers() {
		if other, ok := r.(*ssa.Extract); ok && other != e && zero(other.Type()).Kind == Bool && boolLeaves(other, loop) {
			return true
		}
	}
	return false
}

// pointed reports whether a call asks for what a cursor points to: a thing, of an
// object that also says when there are no more. A number may be that of the attempt.
func (s *slicer) pointed(v *ssa.Call) bool {
	recv := receiverOf(v.Common())
	if recv == nil || s.inLoop(recv) || len(nonReceiverArgs(v.Common())) > 0 || zero(v.Type()).numeric() || isContext(v.Type()) || isError(v.Type()) {
		return false
	}
	for _, cond := range s.loop.exits() {
		if not, ok := cond.(*ssa.UnOp); ok {
			cond = not.X
		}
		more, ok := cond.(*ssa.Call)
		if ok && more != v && receiverOf(more.Common()) == recv && len(nonReceiverArgs(more.Common())) == 0 {
			return s.moved(recv)
		}
	}
	return false
}

// moved reports whether the loop tells an object, and nothing else, to go on.
func (s *slicer) moved(object ssa.Value) bool {
	return slices.ContainsFunc(calls(s.call.Parent(), s.loop.blocks), func(c *ssa.Call) bool {
		return receiverOf(c.Common()) == object && len(nonReceiverArgs(c.Common())) == 0 && c.Call.Signature().Results().Len() == 0
	})
}

// emptyLeaves reports whether a comparison of v with its zero value decides
// whether the loop is left.
func emptyLeaves(v ssa.Value, loop *cycle) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		op, ok := r.(*ssa.BinOp)
		if !ok || op.Op != token.EQL && op.Op != token.NEQ {
			continue
		}
		other := op.Y
		if other == v {
			other = op.X
		}
		if c, ok := other.(*ssa.Const); ok && (c.IsNil() || c.Value != nil && c.Value.ExactString() == `""`) && boolLeaves(op, loop) {
			return true
		}
	}
	return false
}

// boolLeaves reports whether one side of a test of b is outside the loop.
func boolLeaves(b ssa.Value, loop *cycle) bool {
	if b.Referrers() == nil {
		return false
	}
	for _, r := range *b.Referrers() {
		switch r := r.(type) {
		case *ssa.If:
			if blk := r.Block(); loop.blocks[blk] && (!loop.blocks[blk.Succs[0]] || !loop.blocks[blk.Succs[1]]) {
				return true
			}
		case *ssa.UnOp:
			if boolLeaves(r, loop) {
				return true
			}
		}
	}
	return false
}

// load follows a read of memory: of a local variable or a field, to what the loop
// stores in it; of anything else, to the address.
func (s *slicer) load(v *ssa.UnOp, computed bool) {
	switch addr := v.X.(type) {
	case *ssa.Alloc, *ssa.FreeVar:
		s.stores(addr, computed)
	case *ssa.FieldAddr:
		for _, store := range s.f.storesInto(v.Parent(), addr) {
			if s.loop.blocks[store.Block()] {
				if advances(store.Val, addr) {
					s.found(element)
				}
				s.from(store.Val, computed)
			}
		}
		s.from(addr, computed)
	default:
		s.from(addr, computed)
	}
}

func (s *slicer) stores(addr ssa.Value, computed bool) {
	a, ok := addr.(*ssa.Alloc)
	if !ok {
		return
	}
	if s.filled(a) {
		s.found(element)
	}
	for _, store := range storesTo(addr) {
		if s.loop.blocks[store.Block()] {
			s.from(store.Val, computed)
		}
	}
	if refs := addr.Referrers(); refs != nil { // the fields of a struct or array built in place
		for _, r := range *refs {
			switch r := r.(type) {
			case *ssa.FieldAddr:
				s.parts(r, computed)
			case *ssa.IndexAddr:
				s.parts(r, computed)
			}
		}
	}
}

func (s *slicer) parts(addr ssa.Value, computed bool) {
	if addr.Referrers() == nil {
		return
	}
	for _, r := range *addr.Referrers() {
		if store, ok := r.(*ssa.Store); ok && store.Addr == addr && s.loop.blocks[store.Block()] {
			s.from(store.Val, computed)
		}
	}
}

// index handles hosts[i]: the next host each time, unless the index wraps
// round, so that the same ones are tried again.
func (s *slicer) index(x, index ssa.Value, computed bool) {
	if s.inLoop(index) && !s.restarts(index) {
		if op := remainder(index); op != nil {
			if s.onceRound(op.Y) {
				s.found(element)
			}
			return
		}
		if _, isConst := index.(*ssa.Const); !isConst && !s.random(index) {
			s.found(element)
			return
		}
	}
	if s.rotates(x) {
		s.found(element)
	}
	s.from(x, computed)
}

// restarts reports whether a value belongs to a loop inside the one at hand:
// that ranges over the same things again in each round of it.
func (s *slicer) restarts(v ssa.Value) bool {
	instr, ok := v.(ssa.Instruction)
	if !ok {
		return false
	}
	for _, c := range s.f.cycles(instr.Parent()) {
		if c != s.loop && c.blocks[instr.Block()] && c.within(s.loop) {
			return true
		}
	}
	return false
}

// random reports whether an index is drawn by a call: any of the same hosts.
func (s *slicer) random(index ssa.Value) bool {
	_, ok := index.(*ssa.Call)
	return ok
}

// phi handles a variable that the loop carries on. A number that starts from a
// constant counts attempts, unless the call's input is computed from it or it has
// a type of its own. A value that is made from its own last value walks over something.
func (s *slicer) phi(v *ssa.Phi, computed bool) {
	if v.Block() != s.loop.header && s.restarts(v) && isInteger(v.Type()) {
		return
	}
	if step, init := induction(v, s.loop); step != 0 {
		_, fixed := init.(*ssa.Const)
		if !fixed || computed && isFormatted(v) || namesThing(v.Type()) {
			s.found(element)
		}
		return
	}
	header := v.Block() == s.loop.header
	for i, e := range v.Edges {
		pred := v.Block().Preds[i]
		if header && !s.loop.blocks[pred] {
			continue // what the first round gets
		}
		if header {
			if receivesMessage(e) {
				s.found(message)
			}
			if call, ok := e.(*ssa.Call); ok && call != s.call && emptyLeaves(v, s.loop) {
				s.found(element) // asked for the next one, until there is none
			}
			if k := walks(v, e, s.call, map[ssa.Value]bool{}); k != noItem {
				s.found(k)
			}
			continue
		}
		s.from(e, computed)
	}
}

// namesThing reports whether numbers of a type name things: attempts are counted
// in plain integers.
func namesThing(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil && !known.Standard(named.Obj().Pkg().Path())
}

// isFormatted reports whether a counter ends up in a string.
func isFormatted(v *ssa.Phi) bool {
	if v.Referrers() == nil {
		return false
	}
	for _, r := range *v.Referrers() {
		switch r.(type) {
		case *ssa.MakeInterface, *ssa.Call, *ssa.Convert:
			return true
		}
	}
	return false
}
