package errclass

import "testing"

func TestAll(t *testing.T) {
	var union Set
	seen := map[string]Class{}
	for _, c := range All() {
		if other, ok := seen[c.String()]; ok || c.String() == "" {
			t.Errorf("the class %d is called %q, as is %d", c, c, other)
		}
		seen[c.String()] = c
		if union.Has(c) {
			t.Errorf("%v shares its bit", c)
		}
		union |= Of(c)
	}
	if union != Any {
		t.Errorf("all classes are %v, want any", union)
	}
}

func TestParse(t *testing.T) {
	tests := []struct {
		list string
		want Set
		ok   bool
	}{
		{"timeout", Of(Timeout), true},
		{"timeout, overload", Of(Timeout, Overload), true},
		{"overload,timeout,overload", Of(Timeout, Overload), true},
		{"any", Any, true},
		{"timeout,any", Any, true},
		{"", 0, false},
		{"timeout,", 0, false},
		{"Timeout", 0, false},
		{"any,lost", 0, false},
	}
	for _, test := range tests {
		if got, ok := Parse(test.list); got != test.want || ok != test.ok {
			t.Errorf("Parse(%q) = %v, %v, want %v, %v", test.list, got, ok, test.want, test.ok)
		}
	}
}

func TestOverlaps(t *testing.T) {
	tests := []struct {
		a, b Set
		want bool
	}{
		{Of(Timeout), Of(Timeout, Conflict), true},
		{Of(Timeout), Of(Conflict), false},
		{Any, Of(Other), true},
		{Any, 0, false},
	}
	for _, test := range tests {
		if test.a.Overlaps(test.b) != test.want || test.b.Overlaps(test.a) != test.want {
			t.Errorf("%v overlaps %v: want %v", test.a, test.b, test.want)
		}
	}
}

// What is printed can be read back, for every set but the empty one.
func FuzzString(f *testing.F) {
	f.Add(uint16(0))
	f.Add(uint16(Any))
	f.Add(uint16(1))
	f.Fuzz(func(t *testing.T, bits uint16) {
		s := Set(bits) & Any
		text := s.String()
		if text == "" {
			t.Fatalf("the set %b prints nothing", bits)
		}
		if got, ok := Parse(text); s != 0 && (got != s || !ok) {
			t.Errorf("%q is read as %v, %v, want %b", text, got, ok, s)
		}
		for _, c := range All() {
			if s.Has(c) != s.Overlaps(Of(c)) {
				t.Errorf("%v: has %v is %v", s, c, s.Has(c))
			}
		}
	})
}
