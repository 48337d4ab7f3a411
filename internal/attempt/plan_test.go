package attempt

import (
	"testing"
	"time"
)

const ms = time.Millisecond

func TestWork(t *testing.T) {
	three := Part{N: 3}
	for _, test := range []struct {
		name  string
		plan  Plan
		want  Interval
		timed bool
		in    time.Duration
		start int64
	}{
		{"nothing", nil, Interval{}, false, time.Second, 1},
		{"one call", Plan{{Within: 2 * time.Second}}, Span(2 * time.Second), true, time.Second, 1},
		{"three layers", Plan{three, three, three, {Within: 2 * time.Second}}, Span(54 * time.Second), true, 20 * time.Second, 10},
		{
			"growing waits",
			Plan{{N: 3, Wait: Growing(50*ms, 2, 0)}, {Within: 200 * ms}},
			Span(750 * ms), true, 600 * ms, 3,
		},
		{"waits alone", Plan{{N: 4, Wait: Constant(Span(time.Second))}}, Span(3 * time.Second), false, 2500 * ms, 3},
		{"jitter", Plan{{N: 3, Wait: Constant(Between(0, 50*ms))}, {Within: 500 * ms}}, Between(1500*ms, 1600*ms), true, 800 * ms, 2},
		{"a timeout around attempts", Plan{three, {Within: time.Second}, {N: 5, Wait: Constant(Span(time.Second))}, {Within: time.Second}}, Span(3 * time.Second), true, time.Minute, 3},
		{"a wait after the last", Plan{{N: 2, Wait: Constant(Span(time.Second)), Last: Span(time.Second)}}, Span(2 * time.Second), false, time.Second, 1},
	} {
		got, timed, ok := test.plan.Work()
		if !ok || got != test.want || timed != test.timed {
			t.Errorf("%s: work %v, timed %v, ok %v; want %v, %v", test.name, got, timed, ok, test.want, test.timed)
		}
		if n, ok := test.plan.Starts(test.in); !ok || n != test.start {
			t.Errorf("%s: %d attempts start within %s (%v), want %d", test.name, n, test.in, ok, test.start)
		}
	}
	p := Part{N: 3, Wait: Growing(50*ms, 2, 0)}
	if got := p.Left(Span(200*ms), 600*ms); got != 50*ms {
		t.Errorf("the last attempt has %s left, want 50ms", got)
	}
}

func TestGrowing(t *testing.T) {
	w := Growing(time.Second, 2, 5*time.Second)
	for k, want := range []time.Duration{1: time.Second, 2: 2 * time.Second, 3: 4 * time.Second, 4: 5 * time.Second, 5: 5 * time.Second} {
		if k > 0 && w(int64(k)) != Span(want) {
			t.Errorf("wait %d is %v, want %s", k, w(int64(k)), want)
		}
	}
	if got := Growing(time.Hour, 10, 0)(400); got != Span(Longest) {
		t.Errorf("a wait without end is %v", got)
	}
}

func FuzzIntervals(f *testing.F) {
	f.Add(int64(1), int64(2), int64(3), int64(4), int64(5))
	f.Add(int64(Longest), int64(-1), int64(Longest), int64(0), int64(Longest))
	f.Fuzz(func(t *testing.T, a, b, c, d, n int64) {
		i, j := Between(time.Duration(a), time.Duration(b)), Between(time.Duration(c), time.Duration(d))
		sum := i.Plus(j)
		for name, k := range map[string]Interval{"i": i, "j": j, "sum": sum, "times": i.Times(n), "or": i.Or(j), "capped": i.Capped(j.Max)} {
			if k.Min < 0 || k.Min > k.Max {
				t.Errorf("%s = %v is no interval", name, k)
			}
		}
		if sum != j.Plus(i) {
			t.Error("the order of a sum matters")
		}
		if i.Plus(Interval{}) != i || i.Times(1) != i || i.Times(0) != (Interval{}) {
			t.Error("nothing changes an interval")
		}
		if sum.Min < i.Min || sum.Max < i.Max {
			t.Error("a sum is less than its part")
		}
		if n > 0 && n < 1<<20 && i.Times(n).Plus(i) != i.Times(n+1) {
			t.Errorf("%v: %d times and once is not %d times", i, n, n+1)
		}
		if or := i.Or(j); or.Min > i.Min || or.Max < j.Max || or != j.Or(i) {
			t.Error("a choice leaves something out")
		}
	})
}

func TestEach(t *testing.T) {
	for _, test := range []struct {
		plan     Plan
		each     Interval
		attempts int64
	}{
		{Plan{{N: 3}, {Within: 2 * ms}}, Span(2 * ms), 1},
		{Plan{{Within: 9 * ms}, {N: 3}, {Within: 2 * ms}, {Within: 5 * ms}}, Span(2 * ms), 1},
		{Plan{{N: 5}, {Within: 2 * ms}, {N: 4}}, Span(2 * ms), 4},
		{Plan{{N: 5}, {Within: 9 * ms}, {N: 4}, {Within: ms}, {N: 2}, {N: 3}}, Span(ms), 6},
		{Plan{{N: 5}, {N: 4}}, Interval{}, 1},
		{nil, Interval{}, 1},
	} {
		each, attempts := test.plan.Each()
		if each != test.each || attempts != test.attempts {
			t.Errorf("%v: %s for %d attempts, want %s for %d", test.plan, each, attempts, test.each, test.attempts)
		}
	}
}

func FuzzPlan(f *testing.F) {
	f.Add(int64(3), int64(3), int64(2000), int64(10), int64(30), int64(20000))
	f.Fuzz(func(t *testing.T, n, m, each, wait, jitter, within int64) {
		n, m = 1+abs(n)%6, 1+abs(m)%6
		timeout := time.Duration(1+abs(each)%1e6) * ms
		lo := time.Duration(abs(wait)%1e6) * ms
		plan := Plan{
			{N: n, Wait: Constant(Interval{lo, lo + time.Duration(abs(jitter)%1e6)*ms})},
			{N: m},
			{Within: timeout},
		}
		work, timed, ok := plan.Work()
		if !timed || !ok {
			t.Fatal("a plan of numbers has no time")
		}
		if least := Span(timeout).Times(n * m).Min; work.Min < least {
			t.Errorf("%v is less than the attempts alone, %s", work, least)
		}
		d := time.Duration(1+abs(within)%1e9) * ms
		starts, ok := plan.Starts(d)
		if !ok || starts < 1 || starts > n*m {
			t.Errorf("%d of %d attempts start", starts, n*m)
		}
		if more, _ := plan.Starts(d + ms); more < starts {
			t.Error("fewer attempts start in a longer time")
		}
		if work.Max <= d && starts != n*m {
			t.Errorf("%v fits into %s, but only %d of %d start", work, d, starts, n*m)
		}
		if capped, _, _ := append(Plan{{Within: d}}, plan...).Work(); capped.Max > d {
			t.Errorf("%v is longer than the timeout around it, %s", capped, d)
		}
	})
}

func abs(n int64) int64 { return max(n, -(n + 1)) }
