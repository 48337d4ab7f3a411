package attempt

import (
	"math"
	"math/big"
	"reflect"
	"slices"
	"testing"
	"time"
)

// bound builds any bound that the constructors can give.
func bound(kind uint8, n int64, name string) Bound {
	switch kind % 5 {
	case 0:
		return Times(n)
	case 1:
		return Setting(name, n)
	case 2:
		return For(time.Duration(max(n, 0)))
	case 3:
		return Forever()
	}
	return Bound{}
}

// addBounds gives a fuzz test of three bounds its seeds.
func addBounds(f *testing.F) {
	numbers := []int64{0, 1, 3, math.MaxInt64, math.MinInt64}
	for i := range uint8(5) {
		for j := range uint8(5) {
			f.Add(i, numbers[i], "n", j, numbers[j], "max", uint8(i+j), numbers[(i+j)%5], "n")
		}
	}
}

func FuzzJoin(f *testing.F) {
	addBounds(f)
	f.Fuzz(func(t *testing.T, k1 uint8, n1 int64, s1 string, k2 uint8, n2 int64, s2 string, k3 uint8, n3 int64, s3 string) {
		a, b, c := bound(k1, n1, s1), bound(k2, n2, s2), bound(k3, n3, s3)
		j := Join(a, b)
		if Join(a, a) != a {
			t.Errorf("%+v joined with itself is %+v", a, Join(a, a))
		}
		if other := Join(b, a); other != j {
			t.Errorf("Join(%+v, %+v) = %+v, the other way round %+v", a, b, j, other)
		}
		// An upper bound: joining either again changes nothing.
		if Join(j, a) != j || Join(j, b) != j {
			t.Errorf("Join(%+v, %+v) = %+v is not above both", a, b, j)
		}
		if a.Kind == Count && b.Kind == Count && (j.N < a.N || j.N < b.N) {
			t.Errorf("Join(%v, %v) = %v", a, b, j)
		}
		if a.Repeats() && j.Kind != Unknown && !j.Repeats() {
			t.Errorf("%+v repeats and Join with %+v does not", a, b)
		}
		// With names in play the order can lose what is comparable, never
		// claim more: one of the two orders is then unknown.
		if l, r := Join(Join(a, b), c), Join(a, Join(b, c)); l != r && l.Kind != Unknown && r.Kind != Unknown {
			t.Errorf("%+v, %+v, %+v join to %+v or %+v", a, b, c, l, r)
		}
	})
}

func FuzzProduct(f *testing.F) {
	addBounds(f)
	f.Fuzz(func(t *testing.T, k1 uint8, n1 int64, s1 string, k2 uint8, n2 int64, s2 string, k3 uint8, n3 int64, s3 string) {
		a, b, c := bound(k1, n1, s1), bound(k2, n2, s2), bound(k3, n3, s3)
		all := Product(a, b, c)
		for _, order := range [][]Bound{{a, c, b}, {b, a, c}, {b, c, a}, {c, a, b}, {c, b, a}} {
			if other := Product(order...); !reflect.DeepEqual(other, all) {
				t.Errorf("Product(%v, %v, %v) = %+v, in the order %v %+v", a, b, c, all, order, other)
			}
		}
		if got := times(Product(a, b), Product(c)); !reflect.DeepEqual(got, all) {
			t.Errorf("(%v x %v) x %v = %+v, all three %+v", a, b, c, got, all)
		}
		if got := times(Product(a), Product(b, c)); !reflect.DeepEqual(got, all) {
			t.Errorf("%v x (%v x %v) = %+v, all three %+v", a, b, c, got, all)
		}
		if got := Product(a, Times(1)); !reflect.DeepEqual(got, Product(a)) {
			t.Errorf("%v x 1 = %+v", a, got)
		}
		if all.String() == "" {
			t.Errorf("%+v prints nothing", all)
		}
		n, ok := all.Number()
		if !ok {
			return
		}
		exact := big.NewInt(1)
		for _, x := range []Bound{a, b, c} {
			if x.Kind != Count {
				t.Fatalf("%v is a plain number, with the layer %+v", all, x)
			}
			exact.Mul(exact, big.NewInt(x.N))
		}
		if exact.Cmp(big.NewInt(n)) != 0 {
			t.Errorf("%v x %v x %v = %d, want %v", a, b, c, n, exact)
		}
	})
}

// times multiplies two totals.
func times(a, b Total) Total {
	names := slices.Sorted(slices.Values(append(slices.Clone(a.Names), b.Names...)))
	return Total{N: mulSaturated(a.N, b.N), Names: names, Open: a.Open || b.Open, Unknown: a.Unknown || b.Unknown}
}

func FuzzBound(f *testing.F) {
	f.Add(uint8(0), int64(3), "n", uint16(1), uint16(2))
	f.Add(uint8(1), int64(0), "", uint16(0), uint16(0))
	f.Add(uint8(1), int64(math.MaxInt64), "n", uint16(1), uint16(1))
	f.Fuzz(func(t *testing.T, kind uint8, n int64, name string, x, y uint16) {
		b := bound(kind, n, name)
		if b.String() == "" || b.Factor() == "" {
			t.Errorf("%+v prints %q and %q", b, b.String(), b.Factor())
		}
		if b.Kind == Count && b.N < 0 {
			t.Errorf("%+v is negative", b)
		}
		if got, want := b.Plus(int64(x)).Plus(int64(y)), b.Plus(int64(x)+int64(y)); got != want {
			t.Errorf("%+v + %d + %d = %+v, want %+v", b, x, y, got, want)
		}
		if b.Plus(0) != b {
			t.Errorf("%+v + 0 = %+v", b, b.Plus(0))
		}
		if more := b.Plus(int64(x)); b.Repeats() && !more.Repeats() || more.Kind != b.Kind {
			t.Errorf("%+v + %d = %+v", b, x, more)
		}
		assumed := map[string]int64{name: int64(y)}
		got := b.Plus(int64(x)).Assume(assumed)
		if b.Kind == Named && got != b.Assume(assumed).Plus(int64(x)) && b.Add >= 0 {
			t.Errorf("%+v: assuming %d after adding %d gives %+v", b, y, x, got)
		}
		if b.Kind != Named && b.Assume(assumed) != b {
			t.Errorf("%+v changes with an assumption: %+v", b, b.Assume(assumed))
		}
	})
}

func FuzzDelayJoin(f *testing.F) {
	f.Add(uint8(2), true, int64(5), int64(9), uint8(4), false, int64(7), int64(1))
	f.Fuzz(func(t *testing.T, g1 uint8, j1 bool, b1, c1 int64, g2 uint8, j2 bool, b2, c2 int64) {
		a := Delay{Growth(g1 % 5), j1, time.Duration(b1), time.Duration(c1)}
		b := Delay{Growth(g2 % 5), j2, time.Duration(b2), time.Duration(c2)}
		j := a.Join(b)
		if j != b.Join(a) || a.Join(a) != a || j.Join(a) != j || j.Join(b) != j {
			t.Errorf("%+v joined with %+v is %+v", a, b, j)
		}
		if j.Growth.String() == "" {
			t.Errorf("%+v has no word for its growth", j)
		}
	})
}

func TestBoundString(t *testing.T) {
	tests := []struct {
		b            Bound
		text, factor string
	}{
		{Times(3), "3", "3"},
		{Times(-3), "0", "0"},
		{Setting("n", 0), "n", "n"},
		{Setting("n", 1), "n+1", "(n+1)"},
		{Setting("n", -1), "n-1", "(n-1)"},
		{Setting("", 1), "?", "?"},
		{For(time.Second), "time-bound", "time-bound"},
		{Forever(), "unbounded", "unbounded"},
		{Bound{}, "?", "?"},
	}
	for _, test := range tests {
		if got := test.b.String(); got != test.text {
			t.Errorf("%+v prints %q, want %q", test.b, got, test.text)
		}
		if got := test.b.Factor(); got != test.factor {
			t.Errorf("%+v as a factor is %q, want %q", test.b, got, test.factor)
		}
	}
}

func TestTotalString(t *testing.T) {
	tests := []struct {
		layers []Bound
		want   string
	}{
		{nil, "1"},
		{[]Bound{Times(3), Times(3), Times(3)}, "27"},
		{[]Bound{Times(3), Setting("n", 0), Times(3)}, "9 x n"},
		{[]Bound{Setting("n", 1), Setting("m", 0)}, "(n+1) x m"},
		{[]Bound{Times(3), Forever()}, "unbounded"},
		{[]Bound{Times(3), For(time.Minute)}, "unbounded"},
		{[]Bound{Times(3), {}}, "?"},
		{[]Bound{Forever(), {}}, "unbounded"},
		{[]Bound{Times(math.MaxInt64), Times(2)}, "more than 9223372036854775807"},
		{[]Bound{Times(math.MaxInt64), Times(2), Times(0)}, "0"},
	}
	for _, test := range tests {
		if got := Product(test.layers...).String(); got != test.want {
			t.Errorf("the product of %v prints %q, want %q", test.layers, got, test.want)
		}
	}
}
