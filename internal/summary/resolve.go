package summary

// result returns result i of a call: what the callee's summary says, or a
// term that stands for it until the callee is known.
func (e *engine) result(call *term, i int) *term {
	if !isCall(call) {
		return e.none
	}
	for _, way := range e.ways(call) {
		if way != call {
			return e.distribute(call, func(c *term) *term { return e.result(c, i) })
		}
	}
	if i == 0 {
		if t := e.makes(call); t != nil {
			return t
		}
	}
	s, args := e.callee(call)
	if s == nil || e.building[s.name] {
		return e.intern(term{op: result, n: int64(i), args: []*term{call}})
	}
	if i >= len(s.results) {
		return e.none
	}
	return e.guarded(call, i, func() *term { return e.subst(s.results[i], args) })
}

// after returns argument i of a call, the receiver first, as the call leaves
// it.
func (e *engine) after(call *term, i int) *term {
	if !isCall(call) {
		return e.none
	}
	for _, way := range e.ways(call) {
		if way != call {
			return e.distribute(call, func(c *term) *term {
				if call.op == apply && c.op == invoke {
					return e.after(c, i+1)
				}
				return e.after(c, i)
			})
		}
	}
	before := e.argument(call, i)
	s, args := e.callee(call)
	switch {
	case s == nil && e.staysOpen(call):
		return e.intern(term{op: after, n: int64(i), args: []*term{call}})
	case s == nil || e.building[s.name]:
		return before
	}
	if f := call.args[0]; f.op == fn && !s.closure {
		i += len(f.args)
	}
	if i >= len(s.out) || s.out[i] == nil {
		return before
	}
	return e.guarded(call, -1-i, func() *term { return e.subst(s.out[i], args) })
}

// argument returns argument i of a call, the receiver first.
func (e *engine) argument(call *term, i int) *term {
	if call.op == apply {
		i++
	}
	if i < len(call.args) {
		return call.args[i]
	}
	return e.none
}

// staysOpen reports whether the callee may become known, or whether known
// data reads the call itself.
func (e *engine) staysOpen(call *term) bool {
	if call.op == invoke {
		return true
	}
	f := call.args[0]
	switch f.op {
	case zero, opaque:
		return false
	case fn:
		return e.isSetting(f.name)
	}
	return true
}

// ways lists the calls that call may be, when the callee is one of several.
func (e *engine) ways(call *term) []*term {
	if !isCall(call) {
		return nil
	}
	switch call.args[0].op {
	case choice, cond:
		var out []*term
		for _, f := range call.args[0].alternatives() {
			out = append(out, e.withCallee(call, f))
		}
		return out
	}
	return nil
}

// distribute computes f for each callee that call may have.
func (e *engine) distribute(call *term, f func(*term) *term) *term {
	callee := call.args[0]
	if callee.op == cond {
		return e.cond(callee.args[0], f(e.withCallee(call, callee.args[1])), f(e.withCallee(call, callee.args[2])))
	}
	return e.choice(e.each(e.ways(call), f)...)
}

func (e *engine) withCallee(call, f *term) *term {
	if !isCall(call) {
		return e.none // what was a call grew too large to keep
	}
	if call.op == invoke {
		return e.invoke(f, call.name, call.args[1:]...)
	}
	return e.apply(f, call.args[1:]...)
}

// callee returns the summary of the function that call runs, if it is known,
// and what the call gives its parameters.
func (e *engine) callee(call *term) (*summary, *env) {
	if call.op != apply || call.args[0].op != fn {
		return nil, nil
	}
	f := call.args[0]
	s := e.summary(f.name)
	if s == nil {
		return nil, nil
	}
	if s.closure {
		return s, &env{params: call.args[1:], frees: append([]*term{}, f.args...)}
	}
	params := make([]*term, 0, len(f.args)+len(call.args)-1)
	return s, &env{params: append(append(params, f.args...), call.args[1:]...)}
}

// guarded computes one part of a call's outcome, once, and gives up where the
// computation leads back to itself.
func (e *engine) guarded(call *term, part int, compute func() *term) *term {
	key := outcome{call, part}
	if t, ok := e.outcomes[key]; ok {
		return t
	}
	e.outcomes[key] = e.none
	t := compute()
	e.outcomes[key] = t
	return t
}

type outcome struct {
	call *term
	part int
}

// maxSteps bounds the work on one package. It is a guard against programs
// made to defeat the analysis; reaching it costs misses and is counted.
const maxSteps = 1_000_000

// stepsOfClosing bounds the work on one open end, or on one value. Those that
// lead to something take some tens of steps, most that reach the bound are lost
// in tables that a program fills from each other, and one of them would use up
// what the others need.
const stepsOfClosing = 4_000

// budget limits the steps until the function it returns is called to n.
func (e *engine) budget(n int) func() {
	outer, start := e.until, e.steps
	e.until = min(outer, start+n)
	return func() { e.until = outer + e.steps - start }
}

// step counts a unit of work and reports whether there may be more.
func (e *engine) step() bool {
	e.steps++
	if e.steps > maxSteps || e.steps > e.until {
		e.cut++
		return false
	}
	return true
}
