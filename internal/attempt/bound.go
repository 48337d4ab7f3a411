// Package attempt is the algebra of retry bounds: how many attempts one layer
// makes, and how many calls the layers of one call path make together.
//
// Every number counts attempts: N attempts are one initial try and N-1
// retries. The package depends on the standard library only.
package attempt

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// A Kind says what ends the repetition of one layer.
type Kind uint8

const (
	Unknown   Kind = iota // nothing could be proved; never part of a claim
	Count                 // a number of attempts
	Named                 // a number that a parameter, field, flag or setting holds
	Timed                 // a length of time, not a count
	Unbounded             // nothing ends it but success
)

// A Bound is the limit of one layer.
type Bound struct {
	Kind Kind
	// N is the number of attempts when Kind is Count; at least 0.
	N int64
	// Name is the source expression that holds the limit when Kind is Named.
	Name string
	// Add is what must be added to the value of Name to count attempts: a
	// setting that counts retries has 1.
	Add int64
	// Within is the length of time when Kind is Timed; 0 if it is not constant.
	Within time.Duration
}

// Times returns the bound of n attempts. Negative numbers count as none.
func Times(n int64) Bound { return Bound{Kind: Count, N: max(n, 0)} }

// Setting returns the bound that a name holds, add attempts more than its
// value; an unknown one when it has no name.
func Setting(name string, add int64) Bound {
	if name == "" {
		return Bound{}
	}
	return Bound{Kind: Named, Name: name, Add: add}
}

// For returns the bound of a layer that repeats for a length of time.
func For(d time.Duration) Bound { return Bound{Kind: Timed, Within: d} }

// Forever returns the bound of a layer that nothing but success ends.
func Forever() Bound { return Bound{Kind: Unbounded} }

// Repeats reports whether the layer can make a second attempt. An unknown
// bound does not: what is not proved is not claimed.
func (b Bound) Repeats() bool {
	switch b.Kind {
	case Count:
		return b.N > 1
	case Named, Timed, Unbounded:
		return true
	}
	return false
}

// Number returns the number of attempts, if it is known.
func (b Bound) Number() (int64, bool) { return b.N, b.Kind == Count }

// Plus returns the bound of n more attempts, such as a first try before the
// loop. A layer without a count stays what it is.
func (b Bound) Plus(n int64) Bound {
	switch b.Kind {
	case Count:
		return Times(addSaturated(b.N, n))
	case Named:
		b.Add = addSaturated(b.Add, n)
	}
	return b
}

// Assume replaces a named bound by the number that assumed gives for its name.
func (b Bound) Assume(assumed map[string]int64) Bound {
	if b.Kind == Named {
		if n, ok := assumed[b.Name]; ok {
			return Times(addSaturated(n, b.Add))
		}
	}
	return b
}

// Join returns a bound that holds for either of two paths: the larger of two
// counts, else the weaker of the two limits.
func Join(a, b Bound) Bound {
	switch {
	case a == b:
		return a
	case a.Kind == Unknown || b.Kind == Unknown:
		return Bound{}
	case a.Kind == Count && b.Kind == Count:
		return Times(max(a.N, b.N))
	case a.Kind == Unbounded || b.Kind == Unbounded:
		return Forever()
	case a.Kind == Timed && b.Kind == Timed:
		if a.Within == 0 || b.Within == 0 {
			return For(0)
		}
		return For(max(a.Within, b.Within))
	case a.Kind == Timed || b.Kind == Timed:
		return For(0)
	case a.Kind == Named && b.Kind == Named && a.Name == b.Name:
		return Setting(a.Name, max(a.Add, b.Add))
	}
	return Bound{} // two different names, or a name and a number: not comparable
}

// Factor prints the bound so that it can stand in a product: "(n+1)".
func (b Bound) Factor() string {
	if b.Kind == Named && b.Add != 0 {
		return "(" + b.String() + ")"
	}
	return b.String()
}

// String prints the bound: "3", "n", "n+1", "unbounded", "time-bound", or "?"
// when nothing is known.
func (b Bound) String() string {
	switch b.Kind {
	case Count:
		return strconv.FormatInt(b.N, 10)
	case Named:
		if b.Add == 0 {
			return b.Name
		}
		return fmt.Sprintf("%s%+d", b.Name, b.Add)
	case Timed:
		return "time-bound"
	case Unbounded:
		return "unbounded"
	}
	return "?"
}

func addSaturated(a, b int64) int64 {
	switch {
	case b > 0 && a > math.MaxInt64-b:
		return math.MaxInt64
	case b < 0 && a < math.MinInt64-b:
		return math.MinInt64
	}
	return a + b
}

func mulSaturated(a, b int64) int64 {
	if a == 0 || b == 0 {
		return 0
	}
	if a > math.MaxInt64/b {
		return math.MaxInt64
	}
	return a * b
}

func (k Kind) String() string {
	return [...]string{"unknown", "count", "named", "time-bound", "unbounded"}[k]
}
