package attempt

import "time"

// A Growth says how the waits between attempts change.
type Growth uint8

const (
	UnknownGrowth Growth = iota
	NoDelay
	Fixed
	Linear
	Exponential
)

func (g Growth) String() string {
	return [...]string{"unknown", "none", "fixed", "linear", "exponential"}[g]
}

// A Delay describes the waits between the attempts of one layer.
type Delay struct {
	Growth Growth
	Jitter bool
	// Base is the first wait and Cap the longest, 0 where not constant.
	Base, Cap time.Duration
}

// Join describes a layer that waits as a on one path and as b on another: the
// stronger growth, jitter if either has it.
func (a Delay) Join(b Delay) Delay {
	return Delay{
		Growth: max(a.Growth, b.Growth),
		Jitter: a.Jitter || b.Jitter,
		Base:   max(a.Base, b.Base),
		Cap:    max(a.Cap, b.Cap),
	}
}
