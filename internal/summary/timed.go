package summary

import (
	"maps"
	"slices"
)

// timedOf lists the functions, by [shortName], with a timeout around a layer
// of which the caller decides how it ends: by the length of either, or by what
// is called below.
func timedOf(order []*summary) []string {
	found := make(map[string]bool)
	for _, s := range order {
		if slices.ContainsFunc(s.paths, (*path).timed) {
			found[shortName(s.name)] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

func (p *path) timed() bool {
	if len(p.scopes) == 0 || len(p.layers) == 0 && p.end == nil {
		return false
	}
	depends := false
	p.each(func(t *term) { depends = depends || t.roots&hasParams != 0 })
	return depends
}

// opensTimed reports whether behind the open end of a path without timeouts and
// layers there may be a timeout that the path decides about. All others were
// compared where they are, and most open ends lead nowhere near one: to follow
// all of them took most of the time of a package. What comes behind a second
// open end is found where the first one is implemented, or not at all.
func opensTimed(p *path, timed map[string]bool) bool {
	switch {
	case len(timed) == 0 || p.end == nil || !isCall(p.end):
		return false
	case p.end.op == invoke:
		return timed[shortName(p.end.name)]
	}
	return true
}

// shortName is the name of a method without that of its type, and of a
// function without that of its package.
func shortName(name string) string {
	if _, method, ok := splitMethod(name); ok {
		return method
	}
	return lastPart(name)
}
