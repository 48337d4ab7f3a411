package summary

import "slices"

// triedOut is v without its numbers, texts and what it leaves at zero: what a
// test tries a piece of code with says nothing of what others run it with.
func (e *engine) triedOut(v *term) *term {
	switch v.op {
	case zero, integer, literal:
		return e.none
	case list, concat, choice:
		kept := slices.DeleteFunc(e.each(v.args, e.triedOut), func(t *term) bool { return t.op == opaque })
		switch {
		case len(kept) == 0:
			return e.none
		case v.op == list:
			return e.list(kept...)
		case v.op == concat:
			return e.concat(kept...)
		}
		return e.choice(kept...)
	case structure:
		known := e.none
		for i, key := range v.keys {
			if field := e.triedOut(v.args[i]); field.op != opaque {
				known = e.with(known, key, field)
			}
		}
		return known
	case with:
		base, field := e.triedOut(v.args[0]), e.triedOut(v.args[1])
		if field.op == opaque {
			return base
		}
		return e.with(base, v.name, field)
	case iface:
		return e.wrap(v.name, e.triedOut(v.args[0]))
	}
	return v
}
