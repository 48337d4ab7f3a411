package region

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/known"
)

// farAway stands for a limit of attempts that is not a constant: in the rounds
// that a trace looks at, it is not reached.
const farAway = 1 << 20

// A trail is what a traced walk remembers of the way since the trial failed.
type trail struct {
	pauses uint64 // the waits, one bit for each of [tracer.pauses]
	// guessed says that a test of the failure was not understood, so that
	// nobody knows whether this failure takes this way.
	guessed bool
	hint    bool // the answer was asked how long to wait
	budget  bool // something that several callers share could have refused
	repair  bool // another operation was done in between
	opaque  bool // something unknown was called that may have waited
	// where is the condition that let the failure through, or the return of
	// the predicate that did.
	where token.Pos
	named bool // where is a test that names the failure
}

// key is the trail without what makes no difference to a walk.
func (t trail) key() trail {
	t.where, t.named = token.NoPos, false
	return t
}

// A tracer makes a walk remember what happens between a failure of the trial
// and its repetition.
type tracer struct {
	*traced
	// given are the parameters of an entered function that hold the failure,
	// or something computed from it.
	given map[ssa.Value]bool
	memo  map[ssa.Value]bool
	// call is the wait that an entered function makes, as its caller sees it.
	call *pause
	// fn is the function whose loop is traced; waits elsewhere grow in none.
	fn *ssa.Function
}

// loop returns the cycle in whose rounds a wait of fn grows.
func (t *tracer) loop(fn *ssa.Function) *cycle {
	if fn != t.fn {
		return nil
	}
	return t.around
}

// Traced is what the walk and those into the functions that it enters share.
type traced struct {
	in      world
	use     *use   // of the helper that repeats the function, if there is one
	around  *cycle // in whose rounds waits grow
	pauses  []pause
	numbers map[ssa.Instruction]int
	far     map[ssa.Value]bool // limits that are not reached
	fed     map[ssa.Value]bool // what the trial's arguments are computed from, and what not
	ways    [2][]trail         // back to the trial: from the first attempt, and from the second
	exits   []exit
	asked   questions
	// lost is where a final error was made into one without its mark.
	lost    Loss
	reached bool // the trial has failed
}

// An exit is one return after the failure.
type exit struct {
	results []Abs
	trail   trail
}

// Questions are the kinds of tests that look at the failure. A typed one asks for
// a type of which nothing is known.
type questions struct{ status, code, class, typed bool }

func newTracer(fn *ssa.Function, in world, around *cycle) *tracer {
	return &tracer{
		fn:     fn,
		traced: &traced{in: in, around: around, numbers: map[ssa.Instruction]int{}, far: map[ssa.Value]bool{}, fed: map[ssa.Value]bool{}},
		memo:   map[ssa.Value]bool{},
	}
}

// worldOf returns what calls do at a point: all succeed until the trial fails.
func (t *tracer) worldOf(p point) world {
	if p.failed {
		return t.in
	}
	return succeeding
}

// entering returns the tracer of a walk into a called function.
func (t *tracer) entering(w *walk, call *ssa.Call, fn *ssa.Function) *tracer {
	given := map[ssa.Value]bool{}
	for i, p := range fn.Params {
		if i < len(call.Call.Args) && w.tainted(call.Call.Args[i]) {
			given[p] = true
		}
	}
	inner := &tracer{traced: t.traced, given: given, memo: map[ssa.Value]bool{}, call: t.call}
	if q, ok := w.f.callPause(call, t.loop(call.Parent())); ok && t.call == nil {
		inner.call = &q
	}
	return inner
}

// comesBack handles the arrival at the trial and reports whether the way ends.
// Ways are followed for two rounds: the second is what all later ones are like.
func (w *walk) comesBack(p *point) bool {
	t := w.tracer
	w.world = t.in
	if !p.failed {
		p.failed, t.reached = true, true
		return false
	}
	if !p.crossed {
		return true // a loop within: another region
	}
	w.again = true
	t.ways[p.count] = append(t.ways[p.count], p.trail)
	if p.count++; p.count == len(t.ways) {
		return true
	}
	p.crossed, p.trail = false, trail{}
	return false
}

// returnsFrom notes a return of the traced function, or of one that it calls.
func (w *walk) returnsFrom(p point, results []Abs, ret *ssa.Return) {
	if !p.failed {
		return
	}
	if w.depth == 0 {
		w.tracer.exits = append(w.tracer.exits, exit{results, p.trail})
		return
	}
	if last := len(w.ends) - 1; !p.trail.where.IsValid() && len(w.tracer.given) > 0 {
		w.ends[last].trail.where = ret.Pos() // nothing in it named the failure
	}
}

// decides notes what a condition makes of the failure.
func (w *walk) decides(p *point, instr *ssa.If, cond Abs) {
	if !p.failed {
		return
	}
	v := instr.Cond
	for {
		not, ok := v.(*ssa.UnOp)
		if !ok || not.Op != token.NOT {
			break
		}
		v = not.X
		if cond.Kind == Bool {
			cond = boolean(cond.N == 0)
		}
	}
	if cond.Kind != Bool && asksWhetherToWait(v) {
		p.trail.opaque = true
	}
	if !w.tainted(v) {
		p.trail.budget = p.trail.budget || w.f.refuses(v)
		return
	}
	if cond.Kind != Bool {
		p.trail.guessed = p.trail.guessed || !w.covers(v) && !w.f.asksHint(v, 0)
		return
	}
	if pos := w.match(v, cond.isTrue()); pos.IsValid() {
		p.trail.where, p.trail.named = pos, true
	}
}

// match returns the place of a condition that named the failure.
func (w *walk) match(v ssa.Value, truth bool) token.Pos {
	switch v := v.(type) {
	case *ssa.BinOp:
		if isNilConst(v.X) || isNilConst(v.Y) || truth == (v.Op == token.NEQ) {
			return token.NoPos
		}
		return v.Pos()
	case *ssa.Call:
		if !truth || w.enters(v) != nil {
			return token.NoPos // named there
		}
		if fn := calledFunc(v.Common()); fn != nil && fn.FullName() == "slices.Contains" {
			if at := w.elemPos(v); at.IsValid() {
				return at
			}
		}
		return v.Pos()
	case *ssa.Lookup:
		if truth {
			return v.Pos()
		}
	case *ssa.Extract:
		if call, ok := v.Tuple.(*ssa.Call); truth && !(ok && w.enters(call) != nil) {
			return v.Tuple.Pos()
		}
	}
	return token.NoPos
}

func isNilConst(v ssa.Value) bool {
	c, ok := v.(*ssa.Const)
	return ok && c.IsNil()
}

// covers reports whether a condition that came out both ways is a known test
// for errors of the world's class: some of them pass it, others may not.
func (w *walk) covers(v ssa.Value) bool {
	return w.world.classed && !w.world.exact && classesOfTest(v).Has(w.world.class)
}

// wait notes a pause on the way.
func (w *walk) wait(p *point, st *state, q pause) {
	t := w.tracer
	if t.call != nil {
		at := q.instr
		q = *t.call
		q.instr = at
	}
	n, ok := t.numbers[q.instr]
	if !ok {
		n = len(t.pauses)
		t.numbers[q.instr] = n
		t.pauses = append(t.pauses, q)
	}
	p.trail.pauses |= 1 << min(n, 63)
	if t.call == nil {
		p.trail.hint = p.trail.hint || w.fromAnswer(st, q)
	}
}

// fromAnswer reports whether the length of a wait is computed from the failure
// on this way, and is not a number of the code's own.
func (w *walk) fromAnswer(st *state, q pause) bool {
	return q.duration != nil && !w.value(st, q.duration).numeric() && w.tainted(q.duration)
}

// notice notes what a call on the way means for the trail.
func (w *walk) notice(p *point, st *state, call *ssa.Call) {
	if call == nil || call == w.trial || !p.failed {
		return
	}
	c := call.Common()
	if _, ok := c.Value.(*ssa.Builtin); ok {
		return
	}
	if readsHint(c) {
		p.trail.hint = true
		return
	}
	if w.tellsHelper(c) {
		p.trail.guessed = true // it may say that this attempt was the last
	}
	if w.world.canceled() && handedContext(c) && !hasError(c.Signature()) && c.Signature().Results().Len() > 0 && w.enters(call) == nil {
		p.trail.guessed = true // it may say that the caller has gone
	}
	q, waits := w.f.callPause(call, w.tracer.loop(call.Parent()))
	if w.enters(call) != nil || w.jump(call) != nil {
		p.trail.hint = p.trail.hint || waits && w.fromAnswer(st, q)
		return // what it does is seen there
	}
	if waits {
		if w.f.limits(c) {
			p.trail.budget = true
		}
		w.wait(p, st, q)
		return
	}
	fn := calledFunc(c)
	if isIterator(c) && !known.SleepsIn(fn.Pkg().Path()) {
		w.wait(p, st, pause{instr: call, delay: known.Lookup(fn).Record.Delay})
		return
	}
	if w.f.limits(c) {
		p.trail.budget = true
		return
	}
	handles := false // what closes, drains or reports the failure is no repair
	for _, a := range c.Args {
		handles = handles || w.tainted(a)
	}
	if c.IsInvoke() {
		handles = handles || w.tainted(c.Value)
	}
	switch {
	case handles:
		if b := w.f.behaviorOf(c); b != nil && b.ReadsHint {
			p.trail.hint = true
		} else if b != nil && b.MayWait {
			p.trail.opaque = true
		} else if b == nil && w.f.operates(c) && !c.IsInvoke() && !standard(fn) {
			p.trail.opaque = true
		}
	case w.begins(call):
	case w.f.operates(c):
		p.trail.repair = true
	case mayWait(c) && w.f.behaviorOf(c) == nil, w.f.own(c) && handedContext(c), w.f.blocksAt(c):
		p.trail.opaque = true
	}
}

// tellsHelper reports whether a call of a repeated function tells something to what
// repeats it: by a parameter, which the helper has handed over, or by an object of
// the type whose method the helper is.
func (w *walk) tellsHelper(c *ssa.CallCommon) bool {
	u := w.tracer.use
	if u == nil || c.Signature().Results().Len() > 0 {
		return false
	}
	helper := receiverOf(u.call.Common())
	for _, a := range append(nonReceiverArgs(c), receiverOf(c)) {
		if a == nil || w.tainted(a) {
			continue
		}
		if w.isHandle(a) || helper != nil && types.Identical(a.Type(), helper.Type()) {
			return true
		}
	}
	return false
}

// isHandle reports whether a value is an object that the repeated function is handed
// as a parameter, other than a context and a request.
func (w *walk) isHandle(v ssa.Value) bool {
	p, ok := v.(*ssa.Parameter)
	if !ok || p.Parent() != w.tracer.fn || isContext(p.Type()) || ctxflow.IsRequest(p.Type()) {
		return false
	}
	switch p.Type().Underlying().(type) {
	case *types.Pointer, *types.Interface:
		return true
	}
	return false
}

// begins reports whether a call is the first half of the trial, which is a method
// of its result: of a query whose rows are read. By known data they are one
// library's.
func (w *walk) begins(call *ssa.Call) bool {
	if w.trial == nil || w.trial.Common().IsInvoke() || len(w.trial.Common().Args) == 0 || w.trial.Common().Args[0] != ssa.Value(call) {
		return false
	}
	first, second := calledFunc(call.Common()), calledFunc(w.trial.Common())
	return first != nil && second != nil && first.Pkg() == second.Pkg() && known.Op(first) != nil && known.Op(second) != nil
}

// standard reports whether a function is one of the standard library.
func standard(fn *types.Func) bool {
	return fn != nil && fn.Pkg() != nil && known.Standard(fn.Pkg().Path())
}

// noticeOther notes what an instruction that is no call means for the trail.
func (w *walk) noticeOther(p *point, st *state, instr ssa.Instruction) {
	switch v := instr.(type) {
	case *ssa.Select:
		w.chooseDone(st, v)
		if !p.failed {
			return
		}
		if q, ok := w.f.selectPause(v, w.tracer.loop(v.Parent())); ok {
			w.wait(p, st, q)
		} else if v.Blocking {
			p.trail.opaque = true
		}
	case *ssa.UnOp:
		if v.Op != token.ARROW || !p.failed {
			return
		}
		if q, ok := w.f.channelPause(v.X, w.tracer.loop(v.Parent())); ok {
			q.instr = v
			w.wait(p, st, q)
			return
		}
		p.trail.opaque = true
	case *ssa.Send:
		p.trail.opaque = true
	case *ssa.Lookup:
		if isHintName(v.Index) {
			p.trail.hint = true
		}
	case *ssa.TypeAssert:
		if known.IsHintType(named(v.AssertedType)) {
			p.trail.hint = true
		}
	}
}

// handedContext reports whether a call is handed a context.
func handedContext(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if isContext(a.Type()) {
			return true
		}
	}
	return false
}

// chooseDone lets a select take the case of a context that has ended.
func (w *walk) chooseDone(st *state, s *ssa.Select) {
	if !w.world.canceled() {
		return
	}
	for i, c := range s.States {
		if c.Dir == types.RecvOnly && isDone(c.Chan) {
			w.setResults(st, s, []Abs{{Int, int64(i)}})
			return
		}
	}
}

// blur forgets what is only known of the trial's failures at large: what it
// says beside its error depends on which one it is. A request that failed with
// an error has no response.
func (w *walk) blur(trial *ssa.Call, results []Abs) {
	for i, t := range resultTypes(trial.Common()) {
		switch {
		case zero(t).Kind == Bool && results[i].Kind == Bool:
			results[i] = top
		case isResponse(t) && !w.world.answer:
			results[i] = Abs{Kind: Nil}
		}
	}
}

// asks notes which kind of test looked at the failure.
func (w *walk) asks(q questions) {
	if w.tracer == nil || !w.world.fails {
		return
	}
	w.tracer.asked = w.tracer.asked.or(q)
}

func (q questions) or(p questions) questions {
	return questions{q.status || p.status, q.code || p.code, q.class || p.class, q.typed || p.typed}
}
