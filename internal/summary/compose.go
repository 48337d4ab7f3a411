package summary

import (
	"cmp"
	"go/token"
	"go/types"
	"slices"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// summarize computes the summary of a function from those of its callees.
func (e *engine) summarize(fn *ssa.Function, regions []*region.Region) *summary {
	f := e.frame(fn)
	e.frames[fn] = f
	s := &summary{name: e.names.ssaName(fn), closure: len(fn.FreeVars) > 0}
	for _, p := range fn.Params {
		s.params = append(s.params, p.Name())
	}
	if s.idle = e.idle(fn, regions); s.idle {
		return s
	}
	defer e.budget(stepsOfFunction)()
	s.results = f.results()
	s.out = f.outs()
	s.effects = f.effects()
	s.paths = e.pathsOf(f, regions)
	return s
}

// recompose makes the summary of a function of the recursion at hand again, now
// that the paths of the others have changed. Nothing else has: what they return
// is not looked into before the recursion is summarized.
func (e *engine) recompose(fn *ssa.Function, regions []*region.Region, before *summary) *summary {
	defer e.budget(stepsOfFunction)()
	s := *before
	s.paths = e.pathsOf(e.frames[fn], regions)
	return &s
}

// pathsOf lists the paths of a function, in the order of its calls.
func (e *engine) pathsOf(f *frame, regions []*region.Region) []*path {
	c := &composer{frame: f, regions: regions, seen: make(map[string]int)}
	for _, b := range f.self.DomPreorder() {
		for _, instr := range b.Instrs {
			switch instr := instr.(type) {
			case *ssa.Go:
				c.started(instr)
			case *ssa.Send:
				c.sent(instr, instr.Pos(), instr.Chan, instr.X)
			case *ssa.Select:
				for _, s := range instr.States {
					if s.Dir == types.SendOnly {
						c.sent(instr, s.Pos, s.Chan, s.Send)
					}
				}
			case ssa.CallInstruction:
				c.call(instr)
			}
		}
	}
	return e.trim(c.paths)
}

// results translates what the function returns.
func (f *frame) results() []*term {
	exits := f.exits()
	if len(exits) == 0 {
		return nil
	}
	n := f.self.Signature.Results().Len()
	out := make([]*term, n)
	for i := range n {
		out[i] = f.none
		if t := f.self.Signature.Results().At(i).Type(); isContext(t) {
			out[i] = f.markedResult(exits, i)
			continue
		} else if !relevant(t) {
			if carries(t) {
				out[i] = f.madeResult(exits, i)
			}
			continue
		}
		for j := len(exits) - 1; j >= 0; j-- {
			r := exits[j]
			v := f.valueAt(r.Results[i], r)
			if j == len(exits)-1 {
				out[i] = v
				continue
			}
			out[i] = f.onExit(r.Block(), v, out[i])
		}
	}
	return out
}

// onExit returns v if the exit in b is taken, else rest.
func (f *frame) onExit(b *ssa.BasicBlock, v, rest *term) *term {
	var conds []condition
	for d := b.Idom(); d != nil; b, d = d, d.Idom() {
		if test := branch(d); test != nil && len(b.Preds) == 1 {
			conds = append(conds, condition{test.Cond, d.Succs[0] == b})
		}
	}
	if len(conds) == 0 {
		return f.choice(v, rest)
	}
	return f.under(conds, v, rest)
}

// outs translates the state in which the function leaves what its parameters
// point to.
func (f *frame) outs() []*term {
	var out []*term
	for i, p := range f.self.Params {
		if len(f.mods[p]) == 0 || !isObject(p.Type()) || !relevant(p.Type()) && !isHeader(p.Type()) {
			continue
		}
		if t := f.state(p, nil); t != f.param(i) {
			if out == nil {
				out = make([]*term, len(f.self.Params))
			}
			out[i] = t
		}
	}
	return out
}

// A composer gathers the paths of one function.
type composer struct {
	*frame
	regions []*region.Region
	paths   []*path
	seen    map[string]int // where the paths are, by what tells them apart
	made    *[]string      // see gives
}

// call adds the paths through one call, below the regions that repeat it.
func (c *composer) call(call ssa.CallInstruction) {
	if asksOfError(call.Common().Signature()) {
		return // what fails has failed before
	}
	if c.opensNothing(call) {
		return
	}
	t := c.frame.call(call)
	if !isCall(t) {
		return
	}
	var around, committed []*region.Region
	var helper *region.Region
	for _, r := range c.regions {
		if !slices.Contains(r.Trials, call) {
			if c.committedIn(r, call) {
				committed = append(committed, r)
			}
			continue
		}
		if isHelper(r) {
			helper = r
		} else if repeats(r.Class) || r.Class == region.Poll {
			around = append(around, r)
		}
	}
	paths := c.acting(call, c.below(call, t, helper))
	if len(around) == 0 && len(paths) == 0 {
		return
	}
	if len(paths) == 0 {
		paths = []*path{{leaf: operation(around, t)}}
	}
	told := c.tells(call)
	around = append(around, committed...)
	slices.SortStableFunc(around, func(a, b *region.Region) int {
		return cmp.Compare(len(a.Body), len(b.Body)) // the innermost first
	})
	for _, p := range paths {
		q := &path{layers: p.layers, scopes: p.scopes, end: p.end, leaf: p.leaf, told: p.told, gives: p.gives, here: p.here, site: p.site, act: p.act, commits: p.commits || c.commits(call), guards: p.guards}
		if len(around) > 0 && q.act != nil && q.act.kind == "request" && c.selects() {
			q.act = q.act.withoutKey(c.none)
		}
		own := 0 // layers of this function
		for _, r := range around {
			if r.Private && q.end != nil && !q.commits {
				continue // what is handed in cannot fail so that it is repeated
			}
			again := slices.Contains(committed, r)
			if again && q.act == nil && q.end == nil {
				continue // it repeats nothing that outlives a transaction
			}
			l := c.layer(r)
			l.tx = q.commits || again
			if !again { // else it is repeated when all went well
				l.sees = q.told.heard(repeated(r))
				l = l.given(q.gives)
				q.gives = l.passed(q.gives)
			}
			if q.has(l) && c.recursive(t) {
				q = nil
				break
			}
			c.cover(l, r, call, q)
			q.layers = append([]*layer{l}, q.layers...)
			q.scopes = shifted(q.scopes, 1)
			own++
			q.here, q.site = true, posOf(call)
		}
		if q == nil {
			continue
		}
		c.keep(call, q)
		q.scopes = c.placed(q.scopes, call)
		c.timed(q, call, around)
		c.ended(q, call, own)
		if len(q.layers) > 0 {
			q.guards = append(c.guards(call.Block()), q.guards...)
			q.guards = q.guards[:min(len(q.guards), maxGuards)]
		}
		q.told = max(q.told, told)
		q.gives = merged(q.gives, c.gives())
		q.at, q.atEnd = posOf(call), posOf(call)
		c.add(q)
	}
}

// opensNothing reports whether it is certain, without a look at what a call
// hands over, that it opens no path and that no region repeats it.
func (c *composer) opensNothing(call ssa.CallInstruction) bool {
	s, named := c.calledByName(call)
	if !named || s != nil && len(s.paths) > 0 {
		return false
	}
	for _, r := range c.regions {
		if slices.Contains(r.Trials, call) {
			return false
		}
	}
	obj := calledObject(call.Common())
	if obj == nil || known.EffectOf(obj) != nil {
		return false
	}
	if s != nil {
		return true
	}
	// Nothing is known of it: what it is handed to call it calls.
	if known.Op(obj) != nil || c.described(c.names.funcName(obj)) || obj.Pkg() == nil || obj.Pkg().Path() == "net/http" {
		return false
	}
	return !slices.ContainsFunc(call.Common().Args, func(v ssa.Value) bool {
		_, fn := v.Type().Underlying().(*types.Signature)
		_, any := types.Unalias(v.Type()).(*types.TypeParam)
		return fn || any
	})
}

// isRequestPackage reports whether a method is one of package net/http, whose
// handlers are pure by themselves but not by what they are for.
func isRequestPackage(m *types.Func) bool { return m.Pkg() != nil && m.Pkg().Path() == "net/http" }

// below returns the paths that a call opens. helper is the region that the
// call is when it hands a function to one that repeats it.
func (c *composer) below(call ssa.CallInstruction, t *term, helper *region.Region) []*path {
	if m := call.Common().Method; m != nil && known.Pure(m) && !isRequestPackage(m) {
		return nil // whatever implements it computes
	}
	paths := c.expand(t)
	if !canFail(call) {
		paths = slices.DeleteFunc(slices.Clone(paths), func(p *path) bool { return len(p.layers) == 0 })
	}
	if out := c.library(call, t, helper, paths); len(out) > 0 && (len(paths) == 0 || out[0] != paths[0]) {
		return out
	}
	out := make([]*path, len(paths))
	for i, p := range paths {
		q := *p
		if helper == nil {
			if slices.ContainsFunc(p.layers, isPoll) {
				q.layers, q.scopes = withoutPolls(p.layers), nil
			}
			out[i] = &q
			continue
		}
		if n := c.helperLayers(t, p); n > 0 {
			if !repeats(helper.Class) {
				q.layers, q.scopes = q.layers[n:], shifted(q.scopes, -n)
			} else {
				first := *q.layers[0]
				first.def = first.id()
				first.class = helper.Class
				first.fn, first.kind = c.names.ssaName(c.self), helper.Kind
				first.file, first.line = fileOf(c.fset, c.pkg.Path(), posOf(call))
				var handed []string
				if !helper.AllErrors {
					handed = namesHanded(call)
					first.names = slices.Concat(first.names, handed)
				}
				// What it sees stays as it is where what it is handed does not
				// tell, or gives the error that the helper itself asks for.
				byItself := first.errors == helper.Errors && len(handed) == 0
				if helper.Errors != 0 {
					first.errors = helper.Errors
					if first.sees != 0 && !byItself {
						first.sees = first.errors
					}
				}
				q.layers = append([]*layer{&first}, q.layers[1:]...)
				q.here, q.site = true, posOf(call)
			}
		}
		out[i] = &q
	}
	return out
}

// posOf returns where a call is. That of a range over a function has no
// position of its own: it is where the statement is.
func posOf(call ssa.CallInstruction) token.Pos {
	if pos := call.Pos(); pos.IsValid() {
		return pos
	}
	for _, v := range call.Common().Args {
		if m, ok := v.(*ssa.MakeClosure); ok {
			v = m.Fn
		}
		if body, ok := v.(*ssa.Function); ok && body.Syntax() != nil {
			return body.Syntax().Pos()
		}
	}
	return token.NoPos
}

// withoutPolls drops the layers of helpers that ask a function whether to run
// it again: without a region around the call the function does not retry.
func withoutPolls(layers []*layer) []*layer {
	if !slices.ContainsFunc(layers, isPoll) {
		return layers
	}
	return slices.DeleteFunc(slices.Clone(layers), isPoll)
}

func isPoll(l *layer) bool { return l.class == region.Poll }

// helperLayers returns how many of the outermost layers of p are put there by
// the callee of call around a function that it is handed.
func (c *composer) helperLayers(call *term, p *path) int {
	s, _ := c.callee(call)
	if s == nil {
		return 0
	}
	most := 0
	for _, own := range s.paths {
		if own.end == nil || own.end.roots&hasParams == 0 || len(own.layers) > len(p.layers) {
			continue
		}
		same := true
		for i, l := range own.layers {
			same = same && l.id() == p.layers[i].id()
		}
		if same {
			most = max(most, len(own.layers))
		}
	}
	return most
}

// recursive reports whether t calls a function of the recursion at hand.
func (c *composer) recursive(t *term) bool {
	return t.op == apply && t.args[0].op == fn && c.building[t.args[0].name]
}

func (c *composer) add(p *path) {
	k := p.key()
	if p.end != nil && (len(c.building) == 1 || p.end.tells) {
		k += p.end.String() // in a recursion arguments may grow without end
	}
	if i, ok := c.seen[k]; ok {
		c.paths[i] = c.paths[i].telling(p)
		return
	}
	c.seen[k] = len(c.paths)
	c.paths = append(c.paths, p)
}

func isLoad(u *ssa.UnOp) bool {
	_, ok := u.X.Type().Underlying().(*types.Pointer)
	return ok && u.Op.String() == "*"
}
