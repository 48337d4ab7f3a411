package summary

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"reflect"
	"testing"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/compact"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// sample is a summary with all that a fact carries.
func sample(e *engine, name string) *summary {
	return &summary{
		name:    name,
		params:  []string{"s", "n"},
		results: []*term{e.wrap("*example.com/p.retrying", e.structure("example.com/p.retrying", map[string]*term{maxField: e.param(1)})), e.none},
		out:     []*term{nil, e.with(e.param(1), maxField, e.int(3))},
		paths: []*path{{
			layers: []*layer{{
				fn: name, file: "example.com/p/p.go", line: 7, kind: region.Loop, class: region.Retry,
				limit:  limit{kind: attempt.Named, value: e.param(1), add: 1, step: 1, name: "n"},
				errors: errclass.Any, sees: errclass.Of(errclass.Overload),
			}},
			end: e.invoke(e.param(0), "(example.com/p.Sender).Send"), leaf: "(p.Sender).Send", told: changed,
		}},
		effects: []effect{{place: maxField, value: e.param(1)}},
	}
}

func encode(t *testing.T, fact any) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(fact); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestFactsSurviveTheirEncoding(t *testing.T) {
	e := testEngine()
	s := sample(e, "example.com/p.f")
	e.own[s.name] = s
	data := encode(t, e.funcFact(s))

	var fact FuncFact
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&fact); err != nil {
		t.Fatal(err)
	}
	other := testEngine()
	var packed packedBook
	if err := compact.Unpack(fact.Summary, &packed); err != nil {
		t.Fatal(err)
	}
	got := newReader(other, packed).function(0)
	want := sample(other, "example.com/p.f")
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// Equal content is equal bytes, whatever was computed before.
func TestFactsAreReproducible(t *testing.T) {
	first, second := testEngine(), testEngine()
	for i := range 50 {
		second.int(int64(1000 - i))
		second.field(second.param(i), attemptsField)
	}
	var encoded [][]byte
	for _, e := range []*engine{first, second} {
		for _, name := range []string{"example.com/p.b", "example.com/p.a"} {
			s := sample(e, name)
			e.own[name] = s
			e.order = append(e.order, s)
			e.heap.places.bind("example.com/p.x."+name[len(name)-1:], e.fn(name), 0)
			s.paths[0].here = true
		}
		encoded = append(encoded, encode(t, e.packageFact(e.order, &imports{}, []uint64{1, 2})))
	}
	if !bytes.Equal(encoded[0], encoded[1]) {
		t.Error("the same package gives two different facts")
	}
}

func TestFactsAreBounded(t *testing.T) {
	e := testEngine()
	s := sample(e, "example.com/p.f")
	p := s.paths[0]
	for i := range 4 * maxPaths {
		q := *p
		q.end = e.invoke(e.field(e.param(0), fmt.Sprintf("example.com/p.T.f%d", i)), fmt.Sprintf("(example.com/p.I%d).Call", i))
		s.paths = append(s.paths, &q)
	}
	for i := range 2000 {
		e.heap.places.bind(fmt.Sprintf("example.com/p.a_rather_long_type_name.f%d", i), e.field(e.none, fmt.Sprintf("example.com/p.another_long_type_name.g%d", i)), 0)
	}
	e.own[s.name] = s
	if n := len(encode(t, e.funcFact(s))); n > maxFuncFact {
		t.Errorf("the fact of a function has %d bytes", n)
	}
	fact := e.packageFact([]*summary{s}, &imports{}, nil)
	if n := len(encode(t, fact)); n > maxPackageFact {
		t.Errorf("the fact of a package has %d bytes", n)
	}
}

// A damaged fact costs misses; it does not stop the analysis.
func TestDamagedFacts(t *testing.T) {
	e := testEngine()
	book := &Book{
		Strings: []string{"example.com/p.f"},
		Terms: []TermEntry{
			{Op: uint8(field), Args: []int{9}}, {Op: uint8(fold), Args: []int{1}}, {Op: 200},
			{Op: uint8(structure), Keys: []int{1}}, {Op: uint8(apply)},
		},
		Layers: []LayerEntry{{Fn: 99, Value: -1}},
		Funcs:  []FuncEntry{{Name: 1, Results: []int{1, 2, 3, 4, 5, 77}, Paths: []PathEntry{{Layers: []int{1, 5}, End: 2}}}},
	}
	s := newReader(e, book.pack()).function(0)
	e.own[s.name] = s
	e.result(e.apply(e.fn(s.name)), 0)
	for _, p := range e.expand(e.apply(e.fn(s.name))) {
		e.closed(p)
	}
	e.closed(&path{layers: []*layer{{}}, end: e.none})
}
