package summary

import (
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

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
	"CreateOptions": {Kind: "create", Request: -1, Text: -1, Body: -1, Input: 1, Object: -1, Into: -1, KeyArg: -1, Needs: "GenerateName"},
	"UpdateOptions": {Kind: "update", Request: -1, Text: -1, Body: -1, Input: -1, Object: 1, Into: -1, KeyArg: -1},
}

var rpcEffect = &known.SideEffect{Kind: "rpc", Request: -1, Text: -1, Body: -1, Input: -1, Object: -1, Into: -1, KeyArg: -1}
