package summary

import (
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/known"
)

// Settings are not always handed over as such: a function of the program sets
// fields of them, an options struct holds them among others, and a service holds
// the client that it was made from.

// configureByFunction applies what a function of the program does with the
// settings that it is handed, as in
//
//	sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.RetryMaxAttempts = 5 })
func (e *engine) configureByFunction(p *policy, f *term) {
	if e.summary(f.name) == nil {
		p.unknown(f)
		return
	}
	e.configureByChange(p, e.after(e.apply(f, e.none), 0))
}

// configureByChange applies the fields in which t differs from settings that are
// known otherwise.
func (e *engine) configureByChange(p *policy, t *term) {
	switch t.op {
	case opaque, field, zero:
	case with:
		e.configureByChange(p, t.args[0])
		e.configureByField(p, t.name, t.args[1])
	case choice, cond:
		e.configureByEither(p, t, func(q *policy, a *term) bool {
			e.configureByChange(q, a)
			return true
		})
	default:
		p.unknown(t)
	}
}

// configureByPart applies what a part without a meaning of its own says: settings
// among other options, or the client behind a service. It reports whether that
// was one.
func (e *engine) configureByPart(p *policy, v *term) bool {
	for v.op == iface {
		v = v.args[0]
	}
	switch v.op {
	case result, after:
		if v.args[0].op != apply || v.args[0].args[0].op != fn {
			return false
		}
		s := e.knownSetting(v.args[0].args[0].name)
		if s == nil || s.Counts != known.CountsPolicy && v.op != after {
			return false
		}
		e.configure(p, v)
		return true
	case with:
		e.configureByChange(p, v)
		return true
	case choice, cond:
		return e.configureByEither(p, v, e.configureByPart)
	case structure:
		path, typ, _ := cutLast(v.name)
		if isSettings(path, typ) {
			e.configureByLiteral(p, v)
			return true
		}
		return e.configureByService(p, v)
	}
	return false
}

// configureByService applies what a struct was made from that holds no settings
// itself: a client, or the options of one.
func (e *engine) configureByService(p *policy, v *term) bool {
	found := false
	for i, k := range v.keys {
		if s := settingOf(k); s != nil {
			e.configureByField(p, k, v.args[i])
			found = true
		} else if e.configureByPart(p, v.args[i]) {
			found = true
		}
	}
	return found
}

// configureByEither applies a part that may be one of several, if it does not
// matter which.
func (e *engine) configureByEither(p *policy, v *term, apply func(*policy, *term) bool) bool {
	found := false
	var first *policy
	for _, a := range v.alternatives() {
		q := &policy{base: p.base, given: slices.Clone(p.given), vague: p.vague, name: p.name, usual: p.usual}
		found = apply(q, a) || found
		if first == nil {
			first = q
		} else if first.base.With(first.given...) != q.base.With(q.given...) {
			first.unknown(v)
		}
	}
	if found {
		*p = *first
	}
	return found
}

// configureByValue applies a policy behind an interface: a value of a known type,
// which may be empty, or one of the program's own, of which nothing is known.
func (e *engine) configureByValue(p *policy, t *term) {
	v := t.args[0]
	if v.op != zero && v.op != structure {
		e.configure(p, v)
		return
	}
	path, typ, _ := cutLast(strings.TrimPrefix(t.name, "*"))
	base := known.LookupType(path, typ)
	switch {
	case base != nil && v.op == zero:
		p.base, p.given = *base, nil
	case base == nil && len(known.FieldsOf(path, typ)) == 0:
		p.unknown(t)
	default:
		e.configure(p, v)
	}
}

// isSettings reports whether a literal of a named type holds settings.
func isSettings(path, typ string) bool {
	return known.LookupType(path, typ) != nil || len(known.FieldsOf(path, typ)) > 0
}

// settingOf returns the setting that a field is.
func settingOf(name string) *known.Setting {
	path, typ, field := splitField(name)
	_, s := known.LookupField(path, typ, field)
	return s
}
