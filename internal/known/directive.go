package known

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// Directive returns the lines of records that a directive in the source makes
// of the function above which it stands. Its fields name parameters where
// records count them.
func Directive(verb string, words []string, fn *types.Func) (string, error) {
	d := &directive{line: &line{words: words}, fn: fn}
	var text string
	switch verb {
	case "retries":
		text = d.retries()
	case "effect":
		text = d.effect()
	default:
		d.failf("unknown directive %q", verb)
	}
	if len(d.words) > 0 {
		return "", fmt.Errorf("unknown field %s: one of %s", d.words[0], strings.Join(d.known, ", "))
	}
	if d.err != nil {
		return "", d.err
	}
	_, err := parse(&stanza{text: text, own: true, paths: []string{"p"}})
	if err != nil {
		_, what, _ := strings.Cut(err.Error(), ": ")
		return "", fmt.Errorf("%s", what)
	}
	return text, nil
}

// A directive reads the words of one.
type directive struct {
	*line
	fn    *types.Func
	known []string // the fields that were asked for
}

func (d *directive) symbol() string {
	if recv := receiver(d.fn.Origin()); recv != "" {
		return recv + "." + d.fn.Name()
	}
	return d.fn.Name()
}

// field takes the value of a field, "" when it is not given.
func (d *directive) field(name string) string {
	d.known = append(d.known, name+"=")
	value, _ := d.attr(name)
	return value
}

// param returns the index of a parameter, -1 when there is none of that name.
func (d *directive) param(name string) int {
	for i := range d.fn.Signature().Params().Len() {
		if d.fn.Signature().Params().At(i).Name() == name {
			return i
		}
	}
	return -1
}

// retries makes the record of a function that repeats: what it is handed, when
// that is a function, else what it does itself.
func (d *directive) retries() string {
	head := []string{"record " + d.fn.FullName()}
	call := "call " + d.symbol()
	attempts, number := d.attempts()
	i := d.repeated()
	kind := Client
	switch {
	case i >= 0 && attempts == "1":
		kind = Once
	case i >= 0:
		kind = Closure
	case attempts == "1":
		kind = Single
	}
	if i >= 0 {
		call += fmt.Sprintf(" closure=%d protocol=%s", i, d.protocol(i))
	}
	call += number
	head = append(head, "kind "+string(kind), "attempts "+attempts)
	if delay := d.delay(); delay != "" {
		head = append(head, delay)
	}
	if errors := d.field("errors"); errors != "" {
		head = append(head, "errors "+errors)
	}
	if ctx := d.field("ctx"); ctx != "" {
		head = append(head, "ctx loop="+ctx+" wait="+ctx)
	}
	if methods := d.field("methods"); methods != "" {
		head = append(head, "methods "+methods)
	}
	return strings.Join(append(head, call), "\n")
}

// delay makes the line of a delay such as "exponential+jitter".
func (d *directive) delay() string {
	value, base, longest := d.field("delay"), d.field("base"), d.field("cap")
	growth, jitter, more := strings.Cut(value, "+")
	text := "delay " + growth
	switch {
	case value == "" && base+longest == "":
		return ""
	case value == "":
		d.failf("base= and cap= belong to delay=")
	case more && jitter != "jitter":
		d.failf("delay=%s: only jitter can be added", value)
	case more:
		text += " jitter"
	}
	if base != "" {
		text += " base=" + base
	}
	if longest != "" {
		text += " cap=" + longest
	}
	return text
}

// attempts returns the number for the head of a record, and the argument that
// holds it instead.
func (d *directive) attempts() (head, argument string) {
	attempts, retries := d.field("attempts"), d.field("retries")
	value, counts := attempts, "attempts"
	switch {
	case (attempts == "") == (retries == ""):
		d.failf("say how often: attempts=N or retries=N")
		return "caller", ""
	case retries != "":
		value, counts = retries, "retries"
	}
	i := d.param(value)
	if i < 0 {
		if n, err := strconv.ParseInt(value, 10, 32); err == nil && counts == "retries" {
			return strconv.FormatInt(n+1, 10), ""
		}
		if counts == "retries" {
			d.failf("retries=%s is no number and no parameter", value)
		}
		l := &line{}
		if l.bound(value); l.err != nil {
			d.failf("attempts=%s is not a number, a parameter, a length of time, unlimited or time", value)
		}
		return value, ""
	}
	typ := d.fn.Signature().Params().At(i).Type()
	if typeName(typ) == "Duration" {
		counts = "time"
	} else if b, ok := typ.Underlying().(*types.Basic); !ok || b.Info()&types.IsInteger == 0 {
		d.failf("the parameter %s holds no number", value)
	}
	return "caller", fmt.Sprintf(" attempts=%d counts=%s", i, counts)
}

// repeated returns the parameter that is run again: the one that is named, else
// the only function among them; -1 for none.
func (d *directive) repeated() int {
	name := d.field("runs")
	params := d.fn.Signature().Params()
	if name != "" {
		i := d.param(name)
		if i < 0 || !isFunction(params.At(i).Type()) {
			d.failf("runs=%s is no parameter that holds a function", name)
			return -1
		}
		return i
	}
	found := -1
	for i := range params.Len() {
		if !isFunction(params.At(i).Type()) {
			continue
		}
		if found >= 0 {
			d.failf("it is handed several functions: runs=NAME says which it repeats")
			return -1
		}
		found = i
	}
	return found
}

func isFunction(t types.Type) bool {
	_, ok := t.Underlying().(*types.Signature)
	return ok
}

// protocol says what the results of a function mean: an error, again.
func (d *directive) protocol(i int) Protocol {
	sig := d.fn.Signature().Params().At(i).Type().Underlying().(*types.Signature)
	if n := sig.Results().Len(); n > 0 && isError(sig.Results().At(n-1).Type()) {
		return ErrAgain
	}
	return NoResult
}

// effect makes the line of a function that does something twice when it is
// repeated, unless a key prevents that.
func (d *directive) effect() string {
	kind := "effect"
	if len(d.words) > 0 && !strings.Contains(d.words[0], "=") {
		kind = d.next("the kind")
	}
	switch kind {
	case "request", "statement", "use":
		d.failf("%s is no kind of its own: call it what is done, such as payment or mail", kind)
	}
	text := "effect " + kind
	switch key := d.field("key"); {
	case key == "":
	case kind == "none":
		d.failf("what does no harm needs no key")
	default:
		text += d.key(key)
	}
	return text + " " + d.symbol()
}

// key says where the key is: a parameter, a field of one, or a header that the
// function sets.
func (d *directive) key(name string) string {
	if i := d.param(name); i >= 0 {
		return fmt.Sprintf(" key-arg=%d", i)
	}
	param, field, ok := strings.Cut(name, ".")
	if !ok {
		if !strings.Contains(name, "-") {
			d.failf("key=%s is no parameter, no field of one such as in.Token, and no header such as Idempotency-Key", name)
		}
		return " sent"
	}
	i := d.param(param)
	if i < 0 {
		d.failf("key=%s: there is no parameter %s", name, param)
		return ""
	}
	obj, _, _ := types.LookupFieldOrMethod(d.fn.Signature().Params().At(i).Type(), true, d.fn.Pkg(), field)
	if v, ok := obj.(*types.Var); !ok || !v.IsField() {
		d.failf("key=%s: %s has no field %s", name, param, field)
	}
	return fmt.Sprintf(" input=%d keys=%s", i, field)
}
