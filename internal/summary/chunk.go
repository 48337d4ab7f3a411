package summary

import (
	"bytes"
	"compress/flate"
	"go/types"
	"io"
	"iter"
	"slices"

	"github.com/retryvet/retryvet/internal/compact"
	"github.com/retryvet/retryvet/internal/region"
)

// chunkHead is what every importer looks at. It is empty for a package that
// has functions only.
type chunkHead struct {
	Places, Converted []string // by name, in the order of the body
	Opens             bool     // whether there are paths that wait
	// Told are the chains that are reported in the package.
	Told []uint64
	// Timed are the functions with timeouts that depend on their callers, by
	// [shortName].
	Timed []string
}

// chunkBody is what an importer looks at that uses the package.
type chunkBody struct {
	Book              packedBook
	Places, Converted [][]int // values
	Opens             []PathEntry
	// Called are the methods that interfaces may call, of the types that the
	// book puts behind one.
	Called []int
	// Behaved are the functions of which package region knows something, each
	// with one of the Behaviors; many behave alike.
	Behaved   []behaved
	Behaviors [][]byte
	// Dropped counts what did not fit.
	Dropped int
}

type behaved struct{ Name, Behavior int }

// A chunk is one that was imported.
type chunk struct {
	Chunk
	body      *chunkBody // nil until it is opened
	r         *reader
	behaviors map[string]int
	unpacked  []*region.Behavior
}

// open unpacks the body of a chunk, and makes the functions in it known.
func (e *engine) open(c *chunk) *chunkBody {
	if c.body != nil {
		return c.body
	}
	c.body = new(chunkBody)
	data, err := io.ReadAll(flate.NewReader(bytes.NewReader(c.Body)))
	if err != nil || compact.Unpack(data, c.body) != nil {
		*c.body = chunkBody{}
	}
	c.r = newReader(e, c.body.Book)
	for i, n := range c.body.Book.Names {
		name := c.r.string(n)
		if _, ok := e.unread[name]; !ok && name != "" {
			e.unread[name] = entry{c.r, i}
		}
	}
	for _, n := range c.body.Called {
		e.noteMethod(c.r.string(n))
	}
	c.behaviors = make(map[string]int, len(c.body.Behaved))
	for _, b := range c.body.Behaved {
		c.behaviors[c.r.string(b.Name)] = b.Behavior
	}
	c.unpacked = make([]*region.Behavior, len(c.body.Behaviors))
	return c.body
}

// An entry is a summary that was not read yet.
type entry struct {
	r     *reader
	index int
}

// read returns the summary of a function of another package, nil if nothing is
// known of it.
func (e *engine) read(name string) *summary {
	pkg, _ := symbol(name)
	c := e.chunks[pkg]
	if c != nil {
		e.open(c)
	}
	if u, ok := e.unread[name]; ok {
		return u.r.function(u.index)
	}
	if c != nil {
		if _, ok := c.behaviors[name]; ok {
			return &summary{name: name} // it tells nothing
		}
	}
	if e.still[pkg] {
		return &summary{name: name}
	}
	return nil
}

// importedBehavior returns what is known to package region of a function of
// another package. Where known data describes a function, that counts.
func (e *engine) importedBehavior(obj *types.Func) *region.Behavior {
	if obj.Pkg() == nil || obj.Pkg() == e.pkg {
		return nil
	}
	e.declareObject(obj)
	c, still := e.chunks[obj.Pkg().Path()], e.still[obj.Pkg().Path()]
	name := e.names.funcName(obj)
	if c == nil && !still || e.described(name) {
		return nil
	}
	if b := c.behavior(e, name); b != nil || !still {
		return b
	}
	return new(region.Behavior) // it does nothing that can matter
}

// behavior returns what a chunk says of a function, nil if it says nothing.
func (c *chunk) behavior(e *engine, name string) *region.Behavior {
	if c == nil {
		return nil
	}
	e.open(c)
	i, ok := c.behaviors[name]
	if !ok || i < 0 || i >= len(c.unpacked) {
		return nil
	}
	if c.unpacked[i] == nil {
		c.unpacked[i] = new(region.Behavior)
		if compact.Unpack(c.body.Behaviors[i], c.unpacked[i]) != nil {
			*c.unpacked[i] = region.Behavior{}
		}
	}
	return c.unpacked[i]
}

// chunk makes the chunk of this package, nil if there is nothing to tell. It
// needs the given packages and those of the functions that it mentions.
func (e *engine) chunk(order []*summary, told []uint64, needs []string) *Chunk {
	var body chunkBody
	w := newWriter(e)
	head := chunkHead{Told: told, Timed: timedOf(order)}
	exported := slices.Collect(e.exported(order))
	// What repeats comes first: it is not what should find no room.
	slices.SortStableFunc(exported, func(a, b *summary) int { return -compareTruth(a.layered(), b.layered()) })
	for _, s := range exported {
		e.writeBehavior(w, &body, s)
		if !s.trivial() && !w.funcs[s.name] && !w.function(s) {
			body.Dropped++
		}
	}
	body.Opens = e.writeOpens(w, order, &body.Dropped)
	head.Opens = len(body.Opens) > 0
	head.Places, body.Places = e.writePlaces(w, e.heap.places, &body.Dropped)
	head.Converted, body.Converted = e.writePlaces(w, e.heap.converted, &body.Dropped)
	w.rest()
	for _, name := range w.calledMethods() {
		body.Called = append(body.Called, w.string(name))
	}
	linked := len(head.Places)+len(head.Converted)+len(head.Told)+len(head.Timed) > 0 || head.Opens
	if !linked && len(body.Behaved)+len(w.book.Funcs)+len(needs) == 0 {
		return nil
	}
	body.Book = w.book.pack()
	needs = append(needs, w.foreignPackages()...)
	slices.Sort(needs)
	c := &Chunk{Path: e.pkg.Path(), Needs: slices.Compact(needs), Body: deflate(compact.Pack(body))}
	if linked {
		c.Head = compact.Pack(head)
	}
	return c
}

// exported lists the functions that importers may call by their names.
func (e *engine) exported(order []*summary) iter.Seq[*summary] {
	return func(yield func(*summary) bool) {
		for _, s := range order {
			obj := e.objects[s.name]
			if obj != nil && obj.Pkg() == e.pkg && obj.Exported() && !yield(s) {
				return
			}
		}
	}
}

func (s *summary) layered() bool {
	return slices.ContainsFunc(s.paths, func(p *path) bool { return len(p.layers) > 0 })
}

func deflate(data []byte) []byte {
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.BestSpeed)
	if err != nil {
		panic(err) // the level is a constant
	}
	// A buffer takes all.
	_, _ = w.Write(data)
	_ = w.Close()
	return out.Bytes()
}

func (e *engine) writeBehavior(w *writer, body *chunkBody, s *summary) {
	if s.behavior == nil {
		return
	}
	packed := compact.Pack(*s.behavior)
	i := slices.IndexFunc(body.Behaviors, func(b []byte) bool { return bytes.Equal(b, packed) })
	if i < 0 {
		i = len(body.Behaviors)
		body.Behaviors = append(body.Behaviors, packed)
	}
	body.Behaved = append(body.Behaved, behaved{w.string(s.name), i})
}

// writeOpens writes the paths that start with a region and wait for an
// implementation.
func (e *engine) writeOpens(w *writer, order []*summary, dropped *int) []PathEntry {
	var out []PathEntry
	for _, s := range order {
		for _, p := range s.paths {
			if !p.here && !p.bounded || p.end == nil || len(p.layers) == 0 && !p.bounded {
				continue
			}
			if w.size > maxChunk {
				*dropped++
				continue
			}
			q := &path{layers: e.substLayers(p.layers, &env{params: []*term{}, frees: []*term{}}), leaf: p.leaf, commits: p.commits, told: p.told, gives: p.gives}
			q.scopes = e.substScopes(p.scopes, &env{params: []*term{}, frees: []*term{}})
			q.end = e.ground(p.end)
			if p.act != nil {
				q.act = p.act.each(e.ground)
			}
			out = append(out, w.path(q))
		}
	}
	return out
}

// writePlaces writes the values of this package for those places that can lead
// to a layer or bound one.
func (e *engine) writePlaces(w *writer, t *table, dropped *int) (names []string, places [][]int) {
	for _, name := range t.ownPlaces() {
		var values []*term
		for _, b := range t.places[name].own {
			if e.leads(b.value, nil) {
				values = append(values, b.value)
			}
		}
		if len(values) == 0 {
			continue
		}
		if w.size > maxChunk {
			*dropped++
			continue
		}
		slices.SortFunc(values, compareTerms)
		names, places = append(names, name), append(places, w.list(values))
	}
	return names, places
}

// leads reports whether the value t can matter to an importer: it is or holds
// a function or implementation that has paths, or a number that bounds.
func (e *engine) leads(t *term, seen map[*term]bool) bool {
	if seen[t] {
		return false
	}
	if seen == nil {
		seen = make(map[*term]bool)
	}
	seen[t] = true
	switch t.op {
	case fn:
		if s := e.summary(t.name); s != nil && len(s.paths) > 0 {
			return true
		}
		obj, ok := e.objects[t.name]
		if ok && e.isKnown(obj) {
			return true
		}
	case iface:
		for _, m := range e.methodsOf(t.name) {
			if s := e.summary(m); s != nil && len(s.paths) > 0 {
				return true
			}
		}
	case field, global:
		return true
	case integer:
		return false
	case structure:
		if slices.ContainsFunc(t.keys, isTimeoutField) {
			return true
		}
	case with:
		if isTimeoutField(t.name) {
			return true
		}
	}
	return slices.ContainsFunc(t.args, func(a *term) bool { return e.leads(a, seen) })
}
