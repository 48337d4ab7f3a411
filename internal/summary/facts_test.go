package summary

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/token"
	"go/types"
	"reflect"
	"slices"
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
				waits: &schedule{init: []*term{e.param(1)}, step: []*term{e.int(5)}, value: e.int(7), early: true, last: sureLast},
			}},
			scopes: []*scope{{depth: 1, within: e.param(1), fn: name, file: "example.com/p/p.go", line: 9, owner: OfClient}},
			end:    e.invoke(e.param(0), "(example.com/p.Sender).Send"), leaf: "(p.Sender).Send", told: changed,
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
	const name = "example.com/p.F"
	e := testEngine()
	s := sample(e, name)
	s.behavior = &region.Behavior{Operates: true}
	c := chunkOf(t, e, []*summary{s})

	var fact PackageFact
	data := encode(t, &PackageFact{Chunks: []Chunk{*c}})
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(&fact); err != nil {
		t.Fatal(err)
	}
	other := newEngine(types.NewPackage("example.com/q", "q"), e.fset)
	other.chunks["example.com/p"] = &chunk{Chunk: fact.Chunks[0]}
	want := sample(other, name)
	if got := other.summary(name); !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	if b := other.importedBehavior(e.objects[name]); b == nil || !b.Operates {
		t.Errorf("the behavior is %+v", b)
	}
}

// chunkOf makes the chunk of a package with exported functions.
func chunkOf(t *testing.T, e *engine, order []*summary) *Chunk {
	t.Helper()
	for _, s := range order {
		e.own[s.name] = s
		e.objects[s.name] = types.NewFunc(token.NoPos, e.pkg, "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	}
	c := e.chunk(order, nil, nil)
	if c == nil {
		t.Fatal("nothing to tell")
	}
	return c
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
		encoded = append(encoded, encode(t, e.packageFact(e.order, []uint64{1, 2}, Active, "")))
	}
	if !bytes.Equal(encoded[0], encoded[1]) {
		t.Error("the same package gives two different facts")
	}
}

func TestFactsAreBounded(t *testing.T) {
	e := testEngine()
	var order []*summary
	for i := range 400 {
		s := sample(e, fmt.Sprintf("example.com/p.F%d", i))
		p := s.paths[0]
		for j := range maxPaths {
			q := *p
			q.end = e.invoke(e.field(e.param(0), fmt.Sprintf("example.com/p.T.f%d·%d", i, j)), fmt.Sprintf("(example.com/p.I%d).Call", j))
			s.paths = append(s.paths, &q)
		}
		order = append(order, s)
	}
	for i := range 20_000 {
		e.heap.places.bind(fmt.Sprintf("example.com/p.a_rather_long_type_name.f%d", i), e.field(e.none, fmt.Sprintf("example.com/p.another_long_type_name.g%d", i)), 0)
	}
	c := chunkOf(t, e, order)
	if n := c.size(); n > maxChunk {
		t.Errorf("a chunk has %d bytes", n)
	}
	if opened := e.open(&chunk{Chunk: *c}); opened.Dropped == 0 || len(opened.Book.Names) == 0 {
		t.Errorf("%d functions are in it, %d things did not fit", len(opened.Book.Names), opened.Dropped)
	}
	importer := testEngine()
	for i := range 100 {
		path := fmt.Sprint("example.com/", i)
		importer.chunks[path] = &chunk{Chunk: Chunk{Path: path, Head: []byte{1}, Body: make([]byte, maxCarried/50)}}
	}
	fact := importer.packageFact(nil, nil, Active, "")
	if n := len(encode(t, fact)); n > maxCarried+maxCarried/10 || len(fact.Chunks) < 10 {
		t.Errorf("the fact of a package has %d chunks and %d bytes", len(fact.Chunks), n)
	}
}

// What a package needs of others goes with it, whatever its size.
func TestFactsCarryWhatExplainsThem(t *testing.T) {
	lower := testEngine()
	named := sample(lower, "example.com/p.F")
	below := chunkOf(t, lower, []*summary{named})
	large := &chunk{Chunk: *below}
	large.Body = append(large.Body, make([]byte, 2*maxCarried)...)

	e := newEngine(types.NewPackage("example.com/q", "q"), lower.fset)
	e.chunks["example.com/p"] = large
	s := &summary{name: "example.com/q.F", results: []*term{e.fn("example.com/p.F")}}
	e.own[s.name] = s
	e.objects[s.name] = types.NewFunc(token.NoPos, e.pkg, "F", types.NewSignatureType(nil, nil, nil, nil, nil, false))
	fact := e.packageFact([]*summary{s}, nil, Active, "")
	var paths []string
	for _, c := range fact.Chunks {
		paths = append(paths, c.Path)
	}
	if want := []string{"example.com/p", "example.com/q"}; !slices.Equal(paths, want) {
		t.Errorf("got the chunks of %v, want %v", paths, want)
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

	bad := &chunk{Chunk: Chunk{Path: "example.com/bad", Head: []byte{9, 9}, Body: []byte{9, 9}}}
	e.chunks[bad.Path] = bad
	e.importChunk(bad, new(imports))
	e.summary("example.com/bad.F")
	body := chunkBody{Book: book.pack(), Behaved: []behaved{{1, 7}}, Called: []int{99}}
	bad = &chunk{Chunk: Chunk{Path: "example.com/p", Body: deflate(compact.Pack(body))}}
	source{chunk: bad, index: 3}.values(e)
}
