package region

import (
	"go/token"

	"golang.org/x/tools/go/ssa"
)

// Some answers tell in a field that the request failed: the field is of a type of
// errors, and says that there is none when all went well.

// faultless is what a walk knows of a value that is read from an answer: of an error
// in it that there is none, unless the answer is that of the trial, which failed.
func (w *walk) faultless(v ssa.Value) Abs {
	if !isErrorLike(v.Type()) {
		return top
	}
	call := w.f.answerOf(v, 0)
	if call == nil || call == w.trial && w.world.fails {
		return top
	}
	return zero(v.Type())
}

// maxAnswer bounds the steps from a part of an answer to the call that gave it.
const maxAnswer = 12

// answerOf returns the operation whose result a value is a part of, or nil.
func (f *finder) answerOf(v ssa.Value, depth int) *ssa.Call {
	if depth > maxAnswer {
		return nil
	}
	switch v := v.(type) {
	case *ssa.UnOp:
		if v.Op == token.MUL {
			return f.answerOf(v.X, depth+1)
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
	case *ssa.Extract:
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
