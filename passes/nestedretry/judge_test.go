package nestedretry

import (
	"fmt"
	"go/token"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/summary"
)

// chain makes a call path through layers with the given bounds.
func chain(leaf string, bounds ...attempt.Bound) *summary.Chain {
	c := &summary.Chain{Pos: 1, Leaf: leaf}
	for i, b := range bounds {
		c.Layers = append(c.Layers, summary.Layer{
			Func:     fmt.Sprintf("(*p.T).F%d", i),
			File:     fmt.Sprintf("example.com/p/f%d.go", i),
			Line:     10 + i,
			Attempts: b,
		})
	}
	return c
}

func TestMessages(t *testing.T) {
	n := attempt.Times
	tests := []struct {
		name  string
		chain *summary.Chain
		o     Options
		want  string // category and message; empty for silence
	}{
		{"two layers", chain("q.G", n(3), n(4)), Options{},
			"product: up to 12 calls of q.G per request: 3 attempts here x 4 in (*T).F1 (f1.go:11)"},
		{"three layers", chain("q.G", n(3), n(3), n(3)), Options{},
			"product: up to 27 calls of q.G per request: 3 attempts here x 3 in (*T).F1 (f1.go:11) x 3 in (*T).F2 (f2.go:12)"},
		{"nameless operation", chain("", n(3), n(4)), Options{},
			"product: up to 12 calls of a function value per request: 3 attempts here x 4 in (*T).F1 (f1.go:11)"},
		{"one layer", chain("q.G", n(3)), Options{}, ""},
		{"a layer of one attempt is none", chain("q.G", n(3), n(1)), Options{}, ""},
		{"nor does it show", chain("q.G", n(3), n(1), n(2)), Options{},
			"product: up to 6 calls of q.G per request: 3 attempts here x 2 in (*T).F2 (f2.go:12)"},
		{"unknown is silent", chain("q.G", n(3), attempt.Bound{}), Options{}, ""},
		{"setting", chain("q.G", n(3), attempt.Setting("maxRetries", 1)), Options{},
			"product: up to 3 x (maxRetries+1) calls of q.G per request: 3 attempts here x (maxRetries+1) in (*T).F1 (f1.go:11)"},
		{"setting that says what it counts", chain("q.G", attempt.Setting("maxAttempts", 0), n(3)), Options{},
			"product: up to 3 x maxAttempts calls of q.G per request: maxAttempts here x 3 in (*T).F1 (f1.go:11)"},
		{"assumed setting", chain("q.G", n(3), attempt.Setting("maxRetries", 1)), Options{Assume: map[string]int64{"maxRetries": 4}},
			"product: up to 15 calls of q.G per request: 3 attempts here x 5 in (*T).F1 (f1.go:11)"},
		{"assumed off", chain("q.G", n(3), attempt.Setting("maxRetries", 1)), Options{Assume: map[string]int64{"maxRetries": 0}}, ""},
		{"endless", chain("q.G", attempt.Forever(), n(3)), Options{},
			"unbounded: unlimited calls of q.G per request: unbounded attempts here x 3 in (*T).F1 (f1.go:11)"},
		{"timed", chain("q.G", n(3), attempt.For(30*time.Second)), Options{},
			"unbounded: calls of q.G per request limited only by time: 3 attempts here x 30s of attempts in (*T).F1 (f1.go:11)"},
		{"timed by a value", chain("q.G", attempt.For(0), n(3)), Options{},
			"unbounded: calls of q.G per request limited only by time: time-bound attempts here x 3 in (*T).F1 (f1.go:11)"},
		{"saturated", chain("q.G", n(math.MaxInt64), n(3)), Options{},
			"product: up to more than 9223372036854775807 calls of q.G per request: 9223372036854775807 attempts here x 3 in (*T).F1 (f1.go:11)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			for _, n := range judge([]*summary.Chain{test.chain}, test.o) {
				d := n.draft(&places{}, 1)
				got += d.Category + ": " + d.Message
			}
			if got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestWiringSiteNamesAllLayers(t *testing.T) {
	c := chain("q.G", attempt.Times(3), attempt.Times(2))
	c.Wiring = true
	want := "up to 6 calls of q.G per request: 3 attempts in (*T).F0 (f0.go:10) x 2 in (*T).F1 (f1.go:11)"
	if got := judge([]*summary.Chain{c}, Options{})[0].message(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What a library does out of sight has no place to print.
func TestLayerWithoutPlace(t *testing.T) {
	c := chain("q.G", attempt.Times(3), attempt.Times(2))
	c.Layers[1].File, c.Layers[1].Line = "", 0
	d := judge([]*summary.Chain{c}, Options{})[0].draft(&places{}, 1)
	if want := "up to 6 calls of q.G per request: 3 attempts here x 2 in (*p.T).F1"; d.Message != want {
		t.Errorf("got  %s\nwant %s", d.Message, want)
	}
	if got, want := d.Path[1], "(*p.T).F1"; got != want {
		t.Errorf("path: got %s, want %s", got, want)
	}
	if got, want := d.Related[1].Message, "2 attempts in (*p.T).F1"; got != want {
		t.Errorf("related: got %s, want %s", got, want)
	}
}

// One finding for each outermost layer and operation: the worst path.
func TestOneFindingForEachOutermostLayerAndOperation(t *testing.T) {
	n := attempt.Times
	chains := []*summary.Chain{
		chain("q.G", n(3), n(3)),
		chain("q.G", n(3), n(5)),
		chain("q.H", n(3), n(2)),
		chain("q.G", n(3), n(4)),
	}
	other := chain("q.G", n(2), n(2))
	other.Layers[0].Line = 99
	var got []string
	for _, n := range judge(append(chains, other), Options{}) {
		got = append(got, n.total.String()+" "+n.Leaf)
	}
	if want := "15 q.G, 6 q.H, 4 q.G"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
}

// What cannot be counted is worse than what can.
func TestWorst(t *testing.T) {
	n, name := attempt.Times, attempt.Setting("n", 0)
	order := []*summary.Chain{
		chain("q.G", n(2), n(2), n(2)),
		chain("q.G", n(2), n(4)),
		chain("q.G", n(9), n(9)),
		chain("q.G", n(3), name),
		chain("q.G", name, name),
		chain("q.G", attempt.Forever(), n(3)),
	}
	for i := range order {
		for j := range order {
			a, _ := multiply(order[i], Options{})
			b, _ := multiply(order[j], Options{})
			if got, want := a.compare(b) > 0, i > j; got != want {
				t.Errorf("%v worse than %v: %v, want %v", a.total, b.total, got, want)
			}
		}
	}
}

func TestTolerated(t *testing.T) {
	n, name := attempt.Times, attempt.Setting("n", 0)
	tests := []struct {
		chain *summary.Chain
		limit int64
		want  bool
	}{
		{chain("q.G", n(3), n(3)), 1, false},
		{chain("q.G", n(3), n(3)), 8, false},
		{chain("q.G", n(3), n(3)), 9, true},
		{chain("q.G", n(3), name), 5, false},
		{chain("q.G", n(3), name), 6, true},
		{chain("q.G", attempt.Forever(), n(3)), math.MaxInt64, false},
		{chain("q.G", n(math.MaxInt64), name), math.MaxInt64 - 1, false},
	}
	for _, test := range tests {
		p, _ := multiply(test.chain, Options{})
		if got := p.tolerated(test.limit); got != test.want {
			t.Errorf("%v under a limit of %d: %v, want %v", p.total, test.limit, got, test.want)
		}
	}
}

// A finding keeps its identity when code moves, and loses it when another
// function takes part.
func TestIdentity(t *testing.T) {
	identity := func(c *summary.Chain) string {
		return strings.Join(judge([]*summary.Chain{c}, Options{})[0].draft(&places{}, 1).Identity, " ")
	}
	n := attempt.Times
	a, moved, renamed := chain("q.G", n(3), n(3)), chain("q.G", n(5), n(2)), chain("q.G", n(3), n(3))
	moved.Layers[0].Line, moved.Pos = 500, token.Pos(77)
	renamed.Layers[1].Func = "(*p.T).Other"
	if identity(a) != identity(moved) {
		t.Errorf("%s is not %s", identity(a), identity(moved))
	}
	if identity(a) == identity(renamed) {
		t.Errorf("%s does not tell the functions apart", identity(a))
	}
}

func TestBare(t *testing.T) {
	for fn, want := range map[string]string{
		"p.F":           "F",
		"(*p.T).M":      "(*T).M",
		"(p.T).M":       "(T).M",
		"(*T).M":        "(*T).M",
		"F":             "F",
		"p.F$1":         "F$1",
		"(*p.T[q.U]).M": "(*T[q.U]).M",
	} {
		if got := bare(fn); got != want {
			t.Errorf("bare(%q) is %q, want %q", fn, got, want)
		}
	}
}

func TestAssumeFlag(t *testing.T) {
	a := New(Options{Max: 1})
	for _, bad := range []string{"", "n", "n=", "=3", "n=x", "n=-1"} {
		if a.Flags.Set("assume", bad) == nil {
			t.Errorf("%q is accepted", bad)
		}
	}
	for _, good := range []string{"n=3", "m=0,k=2"} {
		if err := a.Flags.Set("assume", good); err != nil {
			t.Error(err)
		}
	}
	if got, want := a.Flags.Lookup("assume").Value.String(), "k=2,m=0,n=3"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := Analyzer.Flags.Lookup("assume").Value.String(); got != "" {
		t.Errorf("the flags of one analyzer changed another: %s", got)
	}
}
