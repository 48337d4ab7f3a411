package region

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// An Again says after which results of a function a helper runs it again: one
// bit for each pair of a boolean and an error. A function that returns only
// one of the two sets the bits for both values of the other.
type Again uint8

const (
	falseNil Again = 1 << iota
	falseErr
	trueNil
	trueErr

	onError = falseErr | trueErr
	onFalse = falseNil | falseErr
	always  = onError | falseNil | trueNil
)

// againOf translates the protocol of a known helper.
func againOf(p known.Protocol) Again {
	switch p {
	case known.ErrAgain, known.Marked:
		return onError
	case known.FalseAgain:
		return falseNil
	case known.TrueAgain:
		return trueNil | trueErr
	}
	return 0
}

// results is the pair that the last boolean and error results make.
type pair struct{ boolean, err Abs }

// pairOf picks the boolean and the error from the results of a function.
func pairOf(sig *types.Signature, results []Abs) pair {
	p := pair{}
	hasErr, hasBool := false, false
	for i := range sig.Results().Len() {
		if i >= len(results) {
			break
		}
		switch t := sig.Results().At(i).Type(); {
		case isError(t) || isErrorLike(t):
			p.err, hasErr = results[i], true
		case zero(t).Kind == Bool:
			p.boolean, hasBool = results[i], true
		}
	}
	if !hasErr && hasBool {
		p.err = Abs{Kind: Nil}
	}
	return p
}

// may returns the bits that the pair can stand for.
func (p pair) may() Again {
	bits := always
	switch {
	case p.boolean.isTrue():
		bits &^= onFalse
	case p.boolean.isFalse():
		bits &= onFalse
	}
	switch {
	case p.err.Kind == Nil:
		bits &^= onError
	case p.err.Kind == Final:
		return 0
	case p.err.notNil():
		bits &= onError
	}
	return bits
}

// combos are the pairs, in the order of the bits.
var combos = [...]pair{
	{boolean(false), Abs{Kind: Nil}},
	{boolean(false), Abs{Kind: Failure}},
	{boolean(true), Abs{Kind: Nil}},
	{boolean(true), Abs{Kind: Failure}},
}

// results lays a pair out as the results of a signature.
func (p pair) results(sig *types.Signature) []Abs {
	out := make([]Abs, sig.Results().Len())
	for i := range out {
		switch t := sig.Results().At(i).Type(); {
		case isError(t) || isErrorLike(t):
			out[i] = p.err
		case zero(t).Kind == Bool:
			out[i] = p.boolean
		}
	}
	return out
}

// hasBool reports whether a signature returns a boolean.
func hasBool(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if zero(sig.Results().At(i).Type()).Kind == Bool {
			return true
		}
	}
	return false
}

// hasError reports whether a signature returns an error.
func hasError(sig *types.Signature) bool {
	for i := range sig.Results().Len() {
		if t := sig.Results().At(i).Type(); isError(t) || isErrorLike(t) {
			return true
		}
	}
	return false
}

// againIn returns after which results of the call the loop comes back to it,
// and the walks that did.
func (f *finder) againIn(fn *ssa.Function, loop *cycle, call *ssa.Call) (Again, []*walk) {
	var bits Again
	var walks []*walk
	points, ok := f.arrivals(fn, loop, call)
	if !ok {
		return 0, nil
	}
	sig := call.Call.Signature()
	for i, c := range combos {
		if c.err.Kind != Nil && !hasError(sig) {
			continue
		}
		in := failing
		if c.err.Kind == Nil {
			in = world{fails: true, quiet: true}
			if !hasBool(sig) {
				in = succeeding
			}
		}
		w := f.newWalk(fn, loop, in)
		w.trial, w.given = call, c.results(sig)
		var from []point
		for _, p := range points {
			q := p
			q.st = p.st.clone()
			w.setResults(q.st, call, w.given)
			q.failed = true
			q.index++
			from = append(from, q)
		}
		w.run(from...)
		if w.again && !w.capped {
			bits |= 1 << i
			walks = append(walks, w)
		}
	}
	if !hasBool(sig) && bits != 0 {
		bits |= bits << 2 & always
	}
	return bits, walks
}

// handedOn returns after which results of the called function value the
// function fn itself returns something that makes its helper run it again, and
// whether some error of the value can keep it from doing so.
func (f *finder) handedOn(fn *ssa.Function, call *ssa.Call, again Again) (bits Again, stops bool) {
	points, ok := f.arrivals(fn, nil, call)
	if !ok {
		return 0, false
	}
	sig := call.Call.Signature()
	for i, c := range combos {
		if c.err.Kind != Nil && !hasError(sig) {
			continue
		}
		in := failing
		if c.err.Kind == Nil {
			in = succeeding
		}
		w := f.newWalk(fn, nil, in)
		w.trial = call
		var from []point
		for _, p := range points {
			q := p
			q.st = p.st.clone()
			w.setResults(q.st, call, c.results(sig))
			q.failed = true
			q.index++
			from = append(from, q)
		}
		w.run(from...)
		if w.left && w.goesOn(fn.Signature, again) {
			bits |= 1 << i
			stops = stops || c.err.Kind == Failure && w.stops(fn.Signature, again)
		}
	}
	return bits, stops
}

// stops reports whether the helper may stop after some return of the walk.
func (w *walk) stops(sig *types.Signature, again Again) bool {
	for _, r := range w.exits {
		if bits := pairOf(sig, r).may(); bits == 0 || bits&^again != 0 {
			return true
		}
	}
	return false
}

// goesOn reports whether the helper may run the function again after some
// return of the walk.
func (w *walk) goesOn(sig *types.Signature, again Again) bool {
	for _, r := range w.exits {
		if pairOf(sig, r).may()&again != 0 {
			return true
		}
	}
	return false
}
