package known

import (
	"cmp"
	"encoding/json"
	"go/constant"
	"math"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
)

// A Given is a setting as the code under analysis makes it.
type Given struct {
	Setting *Setting
	// Value is what it is set to; nil when that is not a constant, or when
	// the setting takes no value.
	Value constant.Value
	// Name is the expression that holds the value when it is not constant.
	Name string
}

// With returns what a policy does with some settings, applied in order. A
// value that is not known makes the bound a name, or unknown without one.
func (p Policy) With(given ...Given) Policy {
	e := evaluation{delay: p.Delay, factor: p.Factor}
	e.take(p.Attempts)
	for _, g := range given {
		e.apply(g)
	}
	attempts, last := e.attempts()
	return Policy{Attempts: attempts, Delay: e.delay, Factor: e.factor, Last: max(last, p.Last)}
}

// An evaluation holds the two limits of a policy apart, since a setting can
// change one and leave the other, and each of them alone ends the repetition.
type evaluation struct {
	count attempt.Bound // Count, Named, Unbounded, or Unknown
	limit attempt.Bound // Timed, or the zero Bound for no limit of time
	delay attempt.Delay
	// factor is by how much the waits grow, 0 when no setting says so.
	factor float64
	// ends is the longest wait that does not end the repetition, 0 for none.
	ends time.Duration
}

// take starts from the bound of a policy.
func (e *evaluation) take(b attempt.Bound) {
	if b.Kind == attempt.Timed {
		e.count, e.limit = attempt.Forever(), b
		return
	}
	e.count = b
}

// attempts returns the stronger limit: a count, else a time. last is the wait
// after the last attempt: where a cap ends the repetition, that is waited for.
func (e *evaluation) attempts() (b attempt.Bound, last time.Duration) {
	b = e.count
	if b.Kind == attempt.Unbounded && e.limit.Kind == attempt.Timed {
		b = e.limit
	}
	n, wait := e.steps()
	switch {
	case n == 0:
	case b.Kind == attempt.Count && n < b.N, b.Kind == attempt.Unbounded:
		return attempt.Times(n), wait
	}
	return b, 0
}

// steps returns the attempts that a cap leaves which ends the repetition: the
// attempt before the first wait that would pass it is the last. wait is the one
// after it. Without such a cap there are 0.
func (e *evaluation) steps() (attempts int64, wait time.Duration) {
	if e.ends <= 0 || e.delay.Base <= 0 || e.factor <= 0 {
		return 0, 0
	}
	wait = e.delay.Base
	for n := int64(1); n < 1e6; n++ { // beyond that only the count matters
		next := float64(wait) * e.factor
		if next > float64(e.ends) {
			return n, wait
		}
		if time.Duration(next) <= wait {
			return 0, 0 // it does not grow
		}
		wait = time.Duration(next)
	}
	return 0, 0
}

func (e *evaluation) apply(g Given) {
	s := g.Setting
	switch s.Counts {
	case CountsAttempts:
		e.number(g, 0)
	case CountsRetries, CountsLen:
		e.number(g, 1)
	case CountsForever:
		e.turn(g, attempt.Forever())
	case CountsOnce:
		e.turn(g, attempt.Times(1))
	case CountsTime:
		e.time(g)
	case CountsService:
		e.serviceConfig(g)
	case CountsFactor:
		e.grow(g)
	case CountsCap:
		e.delay.Cap = length(g)
		if s.Ends {
			e.ends = e.delay.Cap
		}
	case CountsJitter:
		e.delay.Jitter = g.Value == nil || isTrue(g.Value) || constant.Sign(numeric(g.Value)) > 0
	}
	if s.Delay.Growth != attempt.UnknownGrowth {
		e.delay.Growth = s.Delay.Growth
		e.delay.Jitter = s.Delay.Jitter
		// A way to grow says nothing of the length, unless it has one.
		e.delay.Base, e.delay.Cap = cmp.Or(s.Delay.Base, e.delay.Base), cmp.Or(s.Delay.Cap, e.delay.Cap)
	}
	if s.Counts == CountsDelay && (s.Field || s.Arg >= 0) {
		e.delay.Base = length(g)
	}
}

// turn applies a setting that is there, or a field that is on.
func (e *evaluation) turn(g Given, b attempt.Bound) {
	switch {
	case g.Off():
	case g.Setting.Field && g.Value == nil:
		e.count = attempt.Bound{}
	default:
		e.count = b
	}
}

// Off reports whether a setting is a switch that is known to be off: a field that
// is false, or 0, which is the same here.
func (g Given) Off() bool {
	return g.Setting.Field && g.Value != nil && !isTrue(g.Value) && constant.Sign(numeric(g.Value)) == 0
}

// number applies a setting that counts attempts, or add less than those.
func (e *evaluation) number(g Given, add int64) {
	if g.Value == nil || g.Value.Kind() != constant.Int && g.Value.Kind() != constant.Float {
		e.count = attempt.Bound{}
		if g.Name != "" {
			e.count = attempt.Setting(g.Name, add)
		}
		return
	}
	n, ok := constant.Int64Val(constant.ToInt(numeric(g.Value)))
	if !ok {
		n = math.MaxInt64 - 1 // an unsigned number beyond counting
	}
	if n >= math.MaxInt32 {
		e.count = attempt.Forever() // nobody counts so far
		return
	}
	special := ""
	switch {
	case n == 0:
		special = g.Setting.Zero
	case n < 0:
		special = g.Setting.Negative
	}
	switch special {
	case "unlimited":
		e.count = attempt.Forever()
	case "once":
		e.count = attempt.Times(1)
	case "never":
		e.count = attempt.Times(0)
	case "default":
	default:
		e.count = attempt.Times(n).Plus(add)
		if n < 0 {
			e.count = attempt.Times(add)
		}
	}
}

// time applies a setting that limits the time.
func (e *evaluation) time(g Given) {
	d := length(g)
	if g.Value != nil && d == 0 {
		switch g.Setting.Zero {
		case "unlimited":
			e.limit = attempt.Bound{}
			return
		case "default":
			return
		}
	}
	e.limit = attempt.For(d)
	if e.count.Kind == attempt.Unknown {
		e.count = attempt.Forever()
	}
}

// grow applies a factor by which the waits grow.
func (e *evaluation) grow(g Given) {
	if g.Value == nil {
		e.delay.Growth = attempt.Exponential // why else would it be set
		return
	}
	f, _ := constant.Float64Val(constant.ToFloat(numeric(g.Value)))
	if f == 0 && g.Setting.Zero == "default" {
		return
	}
	e.factor = f
	e.delay.Growth = attempt.Fixed
	if f > 1 {
		e.delay.Growth = attempt.Exponential
	}
}

func isTrue(v constant.Value) bool { return v.Kind() == constant.Bool && constant.BoolVal(v) }

// numeric returns v, or 0 when it is no number.
func numeric(v constant.Value) constant.Value {
	switch v.Kind() {
	case constant.Int, constant.Float:
		return v
	}
	return constant.MakeInt64(0)
}

// length returns a duration that a setting is set to, 0 when it is not known.
func length(g Given) time.Duration {
	if g.Value == nil {
		return 0
	}
	n, _ := constant.Int64Val(constant.ToInt(numeric(g.Value)))
	return time.Duration(max(n, 0))
}

// serviceConfig applies a gRPC service config: the most attempts of any of its
// methods, which grpc limits to 5.
func (e *evaluation) serviceConfig(g Given) {
	if g.Value == nil || g.Value.Kind() != constant.String {
		e.count = attempt.Bound{}
		return
	}
	var config struct {
		MethodConfig []struct {
			RetryPolicy *struct{ MaxAttempts float64 }
		}
	}
	if json.Unmarshal([]byte(constant.StringVal(g.Value)), &config) != nil {
		return // grpc refuses it: the call of the constructor fails
	}
	for _, m := range config.MethodConfig {
		if m.RetryPolicy != nil && m.RetryPolicy.MaxAttempts > 1 {
			e.count = attempt.Times(max(e.count.N, min(int64(m.RetryPolicy.MaxAttempts), 5)))
			e.delay = attempt.Delay{Growth: attempt.Exponential, Jitter: true}
		}
	}
}
