package summary

import (
	"go/constant"
	"go/token"
	"go/types"
	"strconv"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// A frame translates the values of one function to terms over its parameters
// and captured variables.
type frame struct {
	*engine
	self       *ssa.Function
	vals       map[ssa.Value]*term
	busy       map[ssa.Value]bool
	accs       map[ssa.Value]bool // phis that stand for what a loop made so far
	calls      map[ssa.CallInstruction]*term
	states     map[stateKey]*term
	busyStates map[stateKey]bool
	mods       map[ssa.Value][]mod
	large      map[ssa.Value]bool // objects with more changes than are kept
	forward    map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool
	returns    []*ssa.Return
	loops      map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool // by header
	asked      map[*region.Region][]string                  // see namesIn
	loop       *loop                                        // while what one loop builds up is translated
}

func (e *engine) frame(f *ssa.Function) *frame {
	fr := &frame{
		engine:     e,
		self:       f,
		vals:       make(map[ssa.Value]*term),
		busy:       make(map[ssa.Value]bool),
		accs:       make(map[ssa.Value]bool),
		calls:      make(map[ssa.CallInstruction]*term),
		states:     make(map[stateKey]*term),
		busyStates: make(map[stateKey]bool),
		forward:    make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool),
		loops:      make(map[*ssa.BasicBlock]map[*ssa.BasicBlock]bool),
		asked:      make(map[*region.Region][]string),
	}
	fr.collectMods()
	return fr
}

// value returns the term of v. Pointers to objects of the function stand for
// the object as the function leaves it; see [frame.state] for other moments.
func (f *frame) value(v ssa.Value) *term {
	if f.accs[v] {
		return f.acc()
	}
	memo := f.vals
	if f.loop != nil {
		memo, _ = f.loop.memo() // what is the element at hand there is any element elsewhere
	}
	if t, ok := memo[v]; ok {
		return t
	}
	if f.busy[v] || !f.step() {
		return f.none
	}
	f.busy[v] = true
	t := f.translate(v)
	delete(f.busy, v)
	memo[v] = t
	return t
}

func (f *frame) translate(v ssa.Value) *term {
	if isContext(v.Type()) {
		return f.context(v)
	}
	switch v := v.(type) {
	case *ssa.Const:
		return f.constant(v)
	case *ssa.Parameter:
		return f.stateIfObject(v, nil)
	case *ssa.Function:
		return f.function(v)
	case *ssa.Global:
		return f.global(globalName(v))
	case *ssa.MakeSlice:
		if c, ok := v.Len.(*ssa.Const); !ok || c.Int64() != 0 {
			return f.concat(f.none, f.state(v, nil)) // elements that are set elsewhere
		}
		return f.state(v, nil)
	case *ssa.FreeVar, *ssa.Alloc, *ssa.MakeMap, *ssa.MakeChan:
		return f.state(v, nil)
	case *ssa.UnOp:
		return f.unary(v)
	case *ssa.BinOp:
		if isText(v.Type()) {
			return f.joined(v.X, v.Y)
		}
		return f.arith(v.Op.String(), f.value(v.X), f.value(v.Y))
	case *ssa.Phi:
		return f.phi(v)
	case *ssa.Call:
		return f.stateIfObject(v, nil)
	case *ssa.MakeInterface:
		return f.makeInterface(v, nil)
	case *ssa.ChangeInterface:
		return f.value(v.X)
	case *ssa.ChangeType:
		return f.value(v.X)
	case *ssa.Convert:
		if relevant(v.Type()) || carries(v.Type()) {
			return f.value(v.X)
		}
	case *ssa.TypeAssert:
		return f.assert(v)
	case *ssa.Extract:
		return f.extract(v)
	case *ssa.Field:
		return f.field(f.value(v.X), f.names.fieldName(v.X.Type(), v.Field))
	case *ssa.FieldAddr, *ssa.IndexAddr:
		return f.load(v, nil)
	case *ssa.Index:
		return f.indexed(f.value(v.X), v.Index)
	case *ssa.Lookup:
		return f.elem(f.value(v.X))
	case *ssa.Slice:
		return f.value(v.X)
	case *ssa.MakeClosure:
		return f.closure(v)
	case *ssa.Range:
		return f.value(v.X)
	}
	return f.none
}

func (f *frame) constant(c *ssa.Const) *term {
	if c.Value == nil {
		return f.null
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return f.truth(constant.BoolVal(c.Value))
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return f.int(n)
		}
	case constant.Float:
		if v := constant.ToInt(c.Value); v.Kind() == constant.Int {
			if n, ok := constant.Int64Val(v); ok {
				return f.int(n)
			}
		}
		v, _ := constant.Float64Val(c.Value)
		return f.intern(term{op: literal, name: strconv.FormatFloat(v, 'g', -1, 64)})
	case constant.String:
		s := constant.StringVal(c.Value)
		switch {
		case s == "":
			return f.null
		case saysWhat(s):
			return f.words(s)
		}
		return f.filled
	}
	return f.none
}

// maxText is the longest text that is kept: a gRPC service config.
const maxText = 4096

// text returns a constant text for known data to read.
func (f *frame) text(v ssa.Value) *term {
	c, ok := v.(*ssa.Const)
	if !ok || c.Value == nil || c.Value.Kind() != constant.String {
		return f.none
	}
	s := constant.StringVal(c.Value)
	if len(s) > maxText {
		return f.none
	}
	return f.words(s)
}

func (f *frame) function(fn *ssa.Function) *term {
	f.declare(fn)
	return f.fn(f.names.ssaName(fn))
}

func (f *frame) closure(c *ssa.MakeClosure) *term {
	fn := c.Fn.(*ssa.Function)
	if obj, ok := fn.Object().(*types.Func); ok && fn.Parent() == nil && len(c.Bindings) == 1 {
		// A method value: go/ssa wraps it in a synthetic function.
		recv := f.value(c.Bindings[0])
		if types.IsInterface(c.Bindings[0].Type()) {
			return f.bound(recv, f.names.funcName(obj))
		}
		f.declareObject(obj)
		return f.fn(f.names.funcName(obj), recv)
	}
	captured := make([]*term, len(c.Bindings))
	for i, b := range c.Bindings {
		captured[i] = f.value(b)
	}
	return f.fn(f.names.ssaName(fn), captured...)
}

func (f *frame) unary(v *ssa.UnOp) *term {
	switch v.Op {
	case token.MUL:
		return f.stateIfObject(v, nil)
	case token.ARROW:
		return f.elem(f.value(v.X))
	case token.SUB:
		return f.arith("-", f.int(0), f.value(v.X))
	case token.NOT:
		return f.arith("==", f.value(v.X), f.int(0))
	}
	return f.none
}

func (f *frame) makeInterface(v *ssa.MakeInterface, at ssa.Instruction) *term {
	name := f.names.typeName(v.X.Type())
	f.declareMethods(v.X.Type(), v.Type())
	x := f.value(v.X)
	if at != nil {
		x = f.stateIfObject(v.X, at)
	}
	if r := f.embeddedReader(v.X.Type(), x); r != nil {
		x = r
	}
	return f.wrap(name, x)
}

func (f *frame) assert(v *ssa.TypeAssert) *term {
	x := f.value(v.X)
	if types.IsInterface(v.AssertedType) {
		return x
	}
	return f.unwrap(f.names.typeName(v.AssertedType), x)
}

func (f *frame) extract(v *ssa.Extract) *term {
	switch t := v.Tuple.(type) {
	case *ssa.Call:
		return f.stateIfObject(v, nil)
	case *ssa.TypeAssert:
		if v.Index == 0 {
			return f.assert(t)
		}
		return f.markFound(t)
	case *ssa.Lookup:
		if v.Index == 0 {
			return f.elem(f.value(t.X))
		}
	case *ssa.UnOp:
		if v.Index == 0 {
			return f.elem(f.value(t.X))
		}
	case *ssa.Next:
		if v.Index == 2 {
			return f.elemOfLoop(f.value(t.Iter), t)
		}
	}
	return f.none
}

func (f *frame) indexed(x *term, index ssa.Value) *term {
	if c, ok := index.(*ssa.Const); ok && c.Value != nil {
		if n, ok := constant.Int64Val(constant.ToInt(c.Value)); ok {
			return f.index(x, n)
		}
	}
	if in, ok := index.(ssa.Instruction); ok {
		return f.elemOfLoop(x, in)
	}
	return f.elem(x)
}

// call returns the term of a call. The state of objects that it is handed is
// the one before the call.
func (f *frame) call(c ssa.CallInstruction) *term {
	memo := f.calls
	if f.loop != nil {
		_, memo = f.loop.memo()
	}
	if t, ok := memo[c]; ok {
		return t
	}
	t := f.translateCall(c)
	memo[c] = t
	return t
}

func (f *frame) translateCall(c ssa.CallInstruction) *term {
	common := c.Common()
	if t, ok := f.asksMark(common); ok {
		return t
	}
	args := make([]*term, 0, len(common.Args))
	reads := f.readsText(common)
	for _, a := range common.Args {
		if reads && !relevant(a.Type()) {
			args = append(args, f.text(a))
			continue
		}
		args = append(args, f.argument(a, c))
	}
	if common.IsInvoke() {
		recv := f.valueAt(common.Value, c)
		if recv.op != iface && !types.IsInterface(common.Value.Type().Underlying()) {
			return f.none
		}
		method := f.names.funcName(common.Method)
		if _, ok := f.objects[method]; !ok {
			f.objects[method] = common.Method.Origin()
		}
		return f.invoke(recv, method, args...)
	}
	if b, ok := common.Value.(*ssa.Builtin); ok {
		return f.builtin(b, common.Args, args)
	}
	f.wrapTypeParams(common, args)
	if fn := common.StaticCallee(); fn != nil {
		if _, ok := common.Value.(*ssa.MakeClosure); !ok {
			f.declare(fn)
			return f.apply(f.fn(f.names.ssaName(fn)), args...)
		}
	}
	return f.apply(f.valueAt(common.Value, c), args...)
}

// calledByName returns the summary of the function that a call names, nil if
// nothing is known of it; named is false when it is not certain by its name
// alone which function runs. Most calls need no look at what they hand over.
func (f *frame) calledByName(c ssa.CallInstruction) (s *summary, named bool) {
	common := c.Common()
	fn := common.StaticCallee()
	if _, closure := common.Value.(*ssa.MakeClosure); fn == nil || closure || common.IsInvoke() {
		return nil, false
	}
	f.declare(fn)
	return f.summary(f.names.ssaName(fn)), true
}

// readsText reports whether known data reads texts that a function is handed.
func (f *frame) readsText(c *ssa.CallCommon) bool {
	fn := c.StaticCallee()
	if fn == nil {
		return false
	}
	f.declare(fn)
	s := f.knownSetting(f.names.ssaName(fn))
	return s != nil && s.Counts == known.CountsService
}

// argument is the part of an argument that can matter.
func (f *frame) argument(a ssa.Value, at ssa.Instruction) *term {
	if isContext(a.Type()) {
		return f.marked(a)
	}
	if !relevant(a.Type()) {
		return f.sent(a, at)
	}
	return f.valueAt(a, at)
}

// wrapTypeParams gives arguments of type parameters the concrete type that
// the generic callee needs to find their methods.
func (f *frame) wrapTypeParams(c *ssa.CallCommon, args []*term) {
	fn := c.StaticCallee()
	if fn == nil || fn.Origin() == nil {
		return
	}
	params := fn.Origin().Signature.Params()
	skip := len(args) - params.Len()
	for i := range params.Len() {
		if _, ok := types.Unalias(params.At(i).Type()).(*types.TypeParam); !ok || skip < 0 || i+skip >= len(args) {
			continue
		}
		if t := c.Args[i+skip].Type(); !types.IsInterface(t) && relevant(t) {
			f.declareMethods(t, nil)
			args[i+skip] = f.wrap(f.names.typeName(t), args[i+skip])
		}
	}
}

func (f *frame) builtin(b *ssa.Builtin, vals []ssa.Value, args []*term) *term {
	switch b.Name() {
	case "append":
		if len(args) == 2 {
			return f.concat(f.value(vals[0]), f.value(vals[1]))
		}
	case "len", "cap":
		return f.length(f.value(vals[0]))
	case "min", "max":
		t := f.value(vals[0])
		for _, v := range vals[1:] {
			t = f.arith(b.Name(), t, f.value(v))
		}
		return t
	case "ssa:wrapnilchk":
		return f.value(vals[0])
	}
	return f.none
}

// callValue returns the value of a call instruction with one result.
func (f *frame) callValue(c *ssa.Call) *term {
	t := f.call(c)
	if !isCall(t) {
		return t // a builtin
	}
	return f.anew(c, f.result(t, 0))
}

func globalName(g *ssa.Global) string { return g.Pkg.Pkg.Path() + "." + g.Name() }
