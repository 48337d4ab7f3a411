package attempt

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Total is the amplification of one call path: the product of its layers.
type Total struct {
	// N is the product of the counted layers, saturated at [math.MaxInt64].
	N int64
	// Names are the layers whose limit is a name, as printed, sorted.
	Names []string
	// Open says that a layer is ended by time or by nothing, so that no
	// product exists.
	Open bool
	// Unknown says that a layer's bound is not known.
	Unknown bool
}

// Product multiplies the bounds of the layers on one call path.
func Product(layers ...Bound) Total {
	t := Total{N: 1}
	for _, b := range layers {
		switch b.Kind {
		case Count:
			t.N = mulSaturated(t.N, b.N)
		case Named:
			t.Names = append(t.Names, b.Factor())
		case Timed, Unbounded:
			t.Open = true
		default:
			t.Unknown = true
		}
	}
	slices.Sort(t.Names)
	return t
}

// Compare orders products: first by what has no number, then by number.
func (t Total) Compare(u Total) int {
	if t.Open != u.Open {
		if t.Open {
			return 1
		}
		return -1
	}
	return cmp.Or(cmp.Compare(len(t.Names), len(u.Names)), cmp.Compare(t.N, u.N))
}

// Number returns the product and whether it is a plain number.
func (t Total) Number() (int64, bool) {
	return t.N, len(t.Names) == 0 && !t.Open && !t.Unknown && t.N != math.MaxInt64
}

// String prints the total: "27", "9 x n", "unbounded", "?" when a layer is not
// known; a saturated number is printed as "more than" the largest one.
func (t Total) String() string {
	switch {
	case t.Open:
		return "unbounded"
	case t.Unknown:
		return "?"
	}
	var parts []string
	if t.N != 1 || len(t.Names) == 0 {
		n := strconv.FormatInt(t.N, 10)
		if t.N == math.MaxInt64 {
			n = "more than " + n
		}
		parts = append(parts, n)
	}
	return strings.Join(append(parts, t.Names...), " x ")
}
