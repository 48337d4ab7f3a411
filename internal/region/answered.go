package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// Some answers tell in a field that the request failed: the field is of a type of
// errors, and says that there is none when all went well.

// faultless is what a walk knows of a value that is read from an answer: of an error
// in it that there is none, unless the answer is that of the trial, which failed.
func (w *walk) faultless(v ssa.Value) Abs {
	if !w.f.isFault(v.Type()) {
		return w.fault(v)
	}
	from := w.f.answerOf(v, 0)
	if from == nil || from == w.trial && w.world.fails {
		return top
	}
	return zero(v.Type())
}

// isFault is [isErrorLike], asked once for each type: walks ask for every field.
func (f *finder) isFault(t types.Type) bool {
	fault, known := f.errorTypes[t]
	if !known {
		fault = isErrorLike(t)
		f.errorTypes[t] = fault
	}
	return fault
}

// maxAnswer bounds the steps from a part of an answer to the call that gave it.
const maxAnswer = 12

// answerOf returns what gave the answer that a value is a part of: an operation, or
// a receive from a channel. It is nil for what is part of no answer.
func (f *finder) answerOf(v ssa.Value, depth int) ssa.Instruction {
	if depth > maxAnswer {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		switch v.Op {
		case token.MUL:
			return f.answerOf(v.X, depth+1)
		case token.ARROW:
			return v
		}
	case *ssa.FieldAddr:
		return f.answerOf(v.X, depth+1)
	case *ssa.Field:
		return f.answerOf(v.X, depth+1)
	case *ssa.IndexAddr:
		return f.answerOf(v.X, depth+1)
	case *ssa.Index:
		return f.answerOf(v.X, depth+1)
	case *ssa.Lookup:
		return f.answerOf(v.X, depth+1)
	case *ssa.TypeAssert:
		return f.answerOf(v.X, depth+1)
	case *ssa.Alloc: // an answer that was put into a variable
		if s := onlyStore(v); s != nil {
			return f.answerOf(s, depth+1)
		}
	case *ssa.Extract:
		if s, ok := v.Tuple.(*ssa.Select); ok && v.Index >= 2 {
			return s
		}
		if isError(v.Type()) {
			return nil // its own error is no part of the answer
		}
		return f.answerOf(v.Tuple, depth+1)
	case *ssa.Call:
		if f.operates(v.Common()) {
			return v
		}
		if recv := receiverOf(v.Common()); recv != nil { // an accessor
			return f.answerOf(recv, depth+1)
		}
	}
	return nil
}

// hearsOf reports whether a function returns the error in something that it took
// from a channel: another goroutine did for it what can fail.
func (f *finder) hearsOf(fn *ssa.Function) bool {
	if !hasError(fn.Signature) {
		return false
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok {
			continue
		}
		for _, r := range ret.Results {
			if !isError(r.Type()) {
				continue
			}
			switch from := f.answerOf(r, 0).(type) {
			case *ssa.UnOp:
				return !isDone(from.X)
			case *ssa.Select:
				return true
			}
		}
	}
	return false
}
