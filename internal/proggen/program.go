// Package proggen writes random programs that retry, so that what retryvet
// says of a program can be compared with what the program does.
//
// A program is a stack of layers over an operation that always fails. Each
// layer is written in one of many forms and reaches the next one in one of
// many ways. All programs of a batch form one Go module, which is compiled
// once and prints how often each program asked for its operation.
//
// It is used by tests only.
package proggen

import (
	"fmt"
	"math/rand/v2"
)

// A Program is one stack of layers.
type Program struct {
	ID     int
	Group  int // programs of a group share their packages
	Layers []*Layer
}

// A Layer is one function that runs what is below it, again when that fails.
type Layer struct {
	Form     string
	Attempts int // 1 for a form that does not repeat
	name     string
	pkg      string // the package it lies in, one of packageNames
	method   bool   // a method of a struct that its user makes
	hidden   bool   // the constructor returns an interface
	link     link
	value    value
	reject   string
	fail     string
	wait     bool
	next     *Layer // nil above the operation
}

// packageNames are the packages of a group. Each may import the later ones.
var packageNames = [...]string{"top", "upper", "lower", "bottom"}

// A link is how a layer reaches the next one.
type link int

const (
	direct   link = iota // calls it, and makes its struct where it has one
	byFunc               // a field of function type
	byIface              // a field of an interface type of its own
	embedded             // the same, embedded
	handlers             // a map of functions
	concrete             // a field of the other's type
	variable             // a variable of the package
)

// A value is how a layer spells its number.
type value int

const (
	literal value = iota
	constant
	computed  // a constant expression
	parameter // passed by a function that callers call
	field     // set by the constructor
	option    // set by an option that the constructor is handed
	local     // a variable that is set once
)

// forms that repeat. They are weighted by how common they are in real code:
// about half are loops written out, a third helpers.
var forms = []string{
	"count-up", "count-from-one", "count-retries", "range-int", "count-down", "count-down-retries",
	"bottom-equal", "bottom-before-counting", "bottom-greater", "middle", "first-before", "error-in-head",
	"flag-in-head", "tighter-inside", "switch", "goto", "straight", "inner-function", "recursion", "mutual-recursion",
	"helper", "wrapped-helper", "shared-helper", "shared-retries", "shared-generic", "config", "options",
	"decorator", "retrier", "iterator", "ongoing", "range-func",
}

// once are the forms that do not repeat.
var once = []string{"plain", "next-item", "poll"}

// rejects are statements that give up on errors that are not worth a retry.
// None of them gives up on the error that the operation fails with, but those
// of the second list ask for it, so they need it unspoilt.
var (
	rejects = []string{
		"",
		"if errors.Is(err, leaf.ErrGone) {\nreturn err\n}",
		"if lib.Permanent(err) {\nreturn err\n}",
		"if ctx.Err() != nil {\nreturn err\n}",
		"if errors.Is(err, leaf.ErrGone) || ctx.Err() != nil {\nreturn err\n}",
	}
	askingRejects = []string{
		"if !errors.Is(err, leaf.ErrDown) {\nreturn err\n}",
		"if !lib.Retryable(err) {\nreturn err\n}",
		"switch {\ncase errors.Is(err, leaf.ErrDown):\ndefault:\nreturn err\n}",
	}
	fails = []string{
		"err", "err", "err",
		`fmt.Errorf("failed: %w", err)`,
		`errors.Join(errors.New("failed"), err)`,
	}
	spoilingFail = `fmt.Errorf("failed: %v", err)`
)

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// maxTotal bounds the calls that one program makes.
const maxTotal = 400

// newProgram makes up a program.
func newProgram(r *rand.Rand, id, group int) *Program {
	p := &Program{ID: id, Group: group}
	depth := 1 + r.IntN(4)
	total := 1
	pkg := 0
	for i := range depth {
		l := &Layer{Form: pick(r, forms), Attempts: 2 + r.IntN(4), name: fmt.Sprintf("P%dL%d", id, i), wait: r.IntN(3) == 0}
		switch {
		case depth > 1 && r.IntN(8) == 0:
			l.Form, l.Attempts = pick(r, once), 1
		case r.IntN(25) == 0:
			l.Attempts = 1
		}
		for total*l.Attempts > maxTotal {
			l.Attempts--
		}
		total *= l.Attempts
		if i > 0 && pkg+1 < len(packageNames) && r.IntN(3) > 0 {
			pkg++
		}
		l.pkg = packageNames[pkg]
		l.method = r.IntN(2) == 0
		l.hidden = l.method && r.IntN(4) == 0
		p.Layers = append(p.Layers, l)
	}
	unspoilt := true // whether the error from below still is what it was
	for i := depth - 1; i >= 0; i-- {
		l := p.Layers[i]
		if i+1 < depth {
			l.next = p.Layers[i+1]
		}
		l.link, l.value = newLink(r, l), newValue(r, l)
		l.reject = pick(r, rejects)
		if unspoilt && r.IntN(3) == 0 {
			l.reject = pick(r, askingRejects)
		}
		l.fail = pick(r, fails)
		if r.IntN(12) == 0 {
			l.fail, unspoilt = spoilingFail, false
		}
	}
	return p
}

func newLink(r *rand.Rand, l *Layer) link {
	switch {
	case !l.method:
		return pick(r, []link{direct, direct, variable})
	case l.next == nil || l.next.method && !l.next.hidden:
		return pick(r, []link{direct, byFunc, byIface, byIface, embedded, handlers, concrete})
	case l.next.method:
		return pick(r, []link{direct, byFunc, byIface, embedded, handlers})
	}
	return pick(r, []link{direct, byFunc, handlers})
}

func newValue(r *rand.Rand, l *Layer) value {
	switch {
	case counts(l.Form) == "":
		return literal
	case l.Form == "wrapped-helper": // its number stands in a function of its own
		return pick(r, []value{literal, constant, computed})
	case l.Form == "recursion" && !l.method:
		return pick(r, []value{literal, constant, computed})
	case l.Form == "recursion":
		return pick(r, []value{literal, constant, computed, field, option})
	case l.method:
		return pick(r, []value{literal, constant, computed, field, field, option, local})
	}
	return pick(r, []value{literal, constant, computed, parameter, local})
}
