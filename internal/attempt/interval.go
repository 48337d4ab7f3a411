package attempt

import (
	"math"
	"time"
)

// An Interval is a length of time that is not exactly known: at least Min and
// at most Max. A wait with jitter is one. Lengths of time are not negative and
// saturate at [Longest].
type Interval struct{ Min, Max time.Duration }

// Longest is the length of time at which the arithmetic saturates: more than
// 290 years.
const Longest = time.Duration(math.MaxInt64)

// Span returns the interval of a length of time that is exactly known.
// Negative ones take no time.
func Span(d time.Duration) Interval {
	d = max(d, 0)
	return Interval{d, d}
}

// Between returns the interval from a to b, whichever is less.
func Between(a, b time.Duration) Interval {
	a, b = max(a, 0), max(b, 0)
	return Interval{min(a, b), max(a, b)}
}

// Plus returns the time that i and then j take.
func (i Interval) Plus(j Interval) Interval {
	return Interval{
		time.Duration(addSaturated(int64(i.Min), int64(j.Min))),
		time.Duration(addSaturated(int64(i.Max), int64(j.Max))),
	}
}

// Times returns the time that n of i take, one after the other.
func (i Interval) Times(n int64) Interval {
	n = max(n, 0)
	return Interval{
		time.Duration(mulSaturated(int64(i.Min), n)),
		time.Duration(mulSaturated(int64(i.Max), n)),
	}
}

// Capped returns the time that i takes when it is cut off after d.
func (i Interval) Capped(d time.Duration) Interval {
	d = max(d, 0)
	return Interval{min(i.Min, d), min(i.Max, d)}
}

// Or returns an interval that holds for either of two ways.
func (i Interval) Or(j Interval) Interval {
	return Interval{min(i.Min, j.Min), max(i.Max, j.Max)}
}

// Exact reports whether the length of time is exactly known.
func (i Interval) Exact() bool { return i.Min == i.Max }

// String prints the interval: "750ms", "50ms-150ms".
func (i Interval) String() string {
	if i.Exact() {
		return i.Min.String()
	}
	return i.Min.String() + "-" + i.Max.String()
}
