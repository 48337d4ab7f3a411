package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// Objects are told apart by the value that first holds their address. Going
// through a pointer is not distinguished from going into a field, so that
// c.http.Transport = t changes the object c.

// A mod is one instruction that changes an object.
type mod struct {
	instr ssa.Instruction
	path  []ssa.Value // the FieldAddr and IndexAddr from the object to the part
	val   ssa.Value   // what a store puts there
	key   ssa.Value   // of a map update
	call  ssa.CallInstruction
	arg   int // which argument of call, the receiver first
	// sets is the call when it puts a key into the object.
	sets *known.KeySetter
	// registers says that the call adds a handler to a mux.
	registers bool
}

type stateKey struct {
	root ssa.Value
	at   ssa.Instruction
}

// root follows an address to the object it is in, and lists the steps taken,
// outermost first.
func root(v ssa.Value) (ssa.Value, []ssa.Value) {
	var path []ssa.Value
	for {
		switch x := v.(type) {
		case *ssa.FieldAddr:
			path = append(path, x)
			v = x.X
			continue
		case *ssa.IndexAddr:
			path = append(path, x)
			v = x.X
			continue
		case *ssa.UnOp:
			if isLoad(x) {
				v = x.X
				continue
			}
		case *ssa.Slice:
			v = x.X
			continue
		case *ssa.ChangeType:
			v = x.X
			continue
		}
		slices.Reverse(path)
		return v, path
	}
}

// maxMods bounds the changes of one object. More make a table, not a policy.
const maxMods = 128

// collectMods lists what changes the objects of the function.
func (f *frame) collectMods() {
	f.mods = make(map[ssa.Value][]mod)
	f.large = make(map[ssa.Value]bool)
	add := func(addr ssa.Value, m mod) {
		r, path := root(addr)
		if _, ok := r.(*ssa.Const); ok {
			return
		}
		m.path = path
		if n := len(f.mods[r]); n < maxMods {
			f.mods[r] = append(f.mods[r], m)
		} else if n == maxMods {
			f.large[r] = true
		}
	}
	for _, b := range f.self.DomPreorder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Store:
				add(instr.Addr, mod{instr: instr, val: instr.Val})
			case *ssa.MapUpdate:
				if isHeader(instr.Map.Type()) {
					f.headerMod(instr, add)
					continue
				}
				add(instr.Map, mod{instr: instr, val: instr.Value, key: instr.Key})
			case *ssa.Send:
				add(instr.Chan, mod{instr: instr, val: instr.X, key: instr.X})
			case ssa.CallInstruction:
				f.callMods(instr, add)
			case *ssa.MakeClosure:
				f.closureMods(instr, add)
			}
		}
	}
}

// callMods notes the objects that a call may change: those whose address it
// gets, when the callee is known to change it or is not known at all.
func (f *frame) callMods(c ssa.CallInstruction, add func(ssa.Value, mod)) {
	if _, ok := c.(*ssa.Go); ok {
		return
	}
	common := c.Common()
	vals := common.Args
	if common.IsInvoke() {
		vals = slices.Concat([]ssa.Value{common.Value}, vals)
	} else if _, ok := common.Value.(*ssa.Builtin); ok {
		return
	}
	static := common.StaticCallee()
	if _, ok := common.Value.(*ssa.MakeClosure); ok {
		static = nil
	}
	if static != nil && f.keyMod(c, static, add) {
		return
	}
	if mux := f.registersWith(c); mux != nil {
		add(mux, mod{instr: c, registers: true})
		return
	}
	if common.IsInvoke() && known.EffectOf(common.Method) != nil {
		return // it sends what it is handed
	}
	for i, v := range vals {
		if static != nil && !f.changes(static, i) {
			continue
		}
		if common.IsInvoke() && i == 0 || !isObject(v.Type()) || !relevant(v.Type()) && !isHeader(v.Type()) {
			continue
		}
		if mi, ok := v.(*ssa.MakeInterface); ok {
			v = mi.X
		}
		add(v, mod{instr: c, call: c, arg: i})
	}
}

// changes reports whether a named function changes what its argument points to.
func (f *frame) changes(fn *ssa.Function, arg int) bool {
	f.declare(fn)
	name := f.names.ssaName(fn)
	if s := f.summary(name); s != nil {
		return arg < len(s.out) && s.out[arg] != nil
	}
	return arg == 0 && f.isSetting(name)
}

// closureMods notes that a closure may store to the variables that it
// captures.
func (f *frame) closureMods(c *ssa.MakeClosure, add func(ssa.Value, mod)) {
	fn := c.Fn.(*ssa.Function)
	if len(fn.FreeVars) != len(c.Bindings) {
		return
	}
	for i, v := range fn.FreeVars {
		refs := v.Referrers()
		if refs == nil {
			continue
		}
		for _, r := range *refs {
			if s, ok := r.(*ssa.Store); ok && s.Addr == v {
				add(c.Bindings[i], mod{instr: c, val: s.Val})
			}
		}
	}
}

// isObject reports whether a value of type t can be changed through.
func isObject(t types.Type) bool {
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		_, ok := u.Elem().Underlying().(*types.Struct)
		return ok
	case *types.Map:
		return true
	}
	return false
}

// valueAt returns the term of v as it is just before at.
func (f *frame) valueAt(v ssa.Value, at ssa.Instruction) *term {
	switch v := v.(type) {
	case *ssa.MakeInterface:
		if isObject(v.X.Type()) {
			return f.makeInterface(v, at)
		}
	case *ssa.ChangeInterface:
		return f.valueAt(v.X, at)
	case *ssa.ChangeType:
		return f.valueAt(v.X, at)
	case *ssa.Slice:
		return f.valueAt(v.X, at)
	case *ssa.Alloc, *ssa.MakeMap, *ssa.MakeSlice, *ssa.FreeVar:
		return f.state(v, at)
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return f.load(v, at)
	}
	return f.stateIfObject(v, at)
}

// stateIfObject returns the state of v just before at if something in the
// function changes it, else its value.
func (f *frame) stateIfObject(v ssa.Value, at ssa.Instruction) *term {
	switch v := v.(type) {
	case *ssa.Parameter, *ssa.Call, *ssa.Extract:
		if len(f.mods[v]) > 0 {
			return f.state(v, at)
		}
	case *ssa.UnOp:
		if isLoad(v) {
			if isObject(v.Type()) && at != nil {
				return f.load(v.X, at)
			}
			return f.load(v.X, v)
		}
	}
	switch v := v.(type) {
	case *ssa.Parameter:
		return f.origin(v)
	case *ssa.Call:
		return f.callValue(v)
	case *ssa.Extract:
		if _, ok := v.Tuple.(*ssa.Call); ok {
			return f.origin(v)
		}
	}
	return f.value(v)
}

// load returns what the address addr holds just before at, or at the end of
// the function when at is nil.
func (f *frame) load(addr ssa.Value, at ssa.Instruction) *term {
	r, path := root(addr)
	var t *term
	switch r.(type) {
	case *ssa.Global:
		if t = f.initial(r.(*ssa.Global)); t == nil {
			t = f.value(r)
		}
	default:
		t = f.state(r, at)
	}
	return f.selectPath(t, path)
}

func (f *frame) selectPath(t *term, path []ssa.Value) *term {
	for _, p := range path {
		switch p := p.(type) {
		case *ssa.FieldAddr:
			t = f.field(t, f.names.fieldName(p.X.Type(), p.Field))
		case *ssa.IndexAddr:
			t = f.indexed(t, p.Index)
		}
	}
	return t
}

// origin is the state of an object before the function changes it.
func (f *frame) origin(r ssa.Value) *term {
	switch r := r.(type) {
	case *ssa.Parameter:
		for i, p := range f.self.Params {
			if p == r {
				return f.param(i)
			}
		}
	case *ssa.FreeVar:
		for i, v := range f.self.FreeVars {
			if v == r {
				return f.free(i)
			}
		}
	case *ssa.Alloc:
		if isReader(r.Type()) {
			return f.stamp(r, "reader", display(strings.TrimPrefix(f.names.typeName(r.Type()), "*")))
		}
		if _, ok := r.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Array); ok {
			if fill := f.filledBy(r); fill != nil {
				return fill
			}
		}
		if _, ok := r.Type().Underlying().(*types.Pointer).Elem().Underlying().(*types.Struct); ok {
			return f.structure(f.names.typeName(r.Type().Underlying().(*types.Pointer).Elem()), nil)
		}
		return f.null
	case *ssa.MakeSlice:
		if fill := f.filledBy(r); fill != nil {
			return fill
		}
		return f.null
	case *ssa.MakeMap, *ssa.MakeChan:
		return f.null
	case *ssa.Call:
		return f.callValue(r)
	case *ssa.Extract:
		if c, ok := r.Tuple.(*ssa.Call); ok {
			return f.anew(c, f.result(f.call(c), r.Index))
		}
	}
	return f.value(r)
}
