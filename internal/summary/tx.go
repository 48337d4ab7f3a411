package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// commits reports whether a call of a function value hands it something that
// the function at hand commits when the call has succeeded: a method of it is
// called that can fail. What repeats both repeats the first because of the
// second.
func (f *frame) commits(call ssa.CallInstruction) bool {
	common := call.Common()
	if common.IsInvoke() || common.StaticCallee() != nil {
		return false
	}
	c, ok := call.(*ssa.Call)
	if !ok {
		return false
	}
	for _, a := range common.Args {
		if isContext(a.Type()) || !isObject(a.Type()) && !types.IsInterface(a.Type()) {
			continue
		}
		if f.committed(c, a) {
			return true
		}
	}
	return false
}

// committed reports whether a method of the object v that can fail is called
// only when the call has succeeded.
func (f *frame) committed(call *ssa.Call, v ssa.Value) bool {
	for _, b := range f.self.Blocks {
		if !onSuccess(call, b) {
			continue
		}
		for _, instr := range b.Instrs {
			next, ok := instr.(ssa.CallInstruction)
			if !ok || !returnsError(next) {
				continue
			}
			c := next.Common()
			recv := c.Value
			if !c.IsInvoke() {
				if c.Signature().Recv() == nil || len(c.Args) == 0 {
					continue
				}
				recv = c.Args[0]
			}
			if same(recv, v) {
				return true
			}
		}
	}
	return false
}

// onSuccess reports whether a block runs only after the call has returned no
// error.
func onSuccess(call *ssa.Call, b *ssa.BasicBlock) bool {
	for d := b; d.Idom() != nil; d = d.Idom() {
		test := branch(d.Idom())
		if test == nil || len(d.Preds) != 1 {
			continue
		}
		cond, ok := test.Cond.(*ssa.BinOp)
		if !ok || !isNil(cond.Y) || !isError(cond.X.Type()) || !from(cond.X, call) {
			continue
		}
		if failed := cond.Op.String() == "!="; failed == (d.Idom().Succs[1] == d) {
			return true
		}
	}
	return false
}

// from reports whether a value is a result of the call.
func from(v ssa.Value, call *ssa.Call) bool {
	if x, ok := v.(*ssa.Extract); ok {
		v = x.Tuple
	}
	return v == call
}

// same reports whether two values are one, or loads of one variable.
func same(a, b ssa.Value) bool {
	strip := func(v ssa.Value) ssa.Value {
		for {
			switch x := v.(type) {
			case *ssa.MakeInterface:
				v = x.X
			case *ssa.ChangeInterface:
				v = x.X
			case *ssa.UnOp:
				if _, ok := x.X.(*ssa.Alloc); !ok || !isLoad(x) {
					return v
				}
				v = x.X
			default:
				return v
			}
		}
	}
	return strip(a) == strip(b)
}

// rpc returns the effect of a method that is generated: for Kubernetes the type
// of its options says what it does, for gRPC nothing but its name says whether
// it writes, unless the message has a field for a key.
func (f *frame) rpc(c *ssa.CallCommon, obj *types.Func) (effect *known.SideEffect, likely bool) {
	sig := obj.Signature()
	n := sig.Params().Len()
	if n < 3 {
		return nil, false
	}
	if path, name := typeOf(sig.Params().At(n - 1).Type()); path == "k8s.io/apimachinery/pkg/apis/meta/v1" {
		return clusterEffects[name], false
	}
	if !c.IsInvoke() || !sig.Variadic() {
		return nil, false
	}
	option, ok := sig.Params().At(n - 1).Type().(*types.Slice)
	if !ok {
		return nil, false
	}
	if path, name := typeOf(option.Elem()); path != "google.golang.org/grpc" || name != "CallOption" {
		return nil, false
	}
	if !known.WritesByName(obj.Name()) {
		return nil, false
	}
	e := *rpcEffect
	message, ok := deref(sig.Params().At(1).Type()).Underlying().(*types.Struct)
	if !ok {
		return nil, false
	}
	for field := range message.Fields() {
		if slices.Contains(keyFields, field.Name()) {
			e.Input, e.Keys = 1, []string{field.Name()}
			return &e, false
		}
	}
	return &e, true
}

// keyFields are the names of message fields that hold a key by the rules of
// API design for gRPC.
var keyFields = strings.Fields("RequestId IdempotencyKey ClientToken")

// clusterEffects are what the methods with these options do.
var clusterEffects = map[string]*known.SideEffect{
	"CreateOptions": {Kind: "create", Request: -1, Text: -1, Body: -1, Input: 1, Object: -1, KeyArg: -1, Needs: "GenerateName"},
	"UpdateOptions": {Kind: "update", Request: -1, Text: -1, Body: -1, Input: -1, Object: 1, KeyArg: -1},
}

var rpcEffect = &known.SideEffect{Kind: "rpc", Request: -1, Text: -1, Body: -1, Input: -1, Object: -1, KeyArg: -1}
