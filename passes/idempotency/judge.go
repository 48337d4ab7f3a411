package idempotency

import (
	"cmp"
	"go/token"
	"slices"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/summary"
)

const (
	write = "write"
	key   = "key"
	body  = "body"
	tx    = "tx"
	stale = "stale"
)

// A fault is an act with the layers that repeat it as they should not.
type fault struct {
	*summary.Act
	category string
	layers   []summary.ActLayer // outermost first
	// kept are the layers over which the key stays the same.
	kept  []summary.ActLayer
	total attempt.Total
}

// uncertain holds the failures after which the operation may have been carried
// out. The others say that the callee refused it.
const uncertain = 1<<errclass.Connection | 1<<errclass.Timeout | 1<<errclass.Server | 1<<errclass.Other

// judge returns the faults of the acts: one for each operation and category,
// the one that repeats most.
func judge(acts []*summary.Act, o Options) []fault {
	type place struct {
		pos      token.Pos
		category string
	}
	at := make(map[place]int)
	var faults []fault
	for _, a := range acts {
		for _, f := range faultsOf(a, o) {
			p := place{a.Pos, f.category}
			i, seen := at[p]
			switch {
			case !seen:
				at[p] = len(faults)
				faults = append(faults, f)
			case f.compare(faults[i]) > 0:
				faults[i] = f
			}
		}
	}
	return faults
}

func faultsOf(a *summary.Act, o Options) []fault {
	var out []fault
	writes := doesTwice(a, o)
	inTx := newFault(a, tx, func(l summary.ActLayer) bool { return l.Tx })
	switch {
	case writes && a.Key != summary.UnknownKey && outside(a) && len(inTx.layers) > 0:
		out = append(out, inTx)
	case a.Kind == "send": // it matters in a transaction only
	case writes && a.Key == summary.NoKey:
		out = append(out, newFault(a, write, func(l summary.ActLayer) bool { return risks(l, a, o) }))
	case writes && a.Key == summary.AnewKey:
		out = append(out, newFault(a, key, func(l summary.ActLayer) bool { return l.Fresh != "" && risks(l, a, o) }))
	}
	if a.Body != "" {
		out = append(out, newFault(a, body, func(l summary.ActLayer) bool { return l.Spent }))
	}
	if a.Kind == "update" {
		out = append(out, newFault(a, stale, func(l summary.ActLayer) bool {
			return l.Stale && l.Errors == errclass.Of(errclass.Conflict)
		}))
	}
	return slices.DeleteFunc(out, func(f fault) bool { return len(f.layers) == 0 })
}

func newFault(a *summary.Act, category string, bad func(summary.ActLayer) bool) fault {
	f := fault{Act: a, category: category}
	var bounds []attempt.Bound
	for _, l := range a.Layers {
		switch {
		case !l.Attempts.Repeats() && l.Attempts.Kind != attempt.Unknown:
		case bad(l):
			f.layers = append(f.layers, l)
			bounds = append(bounds, l.Attempts)
		case category == key:
			f.kept = append(f.kept, l)
		}
	}
	f.total = attempt.Product(bounds...)
	return f
}

// doesTwice reports whether a repeat of the act does something once more.
func doesTwice(a *summary.Act, o Options) bool {
	if a.Likely && !o.Strict {
		return false
	}
	switch a.Kind {
	case "request":
		return a.Verb == "POST" || a.Verb == "PATCH"
	case "statement":
		return a.Verb != ""
	case "exec":
		return o.Strict
	case "use", "update":
		return false
	}
	return true
}

// outside reports whether a transaction that is rolled back leaves the effect
// behind for sure: one that is known by its SQL may be part of it.
func outside(a *summary.Act) bool { return a.Kind != "statement" }

// risks reports whether a layer repeats the act after it may have been carried
// out.
func risks(l summary.ActLayer, a *summary.Act, o Options) bool {
	if l.Queue && !o.Strict || l.Chosen || !l.Errors.Overlaps(uncertain) {
		return false
	}
	return !l.BuiltIn || a.Kind == "request" || o.Strict
}

// compare orders faults by how often they repeat.
func (f fault) compare(g fault) int {
	return cmp.Or(
		cmp.Compare(rank(f.total), rank(g.total)),
		cmp.Compare(f.total.N, g.total.N),
		cmp.Compare(len(f.total.Names), len(g.total.Names)),
		cmp.Compare(len(g.layers), len(f.layers)),
		cmp.Compare(g.layers[0].Func, f.layers[0].Func),
		cmp.Compare(g.layers[0].Line, f.layers[0].Line),
	)
}

// rank puts what has no limit above what has one, and what is not known last.
func rank(t attempt.Total) int {
	switch {
	case t.Open:
		return 2
	case t.Unknown:
		return 0
	}
	return 1
}
