package ctxflow

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Uses says what becomes of a context that was made from nothing.
type Uses struct {
	// Derived are the calls that derive a context from it that ends by time, or
	// that can be canceled.
	Derived []*ssa.Call
	// Calls are those that get it, or one derived from it, and can fail.
	Calls []ssa.CallInstruction
	// Escapes says that it is kept for longer than the function runs, or goes
	// somewhere out of sight: into a field, a result, a goroutine that nobody
	// waits for, an object that is made with it.
	Escapes bool
}

// UsesOf follows a context to where it is used. takes tells of functions that
// they take a context in order to end a retry with it.
func UsesOf(v ssa.Value, here Runs, takes func(*types.Func) bool) Uses {
	u := &usage{here: here, takes: takes, seen: map[ssa.Value]bool{}}
	u.follow(v)
	return u.Uses
}

type usage struct {
	Uses
	here  Runs
	takes func(*types.Func) bool
	seen  map[ssa.Value]bool
}

func (u *usage) follow(v ssa.Value) {
	if u.seen[v] || v.Referrers() == nil || u.Escapes {
		return
	}
	u.seen[v] = true
	for _, r := range *v.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef, *ssa.BinOp:
		case *ssa.Phi:
			u.phi(r)
		case *ssa.ChangeInterface:
			u.follow(r)
		case *ssa.Extract:
			if IsContext(r.Type()) || IsRequest(r.Type()) {
				u.follow(r)
			}
		case *ssa.Store:
			u.store(r, v)
		case *ssa.MakeClosure:
			u.closure(r, v)
		case *ssa.Call:
			u.call(r, v)
		case *ssa.Defer: // cleans up
		case *ssa.Go:
			if !Joined(r, v) {
				u.Escapes = true
			}
			u.Calls = append(u.Calls, r)
		default:
			u.Escapes = true
		}
	}
}

// phi follows a context through a branch unless another one comes out as well:
// then someone chose.
func (u *usage) phi(p *ssa.Phi) {
	for _, e := range p.Edges {
		for _, w := range Ways(e) {
			if w.Kind != Root {
				u.Escapes = true
				return
			}
		}
	}
	u.follow(p)
}

// store follows a context into a variable.
func (u *usage) store(s *ssa.Store, v ssa.Value) {
	alloc, ok := s.Addr.(*ssa.Alloc)
	if fv, captured := s.Addr.(*ssa.FreeVar); captured {
		_, bound := Binding(fv)
		alloc, ok = bound.(*ssa.Alloc)
	}
	if !ok || !IsContext(v.Type()) && !IsRequest(v.Type()) || !isVariable(alloc) {
		u.Escapes = true
		return
	}
	for _, other := range storesTo(alloc) {
		for _, w := range Ways(other.Val) {
			if w.Kind != Root {
				u.Escapes = true // someone chose
				return
			}
		}
	}
	u.loads(alloc)
}

// isVariable reports whether memory holds a context and nothing else.
func isVariable(a *ssa.Alloc) bool {
	t := a.Type().Underlying().(*types.Pointer).Elem()
	return IsContext(t) || IsRequest(t)
}

func (u *usage) loads(addr ssa.Value) {
	if u.seen[addr] || addr.Referrers() == nil {
		return
	}
	u.seen[addr] = true
	for _, r := range *addr.Referrers() {
		switch r := r.(type) {
		case *ssa.UnOp:
			u.follow(r)
		case *ssa.MakeClosure:
			u.closure(r, addr)
		}
	}
}

// closure follows a context into a function that captures it.
func (u *usage) closure(mc *ssa.MakeClosure, v ssa.Value) {
	fn := mc.Fn.(*ssa.Function)
	switch When(fn, u.here) {
	case Cleanup:
		return
	case Later:
		u.Escapes = true
		return
	}
	for i, b := range mc.Bindings {
		if b != v {
			continue
		}
		if _, cell := v.(*ssa.Alloc); cell {
			u.loads(fn.FreeVars[i])
		} else {
			u.follow(fn.FreeVars[i])
		}
	}
}

// call judges one call that is handed the context.
func (u *usage) call(call *ssa.Call, v ssa.Value) {
	c := call.Common()
	results := c.Signature().Results()
	switch {
	case c.IsInvoke() && c.Value == v:
		return // asks the context something
	case endsServer(c):
		return // its own context is what gives it time to end
	case IsTimeout(c) || IsCancel(c):
		u.Derived = append(u.Derived, call)
		u.follow(call)
		return
	}
	for t := range results.Variables() {
		if IsContext(t.Type()) || IsRequest(t.Type()) {
			u.follow(call)
			return
		}
	}
	if fn := Callee(c); fn != nil && u.takes != nil && u.takes(fn) {
		u.Calls = append(u.Calls, call)
		return
	}
	if Keeps(c) {
		u.Escapes = true
		return
	}
	if onlyAsked(c, v, 0) {
		return
	}
	for t := range results.Variables() {
		if isError(t.Type()) {
			u.Calls = append(u.Calls, call)
			return
		}
	}
}

// maxAsked bounds the calls through which a context is followed to who asks it.
const maxAsked = 4

// onlyAsked reports whether a function that is handed a context only asks it for
// values: nothing there could go on for longer than the caller waits.
func onlyAsked(c *ssa.CallCommon, v ssa.Value, depth int) bool {
	fn := c.StaticCallee()
	if fn == nil || depth > maxAsked {
		return false
	}
	if len(fn.Blocks) == 0 { // of another package
		sig := fn.Signature
		return depth > 0 && sig.Recv() == nil && sig.Params().Len() == 1 && sig.Results().Len() > 0 && !isError(sig.Results().At(0).Type())
	}
	for i, a := range c.Args {
		if a == v && (i >= len(fn.Params) || !asked(fn.Params[i], depth+1)) {
			return false
		}
	}
	return true
}

func asked(ctx *ssa.Parameter, depth int) bool {
	for _, r := range *ctx.Referrers() {
		switch r := r.(type) {
		case *ssa.DebugRef:
		case *ssa.Call:
			if c := r.Common(); !(c.IsInvoke() && c.Value == ssa.Value(ctx) && c.Method.Name() == "Value") && !onlyAsked(c, ctx, depth) {
				return false
			}
		default:
			return false
		}
	}
	return len(*ctx.Referrers()) > 0
}

// endsServer reports whether a call ends a server: the context that it is
// handed limits how long the open requests may still take.
func endsServer(c *ssa.CallCommon) bool {
	return is(c, "net/http", "Shutdown") && isNamed(receiver(c).Type(), "net/http", "Server")
}

// Keeps reports whether a call makes an object that may keep the context: a
// function, not a method, that returns a type of its own package or something
// behind an interface, or any call that returns what must be closed.
func Keeps(c *ssa.CallCommon) bool {
	fn := Callee(c)
	for t := range c.Signature().Results().Variables() {
		if isError(t.Type()) {
			continue
		}
		n := namedOf(t.Type())
		if closes(t.Type()) && (n == nil || n.Obj().Pkg() == nil || n.Obj().Pkg().Path() != "database/sql") {
			return true
		}
		if n == nil || fn == nil || fn.Signature().Recv() != nil {
			continue
		}
		switch n.Underlying().(type) {
		case *types.Interface:
			return true
		case *types.Struct, *types.Signature:
			if n.Obj().Pkg() == fn.Pkg() {
				return true
			}
		}
	}
	return false
}

// closes reports whether values of type t have a method Close that may fail.
func closes(t types.Type) bool {
	obj, _, _ := types.LookupFieldOrMethod(t, true, nil, "Close")
	m, ok := obj.(*types.Func)
	return ok && m.Signature().Params().Len() == 0 && m.Signature().Results().Len() == 1 && isError(m.Signature().Results().At(0).Type())
}

// Bare reports whether a call hands over a context and nothing else: what it
// runs may end something, as well as begin it.
func Bare(call ssa.CallInstruction) bool {
	sig, fn := call.Common().Signature(), call.Common().StaticCallee()
	return sig.Params().Len() == 1 && (sig.Recv() != nil || fn == nil || fn.Parent() != nil)
}

// IsRoot reports whether a call makes a context from nothing.
func IsRoot(c *ssa.CallCommon) bool { return isRoot(c) }

// Chained returns the first call in b that derives a context from the one that
// the same call made in the attempt before: by way of a variable that the loop
// with the given blocks carries on or, with none, that the function captures.
func Chained(b *ssa.BasicBlock, loop map[*ssa.BasicBlock]bool) *ssa.Call {
	for _, instr := range b.Instrs {
		call, ok := instr.(*ssa.Call)
		if !ok || len(call.Call.Args) == 0 {
			continue
		}
		if !IsTimeout(call.Common()) && !(IsCancel(call.Common()) && cancels(call, loop)) {
			continue
		}
		if carried(call, loop) {
			return call
		}
	}
	return nil
}

// carried reports whether the context that call derives is the one from which
// it derives the next.
func carried(call *ssa.Call, loop map[*ssa.BasicBlock]bool) bool {
	switch from := call.Call.Args[0].(type) {
	case *ssa.Phi:
		if !loop[from.Block()] {
			return false
		}
		for i, e := range from.Edges {
			if loop[from.Block().Preds[i]] && isResultOf(e, call) {
				return true
			}
		}
	case *ssa.UnOp:
		addr, _ := load(from)
		if addr == nil || call.Referrers() == nil {
			return false
		}
		if a, ok := addr.(*ssa.Alloc); ok && (len(loop) == 0 || loop[a.Block()]) {
			return false // made anew in each attempt
		}
		stores := 0
		chained := false
		for _, r := range *call.Referrers() {
			ext, ok := r.(*ssa.Extract)
			if !ok || ext.Index != 0 {
				continue
			}
			for _, use := range *ext.Referrers() {
				if s, ok := use.(*ssa.Store); ok && s.Addr == addr {
					chained = true
				}
			}
		}
		// Another store in the same attempt may set the variable back.
		for _, r := range *addr.Referrers() {
			if s, ok := r.(*ssa.Store); ok && s.Addr == addr && s.Parent() == call.Parent() && (len(loop) == 0 || loop[s.Block()]) {
				stores++
			}
		}
		return chained && stores == 1
	}
	return false
}

func isResultOf(v ssa.Value, call *ssa.Call) bool {
	if phi, ok := v.(*ssa.Phi); ok {
		for _, e := range phi.Edges {
			if isResultOf1(e, call) {
				return true
			}
		}
		return false
	}
	return isResultOf1(v, call)
}

func isResultOf1(v ssa.Value, call *ssa.Call) bool {
	ext, ok := v.(*ssa.Extract)
	return ok && ext.Index == 0 && ext.Tuple == ssa.Value(call)
}

// cancels reports whether what a call returns to cancel its context is called
// in the same attempt.
func cancels(call *ssa.Call, loop map[*ssa.BasicBlock]bool) bool {
	for _, r := range *call.Referrers() {
		ext, ok := r.(*ssa.Extract)
		if !ok || ext.Index != 1 || ext.Referrers() == nil {
			continue
		}
		for _, use := range *ext.Referrers() {
			switch use := use.(type) {
			case *ssa.Call:
				if use.Call.Value == ssa.Value(ext) && (len(loop) == 0 || loop[use.Block()]) {
					return true
				}
			case *ssa.Defer:
				if len(loop) == 0 && use.Call.Value == ssa.Value(ext) {
					return true
				}
			}
		}
	}
	return false
}
