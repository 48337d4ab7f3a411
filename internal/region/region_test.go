package region

import (
	"fmt"
	"sync"
	"testing"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"

	"github.com/retryvet/retryvet/internal/attempt"
)

// unit builds the functions under testdata/unit, once, and finds what is in
// them.
var unit = sync.OnceValues(func() (map[string]*ssa.Function, *Found) {
	pkgs, err := packages.Load(&packages.Config{Mode: packages.LoadSyntax}, "./testdata/unit")
	if err != nil || packages.PrintErrors(pkgs) > 0 {
		panic(fmt.Sprint("testdata/unit does not load: ", err))
	}
	_, built := ssautil.Packages(pkgs, 0)
	built[0].Build()
	byName := map[string]*ssa.Function{}
	var fns []*ssa.Function
	for _, name := range pkgs[0].Types.Scope().Names() {
		if fn := built[0].Func(name); fn != nil {
			byName[name] = fn
			fns = append(fns, fn)
		}
	}
	fns = append(fns, built[0].Func("init"))
	return byName, Find(fns, nil)
})

// regionOf returns the only region of a function.
func regionOf(t *testing.T, name string) *Region {
	t.Helper()
	fns, found := unit()
	regions := found.Regions[fns[name]]
	if len(regions) != 1 {
		t.Fatalf("%s has %d regions, want 1", name, len(regions))
	}
	return regions[0]
}

// limitText writes a limit down: "3", "n+1", "2 of n", "at most 6: n".
func limitText(l Limit) string {
	switch l.Kind {
	case attempt.Count:
		return fmt.Sprint(l.Add)
	case attempt.Timed:
		return "time " + l.Time.Name()
	case attempt.Unbounded:
		return "unbounded"
	case attempt.Unknown:
		return "unknown"
	}
	text := l.Value.Name()
	if load, ok := l.Value.(*ssa.UnOp); ok {
		if fa, ok := load.X.(*ssa.FieldAddr); ok {
			text = fieldName(fa.X.Type(), fa.Field)
		}
	}
	if l.Len {
		text = "len " + text
	}
	if l.Add != 0 {
		text += fmt.Sprintf("%+d", l.Add)
	}
	if l.Most > 0 {
		text += fmt.Sprintf(" at most %d", l.Most)
	}
	return text
}

func TestLimit(t *testing.T) {
	for name, want := range map[string]string{
		"below":       "3",
		"through":     "4",
		"down":        "5",
		"bottom":      "4",
		"firstTry":    "3",
		"twoByTwo":    "4",
		"byParameter": "n",
		"retriesOf":   "most+1",
		"capped":      "n at most 6",
		"overHosts":   "len ops",
		"timed":       "time within",
		"endless":     "unbounded",
		"jumping":     "3",
	} {
		if got := limitText(regionOf(t, name).Limit); got != want {
			t.Errorf("%s: limit %s, want %s", name, got, want)
		}
	}
}

// What a function returns when all in it succeeds, and when something fails.
func TestOutcomes(t *testing.T) {
	type outcome struct{ ok, fail Abs }
	failure, fresh, null := Abs{Kind: Failure}, Abs{Kind: NonNil}, Abs{Kind: Nil}
	for name, want := range map[string]outcome{
		"passes":   {null, failure},
		"wraps":    {null, failure},
		"drops":    {null, fresh},
		"swallows": {null, null},
		"refuses":  {null, null},
		"tells":    {boolean(true), boolean(false)},
		"counts":   {Abs{Int, 0}, Abs{Int, -1}},
	} {
		fns, found := unit()
		b := found.Behaviors[fns[name]]
		if len(b.OK) != 1 || len(b.Fail) != 1 {
			t.Errorf("%s: results %v, %v", name, b.OK, b.Fail)
			continue
		}
		if got := (outcome{b.OK[0], b.Fail[0]}); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}

func TestBehavior(t *testing.T) {
	fns, found := unit()
	of := func(name string) *Behavior { return found.Behaviors[fns[name]] }
	for _, c := range []struct {
		what      string
		got, want bool
	}{
		{"ends does not return", of("ends").NoReturn, true},
		{"endless returns", of("endless").NoReturn, false},
		{"refuses may return an error of its own", of("refuses").Refuses, true},
		{"swallows may not", of("swallows").Refuses, false},
		{"passes does something outside", of("passes").Operates, true},
		{"transient does not", of("transient").Operates, false},
		{"transient tells errors apart", len(of("transient").Tests) > 0, true},
		{"ifPrivate repeats what others hand to it", len(of("ifPrivate").Repeats) > 0, false},
	} {
		if c.got != c.want {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
}

func TestClassify(t *testing.T) {
	for name, want := range map[string]Class{
		"retries":     Retry,
		"goesThrough": NextItem,
		"searches":    Failover,
		"works":       Worker,
		"runsOnTime":  Periodic,
		"keepsUp":     Reconnect,
		"accepts":     Accept,
		"swaps":       CAS,
		"pages":       Pagination,
		"waits":       Poll,
	} {
		if got := regionOf(t, name).Class; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestKinds(t *testing.T) {
	if got := regionOf(t, "jumping").Kind; got != Goto {
		t.Errorf("jumping: %s", got)
	}
	if got := regionOf(t, "runsOnTime").Kind; got != Loop {
		t.Errorf("runsOnTime: %s", got)
	}
}

func TestCuts(t *testing.T) {
	cuts := regionOf(t, "cutByOption").Cuts
	if len(cuts) != 1 || cuts[0].Cond.Name() != "once" || !cuts[0].When {
		t.Errorf("cutByOption: %v, want the parameter once", cuts)
	}
	if cuts := regionOf(t, "below").Cuts; len(cuts) != 0 {
		t.Errorf("below: %v, want none", cuts)
	}
}

func TestCycles(t *testing.T) {
	fns, _ := unit()
	nest := cycles(fns["nested"])
	if len(nest) != 2 {
		t.Fatalf("nested has %d cycles, want 2", len(nest))
	}
	outer, inner := nest[0], nest[1]
	if !inner.within(outer) || outer.within(inner) {
		t.Error("the second cycle is not inside the first")
	}
	for b := range inner.blocks {
		if !outer.blocks[b] {
			t.Errorf("block %d of the inner cycle is not in the outer one", b.Index)
		}
	}
	if outer.blocks[fns["nested"].Blocks[0]] {
		t.Error("the entry is in a cycle")
	}
	for _, c := range nest {
		n := 0
		for b, cond := range c.exits() {
			if !c.blocks[b] || cond == nil {
				t.Errorf("block %d is no exit", b.Index)
			}
			n++
		}
		if n == 0 {
			t.Error("a cycle without an exit")
		}
	}
	if got := cycles(fns["passes"]); len(got) != 0 {
		t.Errorf("passes has %d cycles", len(got))
	}
}

// A pair stands for the results after which a helper may run its function
// again.
func TestPairs(t *testing.T) {
	failure, null := Abs{Kind: Failure}, Abs{Kind: Nil}
	for _, c := range []struct {
		p    pair
		want Again
	}{
		{pair{}, always},
		{pair{err: null}, falseNil | trueNil},
		{pair{err: failure}, onError},
		{pair{boolean: boolean(false)}, onFalse},
		{pair{boolean(true), null}, trueNil},
		{pair{boolean(false), failure}, falseErr},
		{pair{err: Abs{Kind: Final}}, 0},
	} {
		if got := c.p.may(); got != c.want {
			t.Errorf("%v may be %04b, want %04b", c.p, got, c.want)
		}
	}
}

func TestJoin(t *testing.T) {
	failure, fresh, null := Abs{Kind: Failure}, Abs{Kind: NonNil}, Abs{Kind: Nil}
	for _, c := range []struct{ a, b, want Abs }{
		{failure, failure, failure},
		{failure, fresh, fresh},
		{failure, null, top},
		{Abs{Int, 1}, Abs{Int, 2}, top},
		{boolean(true), boolean(true), boolean(true)},
	} {
		for _, got := range []Abs{join(c.a, c.b), join(c.b, c.a)} {
			if got != c.want {
				t.Errorf("join of %v and %v is %v, want %v", c.a, c.b, got, c.want)
			}
		}
	}
}
