package summary

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
)

// A span is a number that is only known to lie between two others: a wait with
// a random part.
type span struct{ lo, hi float64 }

func exactly(x float64) span { return span{x, x} }

// or returns a span that holds both.
func (s span) or(t span) span { return span{min(s.lo, t.lo), max(s.hi, t.hi)} }

// interval returns the length of time that a span of nanoseconds is.
func (s span) interval() attempt.Interval {
	return attempt.Between(saturate(math.Floor(s.lo)), saturate(math.Ceil(s.hi)))
}

func saturate(x float64) time.Duration {
	switch {
	case !(x > 0):
		return 0
	case x >= math.MaxInt64:
		return attempt.Longest
	}
	return time.Duration(x)
}

// maxPaces bounds the rounds of which the waits are computed one by one.
const maxPaces = 2000

// pace returns the wait after attempt k of a layer that waits by s, nil if it
// is not known.
func (e *engine) pace(s *schedule) func(k int64) attempt.Interval {
	if s == nil {
		return nil
	}
	if s.value == nil {
		return attempt.Constant(attempt.Interval{})
	}
	value := e.closedTerm(s.value)
	step := e.each(s.step, e.closeTerm)
	vars := make([]span, len(s.init))
	for i, t := range s.init {
		v, ok := e.spanOf(e.closedTerm(t), nil)
		if !ok {
			return nil
		}
		vars[i] = v
	}
	advance := func() bool {
		next := make([]span, len(vars))
		for i, t := range step {
			v, ok := e.spanOf(t, vars)
			if !ok {
				return false
			}
			next[i] = v
		}
		vars = next
		return true
	}
	if s.early && !advance() {
		return nil
	}
	var waits []attempt.Interval
	first, ok := e.spanOf(value, vars)
	if !ok {
		return nil
	}
	waits = append(waits, first.interval())
	unknown := attempt.Interval{Max: attempt.Longest}
	return func(k int64) attempt.Interval {
		for int64(len(waits)) < k && len(waits) < maxPaces {
			w := unknown
			if advance() {
				if v, ok := e.spanOf(value, vars); ok {
					w = v.interval()
				}
			}
			waits = append(waits, w)
		}
		if k < 1 || k > int64(len(waits)) {
			return unknown
		}
		return waits[k-1]
	}
}

// spanOf computes a term over the variables of a loop.
func (e *engine) spanOf(t *term, vars []span) (span, bool) {
	switch t.op {
	case zero:
		return span{}, true
	case integer:
		return exactly(float64(t.n)), true
	case literal:
		x, err := strconv.ParseFloat(t.name, 64)
		return exactly(x), err == nil
	case field:
		i, err := strconv.Atoi(strings.TrimPrefix(t.name, "#"))
		if err != nil || t.args[0].op != acc || i >= len(vars) {
			return span{}, false
		}
		return vars[i], true
	case choice:
		return e.anyOf(t.args, vars)
	case cond:
		test, ok := e.spanOf(t.args[0], vars)
		switch {
		case ok && test.lo > 0:
			return e.spanOf(t.args[1], vars)
		case ok && test.hi == 0:
			return e.spanOf(t.args[2], vars)
		}
		return e.anyOf(t.args[1:], vars)
	case arith:
		x, ok := e.spanOf(t.args[0], vars)
		y, ok2 := e.spanOf(t.args[1], vars)
		if !ok || !ok2 {
			return span{}, false
		}
		return calculate(t.name, x, y)
	case result:
		call := t.args[0]
		if t.n != 0 || call.op != apply || call.args[0].op != fn {
			return span{}, false
		}
		args := make([]span, len(call.args)-1)
		for i, a := range call.args[1:] {
			x, ok := e.spanOf(a, vars)
			if !ok {
				x = span{math.NaN(), math.NaN()} // a receiver
			}
			args[i] = x
		}
		s, ok := standardResult(call.args[0].name, args)
		return s, ok && s.lo <= s.hi
	}
	return span{}, false
}

func (e *engine) anyOf(ts []*term, vars []span) (span, bool) {
	var out span
	for i, t := range ts {
		s, ok := e.spanOf(t, vars)
		if !ok {
			return span{}, false
		}
		if i == 0 {
			out = s
		}
		out = out.or(s)
	}
	return out, len(ts) > 0
}

// calculate computes an operator of Go. Fractions are kept where integers
// would be rounded: the difference is less than a nanosecond for each step.
func calculate(operator string, x, y span) (span, bool) {
	corners := func(f func(a, b float64) float64) (span, bool) {
		s := exactly(f(x.lo, y.lo)).or(exactly(f(x.lo, y.hi))).or(exactly(f(x.hi, y.lo))).or(exactly(f(x.hi, y.hi)))
		return s, !math.IsNaN(s.lo) && !math.IsNaN(s.hi)
	}
	truth := func(yes, no bool) (span, bool) {
		switch {
		case yes:
			return exactly(1), true
		case no:
			return exactly(0), true
		}
		return span{0, 1}, true
	}
	switch operator {
	case "+":
		return span{x.lo + y.lo, x.hi + y.hi}, true
	case "-":
		return span{x.lo - y.hi, x.hi - y.lo}, true
	case "*":
		return corners(func(a, b float64) float64 { return a * b })
	case "/":
		if y.lo <= 0 && y.hi >= 0 {
			return span{}, false
		}
		return corners(func(a, b float64) float64 { return a / b })
	case "<<":
		return shift(x, y)
	case ">>":
		return shift(x, span{-y.hi, -y.lo})
	case "min":
		return span{min(x.lo, y.lo), min(x.hi, y.hi)}, true
	case "max":
		return span{max(x.lo, y.lo), max(x.hi, y.hi)}, true
	case "<":
		return truth(x.hi < y.lo, x.lo >= y.hi)
	case "<=":
		return truth(x.hi <= y.lo, x.lo > y.hi)
	case ">":
		return truth(x.lo > y.hi, x.hi <= y.lo)
	case ">=":
		return truth(x.lo >= y.hi, x.hi < y.lo)
	case "==":
		return truth(x.lo == x.hi && x == y, x.hi < y.lo || x.lo > y.hi)
	case "!=":
		return truth(x.hi < y.lo || x.lo > y.hi, x.lo == x.hi && x == y)
	}
	return span{}, false
}

// shift computes x << y. What overflows 63 bits wraps in Go, and is not known.
func shift(x, y span) (span, bool) {
	s := span{x.lo * math.Exp2(y.lo), x.hi * math.Exp2(y.hi)}
	return s, x.lo >= 0 && s.hi < math.MaxInt64
}

// standardResult returns what a function of the standard library computes from
// numbers. Random numbers lie in a span.
func standardResult(name string, args []span) (span, bool) {
	typ, method, isMethod := splitMethod(name)
	pkg, fun, _ := cutLast(name)
	if isMethod {
		pkg, fun = strings.TrimPrefix(typ, "*"), method
	}
	last := span{}
	if len(args) > 0 {
		last = args[len(args)-1]
	}
	switch pkg {
	case "math/rand", "math/rand/v2", "math/rand.Rand", "math/rand/v2.Rand":
		switch fun {
		case "N", "Int63n", "Int31n", "Intn", "IntN", "Int64N", "Int32N", "UintN", "Uint64N", "Uint32N":
			return span{0, last.hi}, last.hi >= 1 // one more than there is: it prints better
		case "Float64", "Float32":
			return span{0, 1}, true
		}
	case "math":
		return mathResult(fun, args)
	case "time.Duration":
		units := map[string]float64{"Nanoseconds": 1, "Microseconds": 1e3, "Milliseconds": 1e6, "Seconds": 1e9, "Minutes": 6e10, "Hours": 36e11}
		if unit := units[fun]; unit > 0 && len(args) == 1 {
			return span{last.lo / unit, last.hi / unit}, true
		}
	}
	return span{}, false
}

func mathResult(fun string, args []span) (span, bool) {
	switch {
	case fun == "Pow" && len(args) == 2 && args[0].lo >= 1:
		return span{math.Pow(args[0].lo, args[1].lo), math.Pow(args[0].hi, args[1].hi)}, true
	case fun == "Exp2" && len(args) == 1:
		return span{math.Exp2(args[0].lo), math.Exp2(args[0].hi)}, true
	case fun == "Min" && len(args) == 2:
		return calculate("min", args[0], args[1])
	case fun == "Max" && len(args) == 2:
		return calculate("max", args[0], args[1])
	case len(args) == 1 && (fun == "Floor" || fun == "Trunc"):
		return span{math.Floor(args[0].lo), math.Floor(args[0].hi)}, args[0].lo >= 0
	case len(args) == 1 && (fun == "Ceil" || fun == "Round"):
		return span{math.Floor(args[0].lo), math.Ceil(args[0].hi)}, true
	}
	return span{}, false
}
