package summary

import (
	"fmt"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
)

// An act is what the operation at the bottom of a path changes outside the
// process, and what it sends: terms over the parameters of the function at
// hand, which become known on the way up.
type act struct {
	kind string // see [known.SideEffect]
	fn   string // the operation
	site string // tells calls apart
	file string // "import/path/file.go"
	line int

	// verb is the HTTP method or SQL text that decides what is done, nil when
	// the kind does.
	verb *term
	// key is the idempotency key: the zero term when none is sent, opaque when
	// it is not known whether one is.
	key *term
	// body is what can be used up: the zero term for nothing.
	body *term
	// object is what the callee checks the version of, nil for nothing.
	object *term
	// needs must be set for anything new to be made, nil when nothing must.
	needs *term

	// likely says that the name of the operation alone says that it writes; own
	// that a user says so, whatever lies below.
	likely, own bool

	pos token.Pos // in the current package
}

// harmless is the kind of what a user says does nothing twice.
const harmless = "none"

// terms lists the places of the terms of an act.
func (a *act) terms() []**term {
	return []**term{&a.verb, &a.key, &a.body, &a.object, &a.needs}
}

// substAct gives an act the values of one call of its function.
func (e *engine) substAct(a *act, v *env) *act {
	if a == nil {
		return nil
	}
	return a.each(func(t *term) *term { return e.subst(t, v) })
}

// each returns the act with its terms replaced; itself when none changes.
func (a *act) each(replace func(*term) *term) *act {
	b := *a
	same := true
	for _, t := range b.terms() {
		if *t == nil {
			continue
		}
		u := replace(*t)
		same = same && u == *t
		*t = u
	}
	if same {
		return a
	}
	return &b
}

// id tells acts apart that differ in what they send.
func (a *act) id() string {
	if a == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(a.site)
	for _, t := range a.terms() {
		b.WriteByte('|')
		if *t != nil {
			fmt.Fprintf(&b, "%x", (*t).hash)
		}
	}
	return b.String()
}

// act returns what a call changes outside the process by itself, or nil.
func (f *frame) act(call ssa.CallInstruction) *act {
	common := call.Common()
	obj := calledObject(common)
	if obj == nil {
		return nil
	}
	k, likely := known.EffectOf(obj), false
	if k == nil {
		k, likely = f.rpc(common, obj)
	}
	if k == nil || k.Tx {
		return nil
	}
	if k.Into != -1 && !writesFile(common, k.Into) {
		return nil
	}
	s := &sending{frame: f, call: call, effect: k, args: common.Args}
	if !common.IsInvoke() && obj.Signature().Recv() != nil && len(s.args) > 0 {
		s.args = s.args[1:]
	}
	a := &act{kind: k.Kind, likely: likely, own: k.Own, fn: f.names.funcName(obj), pos: posOf(call), key: f.null, body: f.null}
	a.file, a.line = fileOf(f.fset, f.pkg.Path(), a.pos)
	a.site = f.siteOf(call)
	s.fill(a)
	return a
}

func (f *frame) siteOf(instr ssa.Instruction) string {
	n := slices.Index(instr.Block().Instrs, instr)
	return fmt.Sprintf("%s#%d.%d", f.names.ssaName(f.self), instr.Block().Index, n)
}

// calledObject returns the declared function or interface method of a call.
func calledObject(c *ssa.CallCommon) *types.Func {
	if c.IsInvoke() {
		return c.Method
	}
	fn := c.StaticCallee()
	if fn == nil {
		return nil
	}
	if o := fn.Origin(); o != nil {
		fn = o
	}
	obj, _ := fn.Object().(*types.Func)
	return obj
}

// A sending reads the arguments of a call with a side effect.
type sending struct {
	*frame
	call   ssa.CallInstruction
	effect *known.SideEffect
	args   []ssa.Value // without the receiver
}

func (s *sending) at(i int) ssa.Value {
	if 0 <= i && i < len(s.args) {
		return s.args[i]
	}
	return nil
}

func (s *sending) term(v ssa.Value) *term {
	if v == nil {
		return s.none
	}
	if relevant(v.Type()) || carries(v.Type()) {
		return s.valueAt(v, s.call)
	}
	return s.none
}

func (s *sending) fill(a *act) {
	k := s.effect
	switch {
	case k.Request >= 0:
		s.request(a)
	case k.Method != "":
		a.verb = s.words(k.Method)
	case k.Text >= 0:
		s.statement(a)
	}
	if v := s.at(k.Body); v != nil {
		a.body = s.term(v)
	}
	if k.Receiver && len(s.call.Common().Args) > 0 {
		a.body = s.term(s.call.Common().Args[0])
	}
	if v := s.at(k.Object); v != nil {
		a.object = s.term(v)
	}
	if k.Into != -1 {
		a.needs = s.term(writtenTo(s.call.Common(), k.Into))
	}
	if v := s.at(k.KeyArg); v != nil {
		a.key = s.sentKey(v, s.call)
	}
	if len(k.Options) > 0 {
		a.key = s.option()
	}
	if k.Sent {
		a.key = s.none
	}
	if v := s.at(k.Input); v != nil {
		s.input(a, v)
	}
}

// request reads an HTTP request.
func (s *sending) request(a *act) {
	v := s.at(s.effect.Request)
	if v == nil {
		return
	}
	t := s.term(v)
	if s.effect.Via != "" {
		path, _ := typeOf(deref(v.Type()))
		t = s.field(t, path+"."+s.effect.Via)
	} else {
		a.body = s.field(t, bodyField)
	}
	a.verb = s.field(t, methodField)
	a.key = s.field(s.field(t, headerField), headerKey)
}

// statement reads an SQL text, and the column that names the row.
func (s *sending) statement(a *act) {
	v := s.at(s.effect.Text)
	a.verb = s.term(v)
	if a.verb.op == opaque {
		a.verb = s.pieces(v)
	}
	text, ok := strings.CutPrefix(a.verb.name, textPrefix)
	if a.verb.op != literal || !ok {
		return
	}
	st := known.ReadStatement(text)
	if !st.Named {
		return
	}
	a.key = s.none
	if st.Key < 0 || s.effect.Text+1 >= len(s.args) {
		return
	}
	if v := element(s.args[s.effect.Text+1], st.Key); v != nil {
		a.key = s.sentKey(v, s.call)
	}
}

// pieces reads a text that is formatted around constants: the constant parts
// say what is done, as long as the text ends with one.
func (s *sending) pieces(v ssa.Value) *term {
	call, ok := v.(*ssa.Call)
	if !ok || len(call.Call.Args) == 0 {
		return s.none
	}
	fn := call.Call.StaticCallee()
	if fn == nil || fn.Pkg == nil || fn.Pkg.Pkg.Path() != "fmt" || fn.Name() != "Sprintf" {
		return s.none
	}
	t := s.value(call.Call.Args[0])
	if t.op != literal || strings.HasSuffix(t.name, "%s") || strings.HasSuffix(t.name, "%v") {
		return s.none
	}
	return t
}

// element returns element i of the list of a variadic call.
func element(v ssa.Value, i int) ssa.Value {
	s, ok := v.(*ssa.Slice)
	if !ok {
		return nil
	}
	array, ok := s.X.(*ssa.Alloc)
	if !ok || array.Referrers() == nil {
		return nil
	}
	for _, r := range *array.Referrers() {
		index, ok := r.(*ssa.IndexAddr)
		if !ok || index.Referrers() == nil {
			continue
		}
		if n, ok := smallIndex(index.Index); !ok || n != i {
			continue
		}
		for _, use := range *index.Referrers() {
			if st, ok := use.(*ssa.Store); ok {
				return st.Val
			}
		}
	}
	return nil
}

// option reads the key from the options of a call.
func (s *sending) option() *term {
	if len(s.args) == 0 {
		return s.none
	}
	list := s.args[len(s.args)-1]
	if isNil(list) {
		return s.null
	}
	key := s.null
	for i := range 16 {
		v := element(list, i)
		if v == nil {
			if i == 0 {
				return s.none
			}
			break
		}
		if m, ok := v.(*ssa.MakeInterface); ok {
			v = m.X
		}
		call, ok := v.(*ssa.Call)
		if !ok || call.Call.StaticCallee() == nil {
			return s.none
		}
		if slices.Contains(s.effect.Options, call.Call.StaticCallee().Name()) && len(call.Call.Args) > 0 {
			key = s.sentKey(call.Call.Args[0], call)
		}
	}
	return key
}

// input reads the struct of what is sent.
func (s *sending) input(a *act, v ssa.Value) {
	k := s.effect
	if m, ok := v.(*ssa.MakeInterface); ok {
		v = m.X
	}
	t := s.term(v)
	for _, name := range k.Keys {
		a.key = s.fieldNamed(t, v.Type(), name)
		if a.key.op != zero {
			break
		}
	}
	switch {
	case a.key.op != zero:
		if a.key.op == made && a.key.keys[1] != "key" {
			a.key = s.none
		}
	case k.Filled == "anew":
		a.key = s.stamp(s.call, "key", display(a.fn)+" makes one for each call")
	case k.Filled == "kept":
		a.key = s.none
		if r, ok := v.(*ssa.Alloc); ok {
			a.key = s.stamp(r, "key", display(a.fn)+" keeps it in its input, which is")
		}
	}
	if k.Filled != "" && a.key.op != made {
		a.key = s.none // what a caller leaves out is filled in
	}
	if k.Needs != "" {
		a.needs = s.fieldNamed(t, v.Type(), k.Needs)
	}
	if k.BodyField != "" {
		a.body = s.fieldNamed(t, v.Type(), k.BodyField)
	}
}

// fieldNamed returns the field of a struct, also of one that is embedded.
func (e *engine) fieldNamed(t *term, typ types.Type, name string) *term {
	obj, index, _ := types.LookupFieldOrMethod(deref(typ), true, e.pkg, name)
	if _, ok := obj.(*types.Var); !ok {
		return e.none
	}
	for _, i := range index {
		t = e.field(t, e.names.fieldName(typ, i))
		st, ok := deref(typ).Underlying().(*types.Struct)
		if !ok {
			return e.none
		}
		typ = st.Field(i).Type()
	}
	return t
}

func deref(t types.Type) types.Type {
	if p, ok := t.Underlying().(*types.Pointer); ok {
		return p.Elem()
	}
	return t
}
