package summary

import (
	"cmp"
	"go/token"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// Clients of libraries retry out of sight. The inventory has a row where code
// sets how often, or else where it makes a client that does so by default.

// A config is one such place.
type config struct {
	record *known.Record
	fn     *ssa.Function
	pos    token.Pos
	name   string // of what is set or called
	policy known.Policy
	given  []known.Given // what is set there, nil for the call of a constructor
}

// configs lists the places at which the functions of the package configure
// clients that retry.
func (e *engine) configs(fns []*ssa.Function) []*Row {
	var all []config
	for _, fn := range fns {
		f := e.frames[fn]
		if f == nil {
			continue
		}
		for _, b := range fn.Blocks {
			for _, instr := range b.Instrs {
				switch instr := instr.(type) {
				case *ssa.Store:
					all = f.fieldConfig(all, instr)
				case *ssa.Call:
					all = f.callConfig(all, instr)
				}
			}
		}
	}
	var out []*Row
	for _, c := range all {
		made := c.given == nil
		set := made && slices.ContainsFunc(all, func(o config) bool { return o.given != nil && o.beside(c) })
		if b := c.policy.Attempts; set || b.Kind == attempt.Unknown && made || b.Kind != attempt.Unknown && !b.Repeats() {
			continue
		}
		out = append(out, e.configRow(c))
	}
	slices.SortStableFunc(out, func(a, b *Row) int { return cmp.Compare(a.Pos, b.Pos) })
	return out
}

// beside reports whether two places are in one function and configure clients of
// one library.
func (c config) beside(o config) bool {
	return c.record == o.record && outermost(c.fn) == outermost(o.fn)
}

// outermost returns the declared function in which fn lies.
func outermost(fn *ssa.Function) *ssa.Function {
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

func (e *engine) configRow(c config) *Row {
	r := &region.Region{
		Class: region.Retry, Kind: region.Config, Fn: c.fn, Pos: c.pos, End: c.pos, Callback: -1,
		Delay: c.policy.Delay, Ctx: endsOf(c.record), Operation: c.name,
		AllErrors: c.record.RetriesOn == errclass.Any, Errors: c.record.RetriesOn,
	}
	return &Row{Region: r, Func: within(e.pkg.Path(), e.names.ssaName(c.fn)), Attempts: c.policy.Attempts}
}

// endsOf says whether what a record speaks of ends with the context of a call.
func endsOf(r *known.Record) region.Tri {
	switch {
	case r.CtxLoop == "yes" && r.CtxWait == "yes":
		return region.Yes
	case r.CtxLoop == "yes" || r.CtxWait == "yes":
		return region.Partly
	}
	return region.No
}

// fieldConfig adds the number that a store puts into a field of settings.
func (f *frame) fieldConfig(all []config, s *ssa.Store) []config {
	fa, ok := s.Addr.(*ssa.FieldAddr)
	if !ok {
		return all
	}
	name := f.names.fieldName(fa.X.Type(), fa.Field)
	if isStandard(name) {
		return all
	}
	path, typ, field := splitField(name)
	rec, setting := known.LookupField(path, typ, field)
	if setting == nil {
		return all
	}
	g := f.given(setting, f.valueAt(s.Val, s))
	if g.Value == nil && g.Name == "" {
		g.Name = sourceName(s.Val)
	}
	return f.setConfig(all, rec, setting, g, s.Pos(), display(name))
}

// setConfig adds a number that code sets itself.
func (f *frame) setConfig(all []config, rec *known.Record, s *known.Setting, g known.Given, pos token.Pos, name string) []config {
	if !rec.OfClients() || !s.Limits() {
		return all
	}
	base := known.Policy{Attempts: rec.Default, Delay: rec.Delay}
	c := config{rec, f.self, pos, name, base.With(g), []known.Given{g}}
	// A number and a length of time, set one after the other, are one policy.
	if n := len(all) - 1; n >= 0 && all[n].given != nil && all[n].beside(c) && !slices.ContainsFunc(all[n].given, func(o known.Given) bool { return o.Setting == s }) {
		all[n].given = append(all[n].given, g)
		all[n].policy = base.With(all[n].given...)
		return all
	}
	return append(all, c)
}

// callConfig adds what a call sets, or the client that it makes.
func (f *frame) callConfig(all []config, call *ssa.Call) []config {
	obj := calledObject(call.Common())
	if obj == nil {
		return all
	}
	name := f.names.funcName(obj)
	rec, s := known.LookupSetting(obj)
	switch {
	case s != nil && s.Limits():
		g := known.Given{Setting: s}
		if v := argumentOf(call, s.Arg); v != nil {
			t := f.valueAt(v, call)
			if s.Counts == known.CountsService {
				t = f.text(v)
			}
			if g = f.given(s, t); g.Value == nil && g.Name == "" {
				g.Name = sourceName(v)
			}
		}
		return f.setConfig(all, rec, s, g, call.Pos(), display(name))
	case s != nil && s.Counts == known.CountsPolicy && rec.OfClients() && rec.Serves(s.Path):
		t := f.call(call)
		if !isCall(t) {
			return all
		}
		p := &policy{base: known.Policy{Attempts: rec.Default, Delay: rec.Delay}}
		f.configureByCall(p, t, f.result(t, 0))
		out := p.base.With(p.given...)
		if p.vague && !p.limits() {
			out.Attempts = attempt.Bound{}
		}
		return append(all, config{rec, f.self, call.Pos(), display(name), out, nil})
	}
	if k := known.Lookup(obj); k != nil && k.Kind == known.Transport {
		if t := f.call(call); isCall(t) {
			return append(all, config{k.Record, f.self, call.Pos(), display(name), f.policyOf(t), nil})
		}
	}
	return all
}

// argumentOf returns the i-th argument of a call, the receiver not counted, nil
// if there is none.
func argumentOf(call *ssa.Call, i int) ssa.Value {
	c := call.Common()
	if i < 0 {
		return nil
	}
	if !c.IsInvoke() && c.Signature().Recv() != nil {
		i++
	}
	if i < len(c.Args) {
		return c.Args[i]
	}
	return nil
}
