package summary

import (
	"go/token"
	stdpath "path"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/known"
)

// maxClosed bounds the ways in which one path is closed.
const maxClosed = 64

// closed follows a path with an open end through the heap, to all that may
// lie behind the end. A path that leads back to a region that it is in is
// dropped: that an implementation of an interface calls the same interface
// does not say that it calls itself.
func (e *engine) closed(p *path) []*path {
	if p.end == nil {
		return []*path{p}
	}
	if out, ok := e.closings[p]; ok {
		return out
	}
	c := &closer{engine: e, visited: make(map[*term]bool), holding: make(map[*term]bool)}
	restore := e.budget(stepsOfClosing)
	c.follow(p)
	restore()
	out := oneBottom(p.end, c.out)
	e.closings[p] = out
	return out
}

// oneBottom makes one path of those through an interface method that end in an
// implementation of it: of several that tell nothing else than their names, a
// fake one for tests is likely to be one.
func oneBottom(end *term, paths []*path) []*path {
	if end.op != invoke || len(paths) < 2 {
		return paths
	}
	leaf := leafName(end)
	_, method, _ := splitMethod(leaf)
	first := make(map[string]int) // by the layers, in out
	var out []*path
	for _, p := range paths {
		_, m, ok := splitMethod(p.leaf)
		if !ok || m != method || p.act != nil {
			out = append(out, p)
			continue
		}
		var key strings.Builder
		for _, l := range p.layers {
			key.WriteString(l.id() + "\n")
		}
		i, again := first[key.String()]
		if !again {
			first[key.String()] = len(out)
			out = append(out, p)
			continue
		}
		q := *out[i]
		q.leaf = leaf
		out[i] = &q
	}
	return out
}

type closer struct {
	*engine
	visited map[*term]bool
	holding map[*term]bool // see held
	out     []*path
}

func (c *closer) follow(p *path) {
	if len(c.out) >= maxClosed {
		c.cut++
		return
	}
	if p.end == nil || !isCall(p.end) || c.visited[p.end] {
		c.out = append(c.out, p.cutOff())
		return
	}
	end := p.end
	c.visited[end] = true
	defer delete(c.visited, end)
	found, said := false, c.saidToOperate(end)
	for _, o := range c.openings(end) {
		if o.guessed && !c.owns(p) {
			continue
		}
		below := c.expand(o.value)
		if len(below) == 0 && !o.guessed && !said {
			if name := leafName(o.value); name != "" {
				q := *p
				q.end = nil
				if !isRequest(q.leaf) {
					q.leaf = name
				}
				q.scopes = append(slices.Clip(q.scopes), c.leafScopes(o.value, len(q.layers))...)
				q.opened = p.through()
				q.close(o.pos)
				c.out = append(c.out, &q)
				found = true
			}
			continue
		}
		for _, b := range below {
			if b.end == o.value && len(b.layers) == 0 || p.meets(b) {
				continue // not resolved, or round in a circle
			}
			if (o.guessed || said) && len(b.layers) == 0 {
				continue // it would say what is at the bottom, and nothing else
			}
			q := c.through(p, b, o.value)
			q.here, q.at, q.atEnd = p.here, p.at, p.atEnd
			q.opened = p.through()
			q.close(o.pos)
			found = true
			c.follow(q)
		}
	}
	if !found {
		q := p.cutOff()
		q.loose = q.loose && !said
		c.out = append(c.out, q)
	}
}

// saidToOperate reports whether known data says that what is called is an
// operation: then no implementation says better what is done, a fake one of
// tests in particular. The standard library's are what others are built upon.
func (c *closer) saidToOperate(call *term) bool {
	if call.op != invoke {
		return false
	}
	path, sym := symbol(call.name)
	return !isStandard(path) && known.OpNamed(path, sym) != nil
}

// through counts the open calls of p with the one at its end, but for the
// transport of a request, which is part of it.
func (p *path) through() int {
	if isRequest(p.leaf) {
		return p.opened
	}
	return p.opened + 1
}

// cutOff returns p without its open end: what lies behind it was not found.
func (p *path) cutOff() *path {
	q := *p
	q.loose = p.end != nil && !isRequest(p.leaf)
	q.end = nil
	return &q
}

// isCall reports whether t is a call: an end that grew too large is none.
func isCall(t *term) bool { return t.op == apply || t.op == invoke }

// close notes the place in this package at which p was closed.
func (p *path) close(pos token.Pos) {
	if pos.IsValid() && (!p.wiring.IsValid() || pos < p.wiring) {
		p.wiring = pos
	}
}

// meets reports whether p and q share a region.
func (p *path) meets(q *path) bool {
	for _, l := range q.layers {
		if p.has(l) {
			return true
		}
	}
	return false
}

// An opening is what an open call may turn out to be. It is guessed when no
// value was followed from where it is made to the call, and some value is put
// behind the interface somewhere. That proves the layers behind it only where all
// is in sight, the interface, the call and what is put behind the interface; and
// it never says which operation is at the bottom.
type opening struct {
	binding
	guessed bool
}

// owns reports whether the open end of p is called in the package at hand.
func (c *closer) owns(p *path) bool {
	if len(p.layers) == 0 {
		return true
	}
	pkg, _, _ := strings.Cut(c.pkg.Path(), " [")
	return stdpath.Dir(p.layers[len(p.layers)-1].file) == pkg
}

// declares reports whether the interface of a method is one of the package at
// hand: those of others stand for more than is in sight.
func (c *closer) declares(method string) bool {
	typ, _, ok := splitMethod(method)
	pkg, _, _ := strings.Cut(c.pkg.Path(), " [")
	return ok && strings.HasPrefix(typ, pkg+".")
}

// openings lists what the open call may turn out to be.
func (c *closer) openings(call *term) []opening {
	var out []opening
	seen := make(map[*term]bool)
	add := func(f *term, pos token.Pos, guessed bool) {
		if f.op == opaque || f.op == zero {
			return
		}
		t := c.withCallee(call, f)
		if t == call {
			return
		}
		if t = c.handing(t); !seen[t] {
			seen[t] = true
			out = append(out, opening{binding{t, pos}, guessed})
		}
	}
	for _, b := range c.held(call.args[0]) {
		for _, f := range b.value.alternatives() {
			add(f, b.pos, false)
		}
	}
	if len(out) == 0 && call.op == invoke && c.declares(call.name) {
		for _, b := range c.heap.converted.bindings(call.name) {
			for _, f := range b.value.alternatives() {
				if f.op == iface {
					add(f, b.pos, true)
					continue
				}
				for _, g := range c.closeTerm(f).alternatives() {
					add(g, b.pos, true)
				}
			}
		}
	}
	return out
}

// handing closes what a call hands over, as far as the paths of its callee
// depend on it.
func (c *closer) handing(call *term) *term {
	if !isCall(call) {
		return call
	}
	s, _ := c.callee(call)
	args := slices.Clone(call.args)
	for i, a := range args[1:] {
		if n := i; s != nil {
			if !s.closure {
				n += len(call.args[0].args)
			}
			if !c.needs(s)[n] {
				args[i+1] = c.none
				continue
			}
		}
		args[i+1] = c.closeTerm(a)
	}
	return c.rebuild(call, args)
}

// needs tells the parameters of a function that its paths depend on.
func (e *engine) needs(s *summary) map[int]bool {
	if n, ok := e.needed[s]; ok {
		return n
	}
	n := make(map[int]bool)
	seen := make(map[*term]bool)
	for _, p := range s.paths {
		p.each(func(t *term) {
			t.mentions(seen, func(t *term) {
				if t.op == param {
					n[int(t.n)] = true
				}
			})
		})
	}
	e.needed[s] = n
	return n
}

// held lists what the callee of an open call may be, each with the place that
// made it so.
func (c *closer) held(t *term) []binding {
	if c.holding[t] {
		return nil // nothing tells more of it
	}
	c.holding[t] = true
	defer delete(c.holding, t)
	h := c.heap
	h.trace = token.NoPos
	place := ""
	switch t.op {
	case field:
		base := c.closeTerm(t.args[0])
		r := c.field(base, t.name)
		if r.op == field && c.unresolved(r.args[0]) {
			place = r.name
			break
		}
		var out []binding
		for _, a := range r.alternatives() {
			if a.op == field || a.op == global {
				out = append(out, c.held(a)...)
				continue
			}
			h.trace = token.NoPos
			v := c.closeTerm(a)
			out = append(out, binding{v, h.trace})
		}
		return out
	case global:
		place = t.name
	default:
		v := c.closeTerm(t)
		return []binding{{v, h.trace}}
	}
	var out []binding
	for _, b := range nearest(h.places.bindings(place)) {
		low := h.enter()
		h.inside[place] = h.depth
		h.trace = token.NoPos
		v := c.closeTerm(b.value)
		delete(h.inside, place)
		h.leave(low)
		pos := b.pos
		if !pos.IsValid() {
			pos = h.trace
		}
		out = append(out, binding{v, pos})
	}
	return out
}

// nearest are the values that this package puts into a place, if there are some:
// whose objects it works with it has made itself. Else they are all that others put
// there.
func nearest(bindings []binding) []binding {
	var here []binding
	for _, b := range bindings {
		if b.pos.IsValid() {
			here = append(here, b)
		}
	}
	if len(here) > 0 {
		return here
	}
	return bindings
}
