package summary

import (
	"go/constant"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// The functions in this file follow keys into what is sent: headers, fields of
// inputs, options.

const (
	requestType = "net/http.Request"
	methodField = requestType + ".Method"
	bodyField   = requestType + ".Body"
	headerField = requestType + ".Header"
	// headerKey stands in a header for the value of the header that is a key.
	headerKey = "net/http.Header.key"
)

// keyMod notes a call that puts a key into an object. It reports whether the
// call is one that sets things of that kind.
func (f *frame) keyMod(c ssa.CallInstruction, callee *ssa.Function, add func(ssa.Value, mod)) bool {
	obj, _ := callee.Object().(*types.Func)
	if obj == nil || obj.Signature().Recv() == nil {
		return false
	}
	k := known.KeySetterOf(obj)
	if k == nil {
		return false
	}
	args := c.Common().Args
	if k.Name < 0 || headerMayBeKey(args[k.Name+1]) && !f.configures(args[k.Name+1], args[k.Value+1]) {
		add(args[0], mod{instr: c, sets: k})
	}
	return true
}

// headerMod notes a header that is set as an element of a map.
func (f *frame) headerMod(u *ssa.MapUpdate, add func(ssa.Value, mod)) {
	if headerMayBeKey(u.Key) {
		add(u.Map, mod{instr: u, sets: &known.KeySetter{Name: -1, Value: -1}})
	}
}

// headerMayBeKey reports whether a header is one that holds a key, or unknown.
func headerMayBeKey(name ssa.Value) bool {
	c, ok := name.(*ssa.Const)
	return !ok || c.Value == nil || c.Value.Kind() != constant.String || known.KeyHeader(constant.StringVal(c.Value))
}

// configures reports whether a header, name and value, is a setting of a client.
func (f *frame) configures(name, value ssa.Value) bool {
	_, isConst := name.(*ssa.Const)
	return !isConst && configured(name) && configured(value)
}

// configured reports whether a value is made of nothing but fields of the
// method's receiver, package variables and constants: a setting of a client is
// the same for all that it sends, and no key.
func configured(v ssa.Value) bool {
	seen := make(map[ssa.Value]bool)
	var all func(ssa.Value) bool
	all = func(v ssa.Value) bool {
		if seen[v] || len(seen) > 100 {
			return len(seen) <= 100
		}
		seen[v] = true
		switch v := v.(type) {
		case *ssa.Const, *ssa.Global, *ssa.Function, *ssa.Builtin:
			return true
		case *ssa.Parameter:
			fn := v.Parent()
			return fn.Signature.Recv() != nil && v == fn.Params[0]
		case *ssa.FreeVar:
			return false
		case *ssa.Call:
			if len(v.Call.Args) == 0 {
				return false // another value each time, perhaps
			}
			for _, a := range v.Call.Args {
				if !all(a) {
					return false
				}
			}
			return true
		case *ssa.Alloc:
			for _, r := range *v.Referrers() {
				if s, ok := r.(*ssa.Store); ok && s.Addr == v && !all(s.Val) {
					return false
				}
				if index, ok := r.(*ssa.IndexAddr); ok && !storesOnly(index, all) {
					return false
				}
			}
			return true
		case ssa.Instruction:
			for _, op := range v.Operands(nil) {
				if *op != nil && !all(*op) {
					return false
				}
			}
			return true
		}
		return false
	}
	return all(v)
}

// storesOnly reports whether ok holds for all that is stored at an address.
func storesOnly(addr ssa.Value, ok func(ssa.Value) bool) bool {
	for _, r := range *addr.Referrers() {
		if s, isStore := r.(*ssa.Store); isStore && s.Addr == addr && !ok(s.Val) {
			return false
		}
	}
	return true
}

// setKey returns the object t with the key that m puts into it.
func (f *frame) setKey(t *term, m mod) *term {
	c, ok := m.instr.(ssa.CallInstruction)
	if !ok {
		u := m.instr.(*ssa.MapUpdate)
		if _, isConst := u.Key.(*ssa.Const); !isConst {
			return f.with(t, headerKey, f.none)
		}
		return f.with(t, headerKey, f.firstOf(u.Value, u))
	}
	args := c.Common().Args
	if m.sets.Name >= 0 {
		if _, isConst := args[m.sets.Name+1].(*ssa.Const); !isConst {
			return f.with(t, headerKey, f.none)
		}
	}
	value := f.sentKey(args[m.sets.Value+1], c)
	if m.sets.Field == "" {
		return f.with(t, headerKey, value)
	}
	recv := c.Common().Args[0].Type()
	if p, ok := recv.Underlying().(*types.Pointer); ok {
		recv = p.Elem()
	}
	return f.with(t, f.names.typeName(recv)+"."+m.sets.Field, value)
}

// sentKey returns the term of a key: unknown, but never nothing, for a value
// that is not followed.
func (f *frame) sentKey(v ssa.Value, at ssa.Instruction) *term {
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	if t := f.counter(v); t != nil {
		return t
	}
	if t := f.valueAt(v, at); t == f.filled {
		return t
	}
	return tellsAny(f.engine, f.valueAt(v, at))
}

// firstOf returns the key in the one-element list of a header's values.
func (f *frame) firstOf(v ssa.Value, at ssa.Instruction) *term {
	if k := f.newIn(v, at); k != nil {
		return k
	}
	return f.none
}
