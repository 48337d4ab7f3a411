package summary

import (
	"slices"
	"strings"
)

// An op is the form of a [term].
type op uint8

const (
	opaque    op = iota // nothing is known
	zero                // the zero value of its type
	integer             // n: integers, durations, and booleans as 0 and 1
	param               // parameter n of the function at hand, the receiver first
	free                // captured variable n of the closure at hand
	field               // field name of args[0]
	structure           // a struct: keys are its fields, args their values, others are zero
	with                // args[0] with the field name set to args[1]
	fn                  // the function name; args are what a closure captures or the bound receiver
	bound               // method name of the interface value args[0], not yet called
	iface               // args[0] of the concrete type name, as an interface value
	unwrap              // the interface value args[0], asserted to hold the type name
	apply               // a call of args[0] with the rest as arguments
	invoke              // a call of method name on the interface value args[0]
	result              // result n of the call args[0]
	after               // argument n of the call args[0] as the call leaves it
	global              // the package-level variable name
	list                // a slice, array, map or channel with these elements
	concat              // the elements of all args
	elem                // some element of args[0]
	fold                // args[2], again for each element of args[0], starting from args[1]
	rounds              // how often args[2] can be applied to args[0] while args[1] is true
	acc                 // in the body of a fold: what the steps so far made
	item                // in the body of a fold: the element at hand
	choice              // one of args
	cond                // args[1] if args[0] is true, else args[2]
	arith               // operator name on args
	length              // the length of args[0]
	literal             // a constant of another kind: a fraction, or "text " and a text
	made                // what one instruction makes anew each time: keys are its place and what it is
)

// A term is a symbolic value: what a function computes from its parameters,
// as far as it matters for retrying. Terms are immutable and unique within a
// [pool], so that equal ones are the same pointer.
//
// A term has no binders: a closure is its function's name with the captured
// values, so substitution never goes below one.
type term struct {
	op    op
	name  string
	n     int64
	keys  []string
	args  []*term
	hash  uint64
	size  int
	depth int
	roots roots
	// tells says that the term holds what matters for side effects only: a
	// value made anew, or a text that says what is done.
	tells bool
}

// roots says which unbound leaves a term holds.
type roots uint8

const (
	hasParams roots = 1 << iota // param or free
	hasSteps                    // acc or item
)

// Larger terms are not kept: what they would tell is not worth their weight.
const (
	maxTermSize  = 600
	maxTermDepth = 40
)

// maxChoices bounds the alternatives of one term.
const maxChoices = 16

// A pool holds the terms of one package.
type pool struct {
	terms map[uint64][]*term
	// none and null are the opaque and the zero term.
	none, null *term
	// filled is a text of which only matters that it is not empty.
	filled *term
	cut    int // terms given up because of their size
}

func newPool() *pool {
	p := &pool{terms: make(map[uint64][]*term)}
	p.none = p.intern(term{op: opaque})
	p.null = p.intern(term{op: zero})
	p.filled = p.intern(term{op: literal, name: "given"})
	return p
}

// intern returns the unique term equal to t.
func (p *pool) intern(t term) *term {
	h := newHasher()
	h.byte(byte(t.op))
	h.string(t.name)
	h.uint(uint64(t.n))
	for _, k := range t.keys {
		h.string(k)
	}
	size, depth := 1, 0
	for _, a := range t.args {
		h.uint(a.hash)
		size += a.size
		depth = max(depth, a.depth)
		t.roots |= a.roots
		t.tells = t.tells || a.tells
	}
	t.tells = t.tells || t.op == made || t.op == literal && strings.HasPrefix(t.name, textPrefix)
	if size > maxTermSize || depth >= maxTermDepth {
		p.cut++
		return p.none
	}
	switch t.op {
	case param, free:
		t.roots |= hasParams
	case acc, item:
		t.roots |= hasSteps
	case fold:
		t.roots = t.args[0].roots | t.args[1].roots | t.args[2].roots&^hasSteps
	case rounds:
		t.roots = t.args[0].roots | (t.args[1].roots|t.args[2].roots)&^hasSteps
	}
	t.hash, t.size, t.depth = uint64(h), size, depth+1
	for _, u := range p.terms[t.hash] {
		if u.op == t.op && u.n == t.n && u.name == t.name && slices.Equal(u.keys, t.keys) && slices.Equal(u.args, t.args) {
			return u
		}
	}
	u := new(term)
	*u = t
	p.terms[t.hash] = append(p.terms[t.hash], u)
	return u
}

// textPrefix begins the name of a literal that is a text.
const textPrefix = "text "

func (p *pool) words(s string) *term { return p.intern(term{op: literal, name: textPrefix + s}) }

func (p *pool) int(n int64) *term { return p.intern(term{op: integer, n: n}) }

func (p *pool) truth(b bool) *term {
	if b {
		return p.int(1)
	}
	return p.int(0)
}

func (p *pool) param(i int) *term { return p.intern(term{op: param, n: int64(i)}) }
func (p *pool) free(i int) *term  { return p.intern(term{op: free, n: int64(i)}) }

func (p *pool) global(name string) *term { return p.intern(term{op: global, name: name}) }

func (p *pool) fn(name string, captured ...*term) *term {
	return p.intern(term{op: fn, name: name, args: captured})
}

func (p *pool) list(elems ...*term) *term { return p.intern(term{op: list, args: elems}) }

// structure returns a struct of the given fields; keys need not be sorted.
func (p *pool) structure(typ string, fields map[string]*term) *term {
	keys := make([]string, 0, len(fields))
	for k, v := range fields {
		if v.op != zero {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	args := make([]*term, len(keys))
	for i, k := range keys {
		args[i] = fields[k]
	}
	return p.intern(term{op: structure, name: typ, keys: keys, args: args})
}

// choice returns one of ts, in an order that depends on their content only.
func (p *pool) choice(ts ...*term) *term {
	var flat []*term
	for _, t := range ts {
		if t.op == choice {
			flat = append(flat, t.args...)
			continue
		}
		flat = append(flat, t)
	}
	slices.SortFunc(flat, compareTerms)
	flat = slices.Compact(flat)
	switch {
	case len(flat) == 0:
		return p.none
	case len(flat) == 1:
		return flat[0]
	case len(flat) > maxChoices:
		p.cut++
		flat = append(flat[:maxChoices-1:maxChoices-1], p.none)
		slices.SortFunc(flat, compareTerms)
		flat = slices.Compact(flat)
	}
	return p.intern(term{op: choice, args: flat})
}

// alternatives lists what t may be.
func (t *term) alternatives() []*term {
	switch t.op {
	case choice:
		return t.args
	case cond:
		return append(slices.Clone(t.args[1].alternatives()), t.args[2].alternatives()...)
	}
	return []*term{t}
}

// number returns the integer that t is.
func (t *term) number() (int64, bool) {
	switch t.op {
	case zero:
		return 0, true
	case integer:
		return t.n, true
	}
	return 0, false
}

// known reports whether t is certain to differ from the zero value.
func (t *term) known() bool {
	switch t.op {
	case fn, iface, structure, bound, made, literal:
		return true
	case list:
		return len(t.args) > 0
	case with:
		return t.args[0].known()
	}
	return false
}

// mentions calls visit for t and all terms in it, once each.
func (t *term) mentions(seen map[*term]bool, visit func(*term)) {
	if seen[t] {
		return
	}
	seen[t] = true
	visit(t)
	for _, a := range t.args {
		a.mentions(seen, visit)
	}
}

// compareTerms orders terms by content: a total order that no map or pool
// order leaks into.
func compareTerms(a, b *term) int {
	switch {
	case a == b:
		return 0
	case a.hash != b.hash:
		if a.hash < b.hash {
			return -1
		}
		return 1
	}
	return strings.Compare(a.String(), b.String())
}

// A hasher computes FNV-1a, which is the same in every process.
type hasher uint64

func newHasher() hasher { return 14695981039346656037 }

func (h *hasher) byte(b byte) { *h = (*h ^ hasher(b)) * 1099511628211 }

func (h *hasher) uint(n uint64) {
	for range 8 {
		h.byte(byte(n))
		n >>= 8
	}
}

func (h *hasher) string(s string) {
	for i := range len(s) {
		h.byte(s[i])
	}
	h.byte(0)
}
