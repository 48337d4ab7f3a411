package overload

import (
	"go/token"
	"slices"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// short is a wait that does not matter to a server that sheds load.
const short = 100 * time.Millisecond

// exhausted is the gRPC code of a server that sheds load and says so.
const exhausted = 8

// signals reports overload signals that are sent again too soon, or without
// asking the answer how long to wait.
func (c *check) signals() {
	at := map[token.Pos]*answer{} // one finding for each place
	var order []token.Pos
	for _, fault := range c.faults {
		if !signal(fault) {
			continue
		}
		category, way := c.verdict(fault)
		if category == "" {
			continue
		}
		pos := way.Where
		if !pos.IsValid() {
			pos = way.Trial.Pos()
		}
		a := at[pos]
		if a == nil {
			a = &answer{way: way}
			at[pos] = a
			order = append(order, pos)
		}
		if a.category == "" || category == retried {
			a.category, a.way = category, way
		}
		a.names = append(a.names, describe(fault))
	}
	for _, pos := range order {
		c.reportSignal(pos, at[pos])
	}
}

// An answer is what one place does with overload signals.
type answer struct {
	category string
	way      region.Way
	names    []string
}

// signal reports whether a fault says that the callee is overloaded.
func signal(f region.Fault) bool {
	if f.Class != errclass.Overload {
		return false
	}
	return f.Status == 429 || f.Status == 503 || f.Code == exhausted || f.Status == 0 && f.Code == 0
}

// verdict returns the category of what happens to a signal, "" when that is
// accepted or not certain.
func (c *check) verdict(fault region.Fault) (string, region.Way) {
	ways, _ := c.trace.Ways(fault)
	for _, way := range ways {
		if !way.Sure || way.Hint || way.Budget || way.Opaque || way.Repair {
			continue
		}
		d := c.delay(way)
		switch {
		case d.Growth == attempt.NoDelay, d.Growth == attempt.Fixed && 0 < d.Base && d.Base < short:
			if c.tells(fault, way) || c.strict {
				return retried, way
			}
		case d.Growth == attempt.UnknownGrowth:
		case fault.Status == 0 && fault.Code == 0:
			// Its client knows more than we do of how long to wait.
		case !fault.Answer && fault.Code == 0:
			// The error may not have the header any more.
			if c.strict && !c.patient(d) {
				return retryafter, way
			}
		case !c.patient(d) || c.strict:
			return retryafter, way
		}
	}
	return "", region.Way{}
}

// tells reports whether the code knows the signal as one: it names it, or a
// failure of another kind has another fate. That nobody waits any more is no
// kind of answer.
func (c *check) tells(fault region.Fault, way region.Way) bool {
	return way.Named || slices.ContainsFunc(c.faults, func(other region.Fault) bool {
		return !canceled(other) && other.Class != errclass.Timeout && other.Answer == fault.Answer && c.ends(other)
	})
}

// ends reports whether a fault ends the repetition.
func (c *check) ends(fault region.Fault) bool {
	ways, known := c.trace.Ways(fault)
	return known && len(ways) == 0
}

// delay is how the region waits on a way: there, or in the helper.
func (c *check) delay(way region.Way) attempt.Delay {
	if c.row.Callback >= 0 {
		if len(way.Waits) > 0 {
			return attempt.Delay{}
		}
		return c.row.Delay
	}
	if len(way.Waits) == 0 {
		return attempt.Delay{Growth: attempt.NoDelay}
	}
	d := way.Waits[0].Delay
	for _, w := range way.Waits[1:] {
		d = d.Join(w.Delay)
	}
	return d
}

// patient reports whether waits are accepted for an overload signal that says
// nothing of its own: they grow, with jitter, up to a bound, and end with a
// context.
func (c *check) patient(d attempt.Delay) bool {
	if d.Growth != attempt.Exponential || !d.Jitter || c.row.Ctx == region.No {
		return false
	}
	return c.row.Attempts.Kind != attempt.Unbounded
}
