package region

import (
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
)

// hintNames are the headers, in lower case, by which a server says how long to
// wait.
var hintNames = map[string]bool{
	"retry-after": true, "retry-after-ms": true, "x-retry-after": true, "x-amz-retry-after": true, "x-ms-retry-after-ms": true,
	"x-ratelimit-reset": true, "ratelimit-reset": true, "ratelimit": true, "x-rate-limit-reset": true, "grpc-retry-pushback-ms": true,
	"x-ratelimit-reset-after": true, "x-ratelimit-reset-requests": true,
}

// isHintName reports whether a value is the name of such a header.
func isHintName(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return false
	}
	return hintNames[strings.ToLower(constant.StringVal(c.Value))]
}

// readsHint reports whether a call asks the answer how long to wait.
func readsHint(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isHintName(a) {
			return true
		}
	}
	fn := calledFunc(c)
	return fn != nil && known.IsHint(fn)
}

// asksHint reports whether a condition is about what an answer says of the time
// to wait: it decides how long, not whether.
func (f *finder) asksHint(v ssa.Value, depth int) bool {
	if depth > 8 {
		return false // it is parsed in a few steps
	}
	if call, ok := v.(*ssa.Call); ok {
		if readsHint(call.Common()) {
			return true
		}
		if b := f.behaviorOf(call.Common()); b != nil && b.ReadsHint && tellsTime(call.Common()) {
			return true
		}
	}
	instr, ok := v.(ssa.Instruction)
	if _, phi := v.(*ssa.Phi); phi || !ok {
		return false
	}
	for _, op := range instr.Operands(nil) {
		if *op != nil && f.asksHint(*op, depth+1) {
			return true
		}
	}
	return false
}

// tellsTime reports whether a result of a call can be a length or point of
// time. What tells nothing of the kind may have asked for other reasons.
func tellsTime(c *ssa.CallCommon) bool {
	for _, t := range resultTypes(c) {
		if b, ok := t.Underlying().(*types.Basic); ok && b.Info()&(types.IsNumeric|types.IsString) != 0 || isNamed(t, "time", "Time") {
			return true
		}
	}
	return false
}

// hints reports whether a function, or one that it calls, reads such a hint.
func (f *finder) hints(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case ssa.CallInstruction:
				if readsHint(v.Common()) {
					return true
				}
				if to := f.target(v.Common()); to != nil && f.busy[to] {
					continue
				}
				if callee := f.behaviorOf(v.Common()); callee != nil && callee.ReadsHint {
					return true
				}
			case *ssa.Lookup:
				if isHintName(v.Index) {
					return true
				}
			case *ssa.TypeAssert:
				if known.IsHintType(named(v.AssertedType)) {
					return true
				}
			}
		}
	}
	return false
}

// limits reports whether a call asks a known limiter.
func (f *finder) limits(c *ssa.CallCommon) bool {
	fn := calledFunc(c)
	return fn != nil && fn.Pkg() != nil && known.LimitsIn(fn.Pkg().Path()) && receiverOf(c) != nil
}

// classesOfTest returns the classes of the errors that a condition is known to
// test for; 0 when that is not known.
func classesOfTest(v ssa.Value) errclass.Set {
	if e, ok := v.(*ssa.Extract); ok {
		if t, ok := e.Tuple.(*ssa.TypeAssert); ok {
			return known.TypeClasses(named(t.AssertedType))
		}
		v = e.Tuple
	}
	call, ok := v.(*ssa.Call)
	if !ok {
		return 0
	}
	fn := calledFunc(call.Common())
	if fn == nil {
		return 0
	}
	if fn.Pkg() != nil && known.ErrorsPackage(fn.Pkg().Path()) && len(call.Call.Args) == 2 {
		switch fn.Name() {
		case "Is":
			return sentinelClasses(call.Call.Args[1])
		case "As":
			return targetClasses(call.Call.Args[1])
		}
	}
	if t := known.Predicate(fn); t != nil && t.Code == "" {
		return t.True
	}
	return 0
}

// targetClasses returns the classes of the type to which errors.As is handed a
// pointer.
func targetClasses(v ssa.Value) errclass.Set {
	m, ok := v.(*ssa.MakeInterface)
	if !ok {
		return 0
	}
	return known.TypeClasses(named(deref(m.X.Type())))
}

// marks reports whether a function may return an error that is marked as
// final.
func (f *finder) marks(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if isError(r.Type()) && f.marked(r, map[ssa.Value]bool{}) {
				return true
			}
		}
	}
	return false
}

// marked reports whether an error may carry such a mark.
func (f *finder) marked(v ssa.Value, seen map[ssa.Value]bool) bool {
	if seen[v] {
		return false
	}
	seen[v] = true
	switch v := v.(type) {
	case *ssa.Phi:
		for _, e := range v.Edges {
			if f.marked(e, seen) {
				return true
			}
		}
	case *ssa.MakeInterface:
		return f.marked(v.X, seen)
	case *ssa.ChangeInterface:
		return f.marked(v.X, seen)
	case *ssa.Extract:
		return f.marked(v.Tuple, seen)
	case *ssa.UnOp:
		for _, s := range f.storesInto(v.Parent(), v.X) {
			if f.marked(s.Val, seen) {
				return true
			}
		}
	case *ssa.Call:
		fn := calledFunc(v.Common())
		if fn == nil {
			return false
		}
		if m := known.LookupMark(fn); m != nil {
			return !m.Again
		}
		if to := f.target(v.Common()); to != nil && f.busy[to] {
			return false
		}
		b := f.behaviorOf(v.Common())
		return b != nil && b.Marks
	}
	return false
}

// asksResponse reports whether a function looks at the status of an HTTP
// response.
func (f *finder) asksResponse(fn *ssa.Function) bool { return f.asksResponseIn(fn, 2) }

func (f *finder) asksResponseIn(fn *ssa.Function, depth int) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			switch v := instr.(type) {
			case *ssa.FieldAddr:
				if isResponse(v.X.Type()) && fieldName(v.X.Type(), v.Field) == "StatusCode" {
					return true
				}
			case *ssa.Call: // what makes an error of the answer
				to := f.target(v.Common())
				if to != nil && to != fn && hasError(to.Signature) && handedResponse(v) && depth > 0 && f.asksResponseIn(to, depth-1) {
					return true
				}
			}
		}
	}
	return false
}

func handedResponse(call *ssa.Call) bool {
	return slices.ContainsFunc(call.Call.Args, func(v ssa.Value) bool { return isResponse(v.Type()) })
}
