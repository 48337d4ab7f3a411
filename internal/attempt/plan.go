package attempt

import (
	"math"
	"time"
)

// A Part is one step on the way down to an operation: a timeout for all that
// is below it, or attempts with waits between them.
type Part struct {
	// Within is the timeout, 0 for none.
	Within time.Duration
	// N is the number of attempts, 0 for a part that is only a timeout.
	N int64
	// Wait returns the wait after attempt k, which counts from 1.
	Wait func(k int64) Interval
	// Last says whether there is a wait after the last attempt as well: with
	// certainty when Min is above 0, possibly when only Max is.
	Last Interval
}

// A Plan is what a call path does when the operation at its end takes all the
// time that it is given and fails, outermost part first.
type Plan []Part

// maxCounted bounds the attempts that are looked at one by one.
const maxCounted = 1 << 14

// Work returns the time that the plan takes. timed says that something limits
// each attempt at the bottom; else only the waits are counted, and the time is
// a lower limit.
func (p Plan) Work() (work Interval, timed, ok bool) {
	for i := len(p) - 1; i >= 0; i-- {
		part := p[i]
		if part.N > 0 {
			waits, counted := part.Waits()
			if !counted {
				return Interval{}, false, false
			}
			work = work.Times(part.N).Plus(waits)
		}
		if part.Within > 0 {
			if timed {
				work = work.Capped(part.Within)
			} else {
				work, timed = Span(part.Within), true
			}
		}
	}
	return work, timed, true
}

// Waits returns the time that all waits of a part take, unless there are too
// many of them.
func (p Part) Waits() (Interval, bool) {
	total := p.Last
	if p.Wait == nil || p.N < 2 {
		return total, true
	}
	if p.N > maxCounted {
		return Interval{}, false
	}
	for k := int64(1); k < p.N; k++ {
		total = total.Plus(p.Wait(k))
	}
	return total, true
}

// Attempts returns how often the operation is made.
func (p Plan) Attempts() int64 {
	n := int64(1)
	for _, part := range p {
		if part.N > 0 {
			n = mulSaturated(n, part.N)
		}
	}
	return n
}

// Each returns the time that the innermost timeout allows, and how many attempts
// it covers: it may be around more than one. Without a timeout the time is 0.
func (p Plan) Each() (each Interval, attempts int64) {
	inner := len(p) - 1
	for inner >= 0 && p[inner].Within == 0 {
		inner--
	}
	if inner < 0 {
		return Interval{}, 1
	}
	attempts = p[inner+1:].Attempts()
	for inner > 0 && p[inner-1].N == 0 {
		inner-- // timeouts around timeouts: the shortest counts
	}
	each, _, _ = p[inner:].Work()
	return each, attempts
}

// Starts returns how many attempts of the operation can start within the given
// time, when each takes as long as it may and the waits are as short as they
// can be. It reports false if there are too many to look at.
func (p Plan) Starts(within time.Duration) (int64, bool) {
	if within <= 0 {
		return 0, true
	}
	if len(p) == 0 {
		return 1, true
	}
	part := p[0]
	if part.Within > 0 {
		within = min(within, part.Within)
	}
	rest := p[1:]
	if part.N == 0 {
		return rest.Starts(within)
	}
	each, _, ok := rest.Work()
	if !ok || part.N > maxCounted {
		return 0, false
	}
	var n int64
	offset := time.Duration(0)
	for k := int64(1); k <= part.N && offset < within; k++ {
		inner, ok := rest.Starts(within - offset)
		if !ok {
			return 0, false
		}
		n = addSaturated(n, inner)
		if n > maxCounted {
			return 0, false
		}
		offset = time.Duration(addSaturated(int64(offset), int64(each.Min)))
		if part.Wait != nil && k < part.N {
			offset = time.Duration(addSaturated(int64(offset), int64(part.Wait(k).Min)))
		}
	}
	return n, true
}

// Left returns what the last attempt of a single part has left of a deadline
// when all before it took as long as they may: 0 if it cannot start.
func (p Part) Left(each Interval, within time.Duration) time.Duration {
	offset := each.Times(p.N - 1)
	for k := int64(1); k < p.N && k < maxCounted && p.Wait != nil; k++ {
		offset = offset.Plus(p.Wait(k))
	}
	return max(within-offset.Min, 0)
}

// Constant returns waits that are all the same.
func Constant(i Interval) func(int64) Interval { return func(int64) Interval { return i } }

// Growing returns waits that start at base and are multiplied by factor from
// one to the next, up to longest unless that is 0.
func Growing(base time.Duration, factor float64, longest time.Duration) func(int64) Interval {
	return func(k int64) Interval {
		d := float64(max(base, 0)) * math.Pow(max(factor, 0), float64(max(k, 1)-1))
		w := Longest
		if d < float64(Longest) {
			w = time.Duration(d)
		}
		if longest > 0 {
			w = min(w, longest)
		}
		return Span(w)
	}
}
