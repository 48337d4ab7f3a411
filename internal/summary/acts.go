package summary

import (
	"cmp"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// A Key says how an act is known from its repeat.
type Key string

const (
	NoKey      Key = "none"
	AnewKey    Key = "anew" // made, but not for sure outside all layers
	UnknownKey Key = "unknown"
)

// An Act is a call path through at least one layer, down to an operation that
// changes something outside the process or uses up what it sends.
type Act struct {
	Pos    token.Pos // the operation if it is in this package, else the way there
	Leaf   bool      // Pos is the operation
	Kind   string    // see [known.SideEffect]
	Verb   string    // HTTP method or SQL text, "" when it is not known
	Func   string    // the operation: "(*http.Client).Do"
	File   string    // of the operation
	Line   int
	Key    Key
	Likely bool   // that it writes is likely only
	Body   string // what is used up: "reader", "command", or ""
	Layers []ActLayer
}

// An ActLayer is a layer around an act.
type ActLayer struct {
	Layer
	// Fresh says what makes the key anew in each attempt, "" for nothing.
	Fresh string
	// FreshPos is the call that makes it, if that is in this package.
	FreshPos token.Pos
	// Tx says that the layer repeats what it is handed also after that has
	// succeeded, because the transaction around it cannot be committed.
	Tx bool
	// Spent says that what is used up is made outside.
	Spent bool
	// Stale says that the object that is sent is made outside.
	Stale bool
	// Queue says that a queue hands out its message again.
	Queue bool
	// BuiltIn says that the operation itself is the layer.
	BuiltIn bool
	// Chosen says that the code chooses which errors a layer of a library
	// repeats.
	Chosen bool
}

// acts lists the acts that become known in this package, and adds them to what
// has been told.
func (e *engine) acts(order []*summary, in *imports, told []uint64) ([]*Act, []uint64) {
	var all []*Act
	known := make(map[uint64]bool)
	for _, k := range told {
		known[k] = true
	}
	seen := make(map[string]bool)
	add := func(p *path, pos token.Pos) {
		for _, q := range e.closed(p) {
			a := e.actOn(q)
			if a == nil {
				continue
			}
			k := q.act.site + a.told()
			if in.told[hashOf(k)] {
				continue
			}
			known[hashOf(k)] = true
			a.Pos = q.act.pos
			if a.Leaf = a.Pos.IsValid(); !a.Leaf {
				if a.Pos = q.wiring; !a.Pos.IsValid() || q.here {
					a.Pos = pos
				}
			}
			var ids []string
			for _, l := range q.layers {
				ids = append(ids, l.id())
			}
			if k += strings.Join(ids, "|"); a.Pos.IsValid() && !seen[k] {
				seen[k] = true
				all = append(all, a)
			}
		}
	}
	params := e.paramsOf()
	for _, s := range order {
		for _, p := range s.paths {
			// What a poll asks through an interface is followed where the poll is.
			if p.act == nil && (p.end == nil || polls(p) && !p.here) || len(p.layers) == 0 {
				continue
			}
			q := p
			if p.act != nil && p.act.body.roots&hasParams != 0 {
				given := *p
				given.act = e.substAct(p.act, &env{params: e.streams(params[s.name], exported(s.name))})
				q = &given
			}
			add(q, p.at)
		}
	}
	for _, p := range e.reopened(in) {
		if p.act != nil || p.end != nil && !polls(p) {
			add(p, token.NoPos)
		}
	}
	slices.SortStableFunc(all, func(a, b *Act) int { return cmp.Compare(a.Pos, b.Pos) })
	out := make([]uint64, 0, len(known))
	for k := range known {
		out = append(out, k)
	}
	slices.Sort(out)
	return all, out
}

// told is what of an act may be told once only.
func (a *Act) told() string {
	k := a.Kind + a.Verb + string(a.Key) + a.Body
	for _, l := range a.Layers {
		if l.Spent {
			k += "spent"
		}
		if l.Stale {
			k += "stale"
		}
		if l.Tx {
			k += "tx"
		}
	}
	return k
}

// paramsOf returns the parameters of the functions of the package, by name.
func (e *engine) paramsOf() map[string][]*ssa.Parameter {
	out := make(map[string][]*ssa.Parameter)
	for fn := range e.frames {
		out[e.names.ssaName(fn)] = fn.Params
	}
	return out
}

// streams gives the parameters of a function what their types say of what is
// handed over: a round tripper and a handler get requests of all kinds, those
// with a body among them, and what other packages hand over as a reader can be
// read once. All else stays as it is.
func (e *engine) streams(params []*ssa.Parameter, exported bool) []*term {
	reader := e.intern(term{op: made, name: "a parameter", keys: []string{"parameter", "reader"}})
	out := make([]*term, len(params))
	server := false
	for i, p := range params {
		out[i] = e.param(i)
		path, name := typeOf(deref(p.Type()))
		switch path + "." + name {
		case "net/http.ResponseWriter":
			server = true
		case "net/http.Request":
			if (server || isRoundTrip(p.Parent())) && !asksMethod(p) {
				out[i] = e.structure(requestType, map[string]*term{methodField: e.none, headerField: e.none, bodyField: reader})
			}
		case "io.Reader", "io.ReadCloser":
			if exported {
				out[i] = reader
			}
		}
	}
	return out
}

// asksMethod reports whether a function reads the method of the request that it
// is handed: it may repeat those only that have no body.
func asksMethod(req *ssa.Parameter) bool {
	if req.Referrers() == nil {
		return false
	}
	held := []ssa.Value{req}
	for _, r := range *req.Referrers() {
		if s, ok := r.(*ssa.Store); ok { // captured by a closure
			held = append(held, s.Addr)
		}
	}
	for _, v := range held {
		for _, r := range *v.Referrers() {
			if load, ok := r.(*ssa.UnOp); ok && readsMethod(load) {
				return true
			}
		}
		if readsMethod(v) {
			return true
		}
	}
	return false
}

func readsMethod(req ssa.Value) bool {
	for _, r := range *req.Referrers() {
		if f, ok := r.(*ssa.FieldAddr); ok && structField(f.X.Type(), f.Field) == "Method" {
			return true
		}
	}
	return false
}

func isRoundTrip(fn *ssa.Function) bool {
	return fn.Name() == "RoundTrip" && fn.Signature.Recv() != nil && fn.Signature.Params().Len() == 1
}

// actOn returns what is known of the act on a closed path, nil when it is not
// enough to say anything.
func (e *engine) actOn(p *path) *Act {
	a := p.act
	if a == nil || a.kind == harmless || len(p.layers) == 0 {
		return nil
	}
	out := &Act{Likely: a.likely, Kind: a.kind, Func: display(a.fn), File: a.file, Line: a.line, Key: e.keyState(a)}
	if a.verb != nil {
		out.Verb = e.verbOf(a)
	}
	for _, t := range e.closedTerm(a.body).alternatives() {
		if t = bare(t); t.op == made && t.keys[1] != "key" {
			out.Body = t.keys[1]
		}
	}
	if a.needs != nil {
		switch t := e.closedTerm(a.needs); {
		case a.kind == "append":
			if t.op != made || t.keys[1] != "appender" {
				return nil
			}
		case t.op == zero:
			out.Kind = "use"
		case !t.known():
			out.Likely = true
		}
	}
	for _, l := range p.layers {
		closed := e.closeLimit(l.limit)
		al := ActLayer{
			Layer: Layer{
				Func: display(l.fn), File: l.file, Line: l.line, Attempts: e.boundOf(closed),
				Kind: l.kind, Delay: e.delayOf(l), Errors: l.sees,
			},
			Tx: l.tx, Spent: l.spent, Stale: l.stale, BuiltIn: l.line == 0,
		}
		if al.Queue = l.queue; l.queue {
			al.Errors = l.errors
		}
		if l.fresh != nil {
			al.Fresh = l.fresh.name
			if made, ok := e.madeBy[l.fresh].(ssa.CallInstruction); ok {
				al.FreshPos = made.Pos()
			}
		}
		if closed.policy != nil {
			if !e.repeatsMethod(closed.policy, out.Verb) {
				continue
			}
			al.Chosen = e.choosesErrors(closed.policy)
		}
		out.Layers = append(out.Layers, al)
	}
	if len(out.Layers) == 0 {
		return nil
	}
	return out
}

func (e *engine) keyState(a *act) Key {
	switch key := e.closedTerm(a.key); {
	case key.op == zero:
		return NoKey
	case freshIn(key, func(*term) bool { return true }) != nil:
		return AnewKey
	}
	return UnknownKey
}

// verbOf returns the method or text that decides what an act does, "" when it
// is not known.
func (e *engine) verbOf(a *act) string {
	t := e.closedTerm(a.verb)
	if t.op == zero && a.kind == "request" {
		return "GET"
	}
	if text, ok := strings.CutPrefix(t.name, textPrefix); ok && t.op == literal {
		if a.kind == "statement" {
			return known.ReadStatement(text).Verb
		}
		return text
	}
	return ""
}

// repeatsMethod reports whether a library that repeats requests does so for
// those of a method.
func (e *engine) repeatsMethod(call *term, method string) bool {
	if call.op != apply || call.args[0].op != fn {
		return true
	}
	f := e.knownFunc(call.args[0].name)
	return f == nil || len(f.Record.Methods) == 0 || slices.Contains(f.Record.Methods, method)
}

// choosesErrors reports whether the code chooses which errors a library
// repeats.
func (e *engine) choosesErrors(call *term) bool {
	for _, g := range e.settingsOf(call) {
		if g.Setting.Counts == known.CountsErrors {
			return true
		}
	}
	return false
}
