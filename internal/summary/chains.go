package summary

import (
	"cmp"
	"go/token"
	"maps"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/region"
)

// A candidate is a chain with what decides whether it is reported.
type candidate struct {
	*Chain
	ids []string // of the layers that are known to repeat
	// helper is the region of the helper that the outermost layer is a call of.
	helper string
	// context names all layers, those too of which nobody knows whether they
	// repeat: a caller may know.
	context string
	here    bool // the outermost layer is a region of the function at Pos
	// home says that the function at Pos can be called from this package only.
	home bool
	site token.Pos // the call in the outermost layer
	sure bool      // the bounds do not depend on who calls
	// loose says that nobody knows where the call at the bottom leads.
	loose bool
	// opened counts the open calls on the way there: the operation that the
	// layers are written around comes first.
	opened int
}

func (c *candidate) key() string { return strings.Join(c.ids, "|") }

// keyOf is the key with another outermost layer.
func (c *candidate) keyOf(outermost string) string {
	return strings.Join(append([]string{outermost}, c.ids[1:]...), "|")
}

// chain returns the product that lies on a closed path, or nil. Only layers
// that repeat one and the same kind of failure multiply: the kind is chosen
// that multiplies most.
func (e *engine) chain(p *path) *candidate {
	if polls(p) {
		return nil
	}
	if len(p.layers) < 2 {
		return nil
	}
	bounds := make([]attempt.Bound, len(p.layers))
	sure := true
	for i, l := range p.layers {
		closed := e.closeLimit(l.limit)
		bounds[i] = e.boundOf(closed)
		if closed.value != nil {
			_, ok := e.largest(closed.value)
			sure = sure && ok
		}
	}
	if !bounds[0].Repeats() {
		return nil
	}
	var best []int
	var bestTotal attempt.Total
	for _, class := range errclass.All() {
		chosen, total := multiplied(p.layers, bounds, class)
		if len(chosen) > 0 && (best == nil || total.Compare(bestTotal) > 0) {
			best, bestTotal = chosen, total
		}
	}
	if best == nil {
		return nil
	}
	c := &candidate{Chain: &Chain{Pos: p.at, End: p.atEnd, Leaf: p.leaf, Total: bestTotal}, here: p.here, site: p.site, sure: sure, loose: p.loose, opened: p.opened}
	if best[0] == 0 {
		c.helper = p.layers[0].def
	}
	for _, i := range best {
		l := p.layers[i]
		id := l.id()
		if bounds[i].Kind != attempt.Unknown {
			c.ids = append(c.ids, id)
		}
		c.context += "|" + id
		c.Layers = append(c.Layers, e.layerOf(l, bounds[i]))
	}
	return c
}

// multiplied lists the layers that repeat one kind of failure together, with
// their product; none if there are fewer than two, or the outermost is not
// among those that see it.
func multiplied(layers []*layer, bounds []attempt.Bound, class errclass.Class) ([]int, attempt.Total) {
	seen, certain := seen(layers)
	if !certain || !seen[0].Has(class) {
		return nil, attempt.Total{}
	}
	var chosen []int
	var factors []attempt.Bound
	sure := 0
	for i, l := range layers {
		if !seen[i].Has(class) || l.searches(bounds[i]) && !slices.ContainsFunc(layers[i+1:], isRetry) {
			continue
		}
		switch {
		case bounds[i].Kind == attempt.Unbounded && i > 0:
			// It never gives up, so those above have nothing to repeat. What it
			// multiplies itself is a chain of its own.
			return nil, attempt.Total{}
		case bounds[i].Repeats():
			// Another host each time: two layers that do the same again have
			// to meet before that counts.
			if l.class != region.Failover {
				sure++
			}
		case bounds[i].Kind == attempt.Unknown:
			// It repeats, nobody knows how often: no number may be claimed.
		default:
			continue
		}
		chosen = append(chosen, i)
		factors = append(factors, bounds[i])
	}
	if sure < 2 {
		return nil, attempt.Total{}
	}
	return chosen, attempt.Product(factors...)
}

// polls reports whether a path leads through a poll: what is below does not
// multiply with what is above.
func polls(p *path) bool { return slices.ContainsFunc(p.layers, isPoll) }

// searches reports whether a layer goes through things that only the run of
// the program counts, until one will do. Below retries that is the operation
// which they repeat, not one more layer; around retries it multiplies them.
func (l *layer) searches(b attempt.Bound) bool {
	return l.class == region.Failover && b.Kind != attempt.Count
}

func isRetry(l *layer) bool { return l.class == region.Retry }

// layerOf is a layer with its bound as the passes see it.
func (e *engine) layerOf(l *layer, bound attempt.Bound) Layer {
	return Layer{
		Func:     display(l.fn),
		File:     l.file,
		Line:     l.line,
		Attempts: bound,
		Kind:     l.kind,
		Delay:    e.delayOf(l),
		Errors:   l.errors,
	}
}

// exported reports whether a function can be called from other packages.
func exported(name string) bool {
	if strings.Contains(name, "$") {
		return false
	}
	if _, method, ok := splitMethod(name); ok {
		name = method
	}
	return token.IsExported(lastPart(name))
}

// chains lists the products that become known in this package, and names
// them.
func (e *engine) chains(order []*summary, in *imports) (chains []*Chain, told []uint64) {
	var here, there []*candidate
	for _, s := range order {
		for _, p := range s.paths {
			if len(p.layers) == 0 || polls(p) {
				continue
			}
			for _, q := range e.closed(p) {
				c := e.chain(q)
				switch {
				case c == nil:
				case c.here:
					c.home = !exported(s.name)
					here = append(here, c)
				default:
					c.Wiring = true
					there = append(there, c)
				}
			}
		}
	}
	for _, p := range e.reopened(in) {
		if polls(p) {
			continue
		}
		for _, q := range e.closed(p) {
			if c := e.chain(q); c != nil && q.wiring.IsValid() {
				c.Wiring = true
				c.Pos, c.End = q.wiring, q.wiring
				there = append(there, c)
			}
		}
	}
	resolveFromCallers(here, there)
	seen := make(map[string]bool)
	for _, c := range here {
		seen[c.key()] = true
	}
	all := here
	for _, c := range there {
		if k := c.key(); !seen[k] && !in.told[hashOf(k)] {
			seen[k] = true
			all = append(all, c)
		}
	}
	known := make(map[uint64]bool, len(all))
	for _, c := range all {
		known[hashOf(c.key())] = true
	}
	return reported(all), slices.Sorted(maps.Keys(known))
}

// within reports whether another chain from the same place has all layers of
// this one.
func (c *candidate) within(d *candidate) bool {
	if c.Pos != d.Pos || c.ids[0] != d.ids[0] {
		return false
	}
	return !slices.ContainsFunc(c.ids, func(id string) bool { return !slices.Contains(d.ids, id) })
}

func hashOf(s string) uint64 {
	h := newHasher()
	h.string(s)
	return uint64(h)
}

// resolveFromCallers replaces the bounds of chains whose outermost function
// only this package calls by those that the callers give it.
func resolveFromCallers(here, there []*candidate) {
	type context struct {
		site   token.Pos
		layers string
	}
	best := make(map[context]*candidate)
	for _, c := range there {
		if !c.sure {
			continue
		}
		k := context{c.site, c.context}
		if b := best[k]; b == nil || c.Total.Compare(b.Total) > 0 {
			best[k] = c
		}
	}
	for _, c := range here {
		b := best[context{c.site, c.context}]
		if b == nil || !c.home {
			continue
		}
		if !c.sure || b.Total.Compare(c.Total) > 0 {
			c.Layers, c.Total, c.ids = b.Layers, b.Total, b.ids
		}
	}
}

// reported keeps one chain for each outermost region and leaf, the largest: none
// that the called helper has by itself, none that is only the lower part of another,
// and none with an unknown operation at the bottom whose layers another one has, too.
func reported(all []*candidate) []*Chain {
	slices.SortStableFunc(all, func(a, b *candidate) int {
		return cmp.Or(
			-a.Total.Compare(b.Total),
			-cmp.Compare(len(a.ids), len(b.ids)),
			cmp.Compare(a.Pos, b.Pos),
			cmp.Compare(a.key(), b.key()),
			compareTruth(a.loose, b.loose),
			cmp.Compare(a.opened, b.opened),
			cmp.Compare(a.Leaf, b.Leaf),
		)
	})
	type site struct {
		pos  token.Pos
		text string
	}
	leaves := make(map[site]bool)
	paths := make(map[site]bool)
	lower := make(map[string]bool)
	for _, c := range all {
		for i := 1; i < len(c.ids); i++ {
			lower[strings.Join(c.ids[i:], "|")] = true
		}
	}
	helpers := make(map[string]*candidate) // what helpers have below them by themselves
	for _, c := range all {
		if c.helper == "" {
			helpers[c.key()+"|"+c.Leaf] = c
		}
	}
	var kept []*candidate
	var out []*Chain
	for _, c := range all {
		if h := helpers[c.keyOf(c.helper)+"|"+c.Leaf]; h != nil && h.Total.Compare(c.Total) == 0 {
			continue // whatever the helper is handed
		}
		byLeaf, byPath := site{c.Pos, c.ids[0] + c.Leaf}, site{c.Pos, c.key()}
		if leaves[byLeaf] || paths[byPath] || lower[c.key()] || c.loose && slices.ContainsFunc(kept, c.within) {
			continue
		}
		leaves[byLeaf], paths[byPath] = true, true
		kept = append(kept, c)
		out = append(out, c.Chain)
	}
	slices.SortStableFunc(out, func(a, b *Chain) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}
