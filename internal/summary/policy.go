package summary

import (
	"go/constant"
	"slices"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/known"
)

// A policy is how a library function repeats, as the code configures it.
type policy struct {
	base  known.Policy
	given []known.Given
	// vague says that a part of the configuration is not known, name what the
	// source calls that part.
	vague bool
	name  string
	// usual is the attempts of the record by which base was chosen last.
	usual attempt.Bound
}

// policyOf evaluates the configuration that a call of a library function uses.
func (e *engine) policyOf(call *term) known.Policy {
	if call.op != apply || call.args[0].op != fn {
		return known.Policy{}
	}
	f := e.knownFunc(call.args[0].name)
	if f == nil {
		return known.Policy{}
	}
	var best known.Policy
	for i, args := range e.variants(f, call.args[1:]) {
		got := e.policyWith(f, args)
		if i == 0 {
			best = got
			continue
		}
		best.Attempts = attempt.Join(best.Attempts, got.Attempts)
		best.Delay = best.Delay.Join(got.Delay)
		best.Last = max(best.Last, got.Last)
		if best.Factor != got.Factor {
			best.Factor = 0
		}
	}
	return best
}

// variants lists the arguments that a call may have when the policy is one of
// several.
func (e *engine) variants(f *known.Func, args []*term) [][]*term {
	i := f.Policy
	if i >= 0 && f.Recv != "" {
		i++
	}
	if f.Receiver {
		i = 0
	}
	if i < 0 || i >= len(args) || len(args[i].alternatives()) == 1 {
		return [][]*term{args}
	}
	var out [][]*term
	for _, a := range args[i].alternatives() {
		if a.op == opaque || a.op == zero {
			continue
		}
		v := slices.Clone(args)
		v[i] = a
		out = append(out, v)
	}
	return out
}

// settingsOf lists the settings that are in force for a call of a library
// function.
func (e *engine) settingsOf(call *term) []known.Given {
	if call.op != apply || call.args[0].op != fn {
		return nil
	}
	f := e.knownFunc(call.args[0].name)
	if f == nil {
		return nil
	}
	var all []known.Given
	for _, args := range e.variants(f, call.args[1:]) {
		all = append(all, e.configured(f, args).given...)
	}
	return all
}

func (e *engine) policyWith(f *known.Func, args []*term) known.Policy {
	p := e.configured(f, args)
	out := p.base.With(p.given...)
	if p.vague && !p.limits() && f.Record.Configurable() {
		out.Attempts = attempt.Bound{}
		// What makes one attempt by itself repeats only if it is told to, and
		// nobody knows whether it is.
		switch {
		case !p.base.Attempts.Repeats():
		case f.Policy >= 0 && f.Policy == f.Ctx: // what a context holds is not followed
			out.Attempts = f.Record.Unset()
		case p.name != "":
			out.Attempts = attempt.Setting(f.Record.NumberOf(p.name), 0)
		}
	}
	return out
}

// configured gathers the settings that the arguments of a call make.
func (e *engine) configured(f *known.Func, args []*term) *policy {
	shift := 0
	if f.Recv != "" {
		shift = 1
	}
	at := func(i int) *term {
		if i += shift; i < len(args) {
			return args[i]
		}
		return e.none
	}
	p := &policy{base: known.Policy{Attempts: f.Default, Delay: f.Record.Delay}}
	if f.Receiver && len(args) > 0 {
		e.configure(p, args[0])
	}
	if f.Policy >= 0 {
		e.configure(p, at(f.Policy))
	}
	if f.Options >= 0 {
		e.configureAll(p, at(f.Options))
	}
	if f.Interval >= 0 {
		s := &known.Setting{Counts: known.CountsDelay, Arg: f.Interval, Delay: attempt.Delay{Growth: attempt.Fixed}}
		p.given = append(p.given, e.given(s, at(f.Interval)))
	}
	if f.Attempts >= 0 {
		p.given = append(p.given, e.given(&known.Setting{Counts: f.AttemptsCount, Arg: f.Attempts}, at(f.Attempts)))
	}
	return p
}

// limits reports whether a setting that is known decides the attempts.
func (p *policy) limits() bool {
	return slices.ContainsFunc(p.given, func(g known.Given) bool {
		switch g.Setting.Counts {
		case known.CountsAttempts, known.CountsRetries, known.CountsLen:
			// What stands for the default leaves that to the others.
			return g.Setting.Zero != "default" || g.Value == nil || !isZero(g.Value)
		case known.CountsForever, known.CountsOnce:
			return !g.Off()
		}
		return false
	})
}

func isZero(v constant.Value) bool {
	return (v.Kind() == constant.Int || v.Kind() == constant.Float) && constant.Sign(v) == 0
}

func (e *engine) given(s *known.Setting, v *term) known.Given {
	if s.Counts == known.CountsLen {
		v = e.length(v)
	}
	return known.Given{Setting: s, Value: e.constantOf(v), Name: termName(v)}
}

// configureAll applies each of a list of settings.
func (e *engine) configureAll(p *policy, options *term) {
	switch options.op {
	case zero:
	case list:
		for _, t := range options.args {
			e.configureOption(p, t)
		}
	case concat:
		for _, t := range options.args {
			e.configureAll(p, t)
		}
	default:
		p.unknown(options)
	}
}

// configureOption applies one setting of a list. A policy that it holds changes
// nothing of what others of the list have set.
func (e *engine) configureOption(p *policy, t *term) {
	before, base := p.given, p.base
	limited := p.limits()
	p.given = nil
	e.configure(p, t)
	p.given = append(before[:len(before):len(before)], p.given...)
	if limited && p.base != base && p.base.Attempts.Kind == attempt.Count {
		p.unknown(t) // two limits, of which the library knows which one counts
	}
}

func (p *policy) unknown(t *term) {
	p.vague = true
	if p.name == "" {
		p.name = termName(t)
	}
}

// configure applies the settings that the value t is made of.
func (e *engine) configure(p *policy, t *term) {
	switch t.op {
	case zero:
	case iface:
		e.configureByValue(p, t)
	case unwrap:
		e.configure(p, t.args[0])
	case result, after:
		if t.args[0].op == apply && t.args[0].args[0].op == fn {
			e.configureByCall(p, t.args[0], t)
			return
		}
		p.unknown(t)
	case with:
		e.configure(p, t.args[0])
		e.configureByField(p, t.name, t.args[1])
	case structure:
		e.configureByLiteral(p, t)
	case global:
		path, name, _ := cutLast(t.name)
		if v := known.LookupVar(path, name); v != nil {
			p.base, p.given = *v, nil
			return
		}
		p.unknown(t)
	case fn:
		if s := e.knownSetting(t.name); s != nil {
			p.given = append(p.given, known.Given{Setting: s})
			return
		}
		e.configureByFunction(p, t)
	case choice, cond:
		for _, a := range t.alternatives() {
			e.configure(p, a)
		}
	case field:
		owner := t
		for owner.op == field {
			owner = owner.args[0]
		}
		switch owner.op {
		case result, after, with, structure: // a service of a client has its settings
			e.configure(p, owner)
			return
		}
		p.unknown(t)
	default:
		p.unknown(t)
	}
}

// configureByCall applies a constructor or setter of a library.
func (e *engine) configureByCall(p *policy, call, t *term) {
	name := call.args[0].name
	s := e.knownSetting(name)
	args := call.args[1:]
	if s == nil {
		if f := e.knownFunc(name); f != nil {
			q := e.policyWith(f, args)
			p.base, p.given = q, nil
			return
		}
		p.unknown(t)
		return
	}
	if s.Counts == known.CountsInterceptor || s.Counts == known.CountsStreamInterceptor {
		return // a layer of its own
	}
	shift := 0
	if name[0] == '(' {
		shift = 1
	}
	at := func(i int) *term {
		if i += shift; i < len(args) {
			return args[i]
		}
		return e.none
	}
	if s.Counts == known.CountsPolicy && s.Policy != nil {
		p.base, p.given, p.usual = *s.Policy, nil, s.Record.Default
	}
	if (s.Receiver || t.op == after) && len(args) > 0 && shift == 1 {
		e.configure(p, args[0])
	}
	if s.Inner >= 0 {
		e.configure(p, at(s.Inner))
		if s.Counts == known.CountsPolicy && s.Policy != nil && p.base.Attempts == p.usual && !p.limits() {
			p.base = *s.Policy // what it is made from has nothing but what is usual elsewhere
		}
	}
	if s.Options >= 0 {
		e.configureAll(p, at(s.Options))
	}
	if s.Counts != known.CountsPolicy {
		v := e.null
		if s.Arg >= 0 {
			v = at(s.Arg)
		}
		if s.Counts == known.CountsLen && e.madeList(v) {
			return // by a function that says how long it is
		}
		g := e.given(s, v)
		if s.Arg < 0 {
			g.Value = nil
		}
		p.given = append(p.given, g)
	}
}

// madeList reports whether a setting of its own made a list.
func (e *engine) madeList(v *term) bool {
	return v.op == result && v.args[0].op == apply && v.args[0].args[0].op == fn && e.knownSetting(v.args[0].args[0].name) != nil
}

func (e *engine) configureByField(p *policy, name string, v *term) {
	s := settingOf(name)
	switch {
	case s == nil:
		e.configureByPart(p, v)
	case s.Counts == known.CountsPolicy:
		e.configure(p, v)
	default:
		p.given = append(p.given, e.given(s, v))
	}
}

// configureByLiteral applies the fields of a struct; those that are not set
// have the value 0, or what the library takes that for.
func (e *engine) configureByLiteral(p *policy, t *term) {
	path, typ, _ := cutLast(t.name)
	if !isSettings(path, typ) {
		if !e.configureByService(p, t) && len(t.keys) > 0 {
			p.unknown(t) // what it was made from is not at hand
		}
		return
	}
	if v := known.LookupType(path, typ); v != nil {
		p.base, p.given = *v, nil
	}
	for i, k := range t.keys {
		e.configureByField(p, k, t.args[i])
	}
	for _, s := range known.FieldsOf(path, typ) {
		if s.Pointer || slices.Contains(t.keys, t.name+"."+s.Name) {
			continue
		}
		switch s.Counts {
		case known.CountsAttempts, known.CountsRetries:
			p.given = append(p.given, known.Given{Setting: s, Value: constant.MakeInt64(s.Default)})
		}
	}
}
