package summary

import (
	"go/token"
	"maps"
	"slices"
)

// A binding is a value that a place may hold.
type binding struct {
	value *term
	pos   token.Pos // in this package, else invalid
}

// A table holds the bindings of places by their names. What the facts say of a
// place is read when somebody asks for it.
type table struct {
	places map[string]*place
	own    bool // this package puts something into one of them
}

type place struct {
	all, own []binding // own are those of this package
	unread   []source
	e        *engine // that reads them
}

// A source is what one chunk says of a place.
type source struct {
	chunk     *chunk
	index     int
	converted bool
}

func (s source) values(e *engine) []*term {
	body := e.open(s.chunk)
	places := body.Places
	if s.converted {
		places = body.Converted
	}
	if s.index >= len(places) {
		return nil
	}
	return s.chunk.r.list(places[s.index])
}

func newTable() *table { return &table{places: make(map[string]*place)} }

func (t *table) at(name string) *place {
	p := t.places[name]
	if p == nil {
		p = new(place)
		t.places[name] = p
	}
	return p
}

// announce notes what a chunk says of a place.
func (t *table) announce(e *engine, name string, s source) {
	p := t.at(name)
	p.unread, p.e = append(p.unread, s), e
}

// bindings lists what a place may hold, by all packages.
func (t *table) bindings(name string) []binding {
	p := t.places[name]
	if p == nil {
		return nil
	}
	p.read()
	return p.all
}

func (p *place) read() {
	unread := p.unread
	p.unread = nil
	for _, s := range unread {
		for _, v := range s.values(p.e) {
			p.add(binding{value: v})
		}
	}
}

// maxBindings bounds the values of one place.
const maxBindings = 24

// add reports whether the binding was new and found room.
func (p *place) add(b binding) bool {
	if len(p.all) >= maxBindings || slices.ContainsFunc(p.all, func(o binding) bool { return o.value == b.value }) {
		return false
	}
	p.all = append(p.all, b)
	return true
}

// bind notes that this package puts v into a place.
func (t *table) bind(name string, v *term, pos token.Pos) {
	p := t.at(name)
	p.read()
	if b := (binding{v, pos}); p.add(b) {
		p.own = append(p.own, b)
		t.own = true
	}
}

// ownPlaces lists the places that this package puts something into.
func (t *table) ownPlaces() []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(t.places)) {
		if len(t.places[name].own) > 0 {
			names = append(names, name)
		}
	}
	return names
}
