package summary

import (
	"go/token"
	"go/types"
	"testing"
)

func testEngine() *engine {
	return newEngine(types.NewPackage("example.com/p", "p"), token.NewFileSet())
}

const (
	attemptsField = "example.com/p.settings.attempts"
	maxField      = "example.com/p.Config.Max"
)

func TestEqualTermsAreOne(t *testing.T) {
	e := testEngine()
	if e.field(e.param(0), maxField) != e.field(e.param(0), maxField) {
		t.Error("two equal terms differ")
	}
	a, b := e.int(1), e.field(e.param(0), maxField)
	if e.choice(a, b) != e.choice(b, a, b) {
		t.Error("the order or number of alternatives makes a difference")
	}
}

func TestNormalForm(t *testing.T) {
	e := testEngine()
	defaults := e.structure("example.com/p.settings", map[string]*term{attemptsField: e.int(10)})
	tests := []struct {
		name      string
		got, want *term
	}{
		{"field of a literal", e.field(defaults, attemptsField), e.int(10)},
		{"absent field", e.field(defaults, maxField), e.null},
		{"field that was set", e.field(e.with(e.param(0), maxField, e.int(3)), maxField), e.int(3)},
		{"another field that was set", e.field(e.with(e.param(0), maxField, e.int(3)), attemptsField), e.field(e.param(0), attemptsField)},
		{"field of one of two", e.field(e.choice(defaults, e.null), attemptsField), e.choice(e.int(10), e.null)},
		{"constant condition", e.cond(e.arith("<=", e.int(0), e.int(0)), e.int(5), e.int(7)), e.int(5)},
		{"undecided condition", e.cond(e.none, e.int(5), e.int(7)), e.choice(e.int(5), e.int(7))},
		{"nil test of a function", e.arith("==", e.fn("example.com/p.f"), e.null), e.int(0)},
		{"length of a list", e.length(e.list(e.none, e.none)), e.int(2)},
		{"no element", e.elem(e.null), e.null},
		{"appended list", e.concat(e.list(e.int(1)), e.list(e.int(2))), e.list(e.int(1), e.int(2))},
		{"division by zero", e.arith("/", e.int(1), e.int(0)), e.none},
		{"product beyond counting", e.arith("*", e.int(1<<62), e.int(4)), e.none},
		{"other type asserted", e.unwrap("b", e.wrap("a", e.int(1))), e.null},
		{"result of a choice of numbers", e.arith("+", e.choice(e.int(1), e.int(2)), e.int(1)), e.choice(e.int(2), e.int(3))},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("%s: got %s, want %s", test.name, test.got, test.want)
		}
	}
}

// A functional option is a closure that changes what it is handed.
func TestOptionsAreApplied(t *testing.T) {
	e := testEngine()
	const option = "example.com/p.Attempts$1"
	e.own[option] = &summary{
		name: option, closure: true,
		out: []*term{e.with(e.param(0), attemptsField, e.free(0))},
	}
	step := e.after(e.apply(e.intern(term{op: item}), e.intern(term{op: acc})), 0)
	init := e.structure("example.com/p.settings", map[string]*term{attemptsField: e.int(10)})
	made := e.fold(e.param(1), init, step)
	for _, test := range []struct {
		options *term
		want    int64
	}{
		{e.null, 10},
		{e.list(e.fn(option, e.int(4))), 4},
		{e.list(e.fn(option, e.int(4)), e.fn(option, e.int(2))), 2},
	} {
		got := e.field(e.subst(made, &env{params: []*term{e.none, test.options}}), attemptsField)
		if n, ok := got.number(); !ok || n != test.want {
			t.Errorf("options %s: got %s, want %d", test.options, got, test.want)
		}
	}
	if _, ok := e.field(e.ground(made), attemptsField).number(); ok {
		t.Error("unknown options leave a number certain")
	}
}

func TestRounds(t *testing.T) {
	e := testEngine()
	const left = "example.com/p.Backoff.left"
	so := e.field(e.intern(term{op: acc}), left)
	test := e.arith(">", so, e.int(0))
	next := e.with(e.intern(term{op: acc}), left, e.arith("-", so, e.int(1)))
	start := func(n *term) *term { return e.structure("example.com/p.Backoff", map[string]*term{left: n}) }
	if got := e.iterate(start(e.int(5)), test, next); got != e.int(5) {
		t.Errorf("got %s, want 5", got)
	}
	open := e.iterate(start(e.param(0)), test, next)
	if got := e.subst(open, &env{params: []*term{e.int(3)}}); got != e.int(3) {
		t.Errorf("after the caller is known: got %s, want 3", got)
	}
	if got := e.iterate(start(e.int(1)), test, e.intern(term{op: acc})); got.op != opaque {
		t.Errorf("an object that does not change: got %s, want nothing", got)
	}
}

// Programs that are made to defeat the analysis cost misses, not time.
func TestTermsAreBounded(t *testing.T) {
	e := testEngine()
	x := e.param(0)
	for range 2 * maxTermDepth {
		x = e.field(x, maxField)
	}
	if x.depth > maxTermDepth || e.cut == 0 {
		t.Errorf("depth %d is kept", x.depth)
	}
	y := e.param(0)
	for range 40 {
		y = e.list(y, y)
	}
	if y.size > maxTermSize {
		t.Errorf("size %d is kept", y.size)
	}
}
