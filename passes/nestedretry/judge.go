package nestedretry

import (
	"cmp"
	"math"
	"strings"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/summary"
)

// A nest is a call path on which two layers or more repeat.
type nest struct {
	*summary.Chain
	layers []summary.Layer // those that repeat, outermost first
	total  attempt.Total
}

// judge returns the nests among the chains: one for each outermost layer and
// operation, the worst, in the order of the chains.
func judge(chains []*summary.Chain, o Options) []nest {
	type key struct {
		fn, file string
		line     int
		leaf     string
	}
	var nests []nest
	at := make(map[key]int)
	for _, c := range chains {
		n, ok := multiply(c, o)
		if !ok {
			continue
		}
		first := n.layers[0]
		k := key{first.Func, first.File, first.Line, c.Leaf}
		i, seen := at[k]
		switch {
		case !seen:
			at[k] = len(nests)
			nests = append(nests, n)
		case n.compare(nests[i]) > 0:
			nests[i] = n
		}
	}
	return nests
}

// multiply reduces a chain to the layers that repeat, with the settings that
// the user gave numbers for. It reports false if fewer than two are left.
func multiply(c *summary.Chain, o Options) (nest, bool) {
	n := nest{Chain: c}
	var bounds []attempt.Bound
	for _, l := range c.Layers {
		l.Attempts = l.Attempts.Assume(o.Assume)
		if !l.Attempts.Repeats() {
			continue
		}
		n.layers = append(n.layers, l)
		bounds = append(bounds, l.Attempts)
	}
	n.total = attempt.Product(bounds...)
	return n, len(n.layers) > 1
}

// category tells a product from a path on which a layer has no number and no
// setting that limits it.
func (n nest) category() string {
	if n.total.Open {
		return unbounded
	}
	return product
}

// tolerated reports whether the user's limit covers the nest. A setting counts
// as two attempts, the least with which it repeats.
func (n nest) tolerated(limit int64) bool {
	if n.total.Open {
		return false
	}
	least := n.total.N
	for range n.total.Names {
		if least > math.MaxInt64/2 {
			return false
		}
		least *= 2
	}
	return least <= limit
}

// compare orders nests by what they cost: no limit, then the larger product,
// then more settings; of equal ones the shorter path is the better witness.
func (n nest) compare(m nest) int {
	return cmp.Or(
		boolCompare(n.total.Open, m.total.Open),
		cmp.Compare(len(n.total.Names), len(m.total.Names)),
		cmp.Compare(n.total.N, m.total.N),
		cmp.Compare(len(m.layers), len(n.layers)),
		strings.Compare(m.witness(), n.witness()),
	)
}

func boolCompare(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	}
	return -1
}

// witness is the path as text: it decides between equals, the same everywhere.
func (n nest) witness() string {
	var steps []string
	for _, l := range n.layers {
		steps = append(steps, l.Func)
	}
	return strings.Join(steps, "\x00")
}
