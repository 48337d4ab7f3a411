package known

import (
	"errors"
	"slices"
	"strings"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// head returns the record for a line that must come before the functions,
// since those take over what it says.
func (p *reader) head(l *line) *Record {
	if len(p.entries) > 0 {
		l.failf("this line must come before the functions and settings")
	}
	return p.rec(l)
}

// rec returns the record that a line belongs to; an empty one, with a fault,
// when there is none.
func (p *reader) rec(l *line) *Record {
	if p.record == nil {
		l.failf("a record line must come first")
		return &Record{}
	}
	return p.record
}

func (p *reader) recordLine(l *line) {
	if p.record != nil || len(p.entries) > 0 {
		l.failf("the record line must come first, and once")
	}
	p.record = &Record{ID: l.next("the record's id"), CtxLoop: "no", CtxWait: "no", Own: p.own}
	if p.own {
		p.record.RetriesOn = errclass.Any // unless it says otherwise
	}
}

func (p *reader) sourceLine(l *line) {
	for _, source := range l.words {
		module, file, ok := strings.Cut(source, ":")
		if !ok || !strings.Contains(module, "@") || file == "" {
			l.failf("%q is not module@version:file", source)
		}
	}
	p.sources = append(p.sources, l.words...)
	l.words = nil
}

var kinds = []Kind{Closure, Iterator, Poller, Periodic, Tx, Transport, Client, Queue, Single, Once}

func (p *reader) kindLine(l *line) { p.head(l).kind = l.kind(l.next("the kind")) }

// kind reads the name of a kind.
func (l *line) kind(name string) Kind {
	if !slices.Contains(kinds, Kind(name)) {
		l.failf("unknown kind %q", name)
	}
	return Kind(name)
}

func (p *reader) attemptsLine(l *line) {
	r := p.head(l)
	word := l.next("the number of attempts")
	if r.FromCaller = word == "caller"; !r.FromCaller {
		r.Default = l.bound(word)
	}
}

func (p *reader) delayLine(l *line) {
	r := p.head(l)
	growth := l.growth(l.next("how the waits grow"))
	r.Delay = l.delay()
	r.Delay.Growth = growth
}

func (p *reader) errorsLine(l *line) {
	p.head(l).RetriesOn = l.classes(l.next("a list of error classes"))
}

var ctxAnswers = []string{"yes", "no", "option"}

func (p *reader) ctxLine(l *line) {
	r := p.head(l)
	r.CtxLoop = l.choice("loop", "no", ctxAnswers...)
	r.CtxWait = l.choice("wait", "no", ctxAnswers...)
}

func (p *reader) methodsLine(l *line) {
	p.head(l).Methods = strings.Split(l.next("a list of methods"), ",")
}

func (p *reader) onlyLine(l *line) {
	if l.next("what is asked for") != "retry-after" {
		l.failf("only retry-after is known")
	}
	p.head(l).OnlyAsked = true
}

func (p *reader) provedLine(l *line) {
	r := p.head(l)
	word := l.next("yes or no")
	if word != "yes" && word != "no" {
		l.failf("%q is not yes or no", word)
	}
	r.Proved = word == "yes"
}

func (p *reader) askedLine(l *line) {
	r := p.head(l)
	r.Hint = l.next("what becomes of a wait that is asked for")
	switch r.Hint {
	case "honoured", "capped", "ignored":
	default:
		l.failf("%q is not honoured, capped or ignored", r.Hint)
	}
}

// callLine reads a function that repeats, or has something repeated.
func (p *reader) callLine(l *line) {
	r := p.rec(l)
	f := Func{Record: r}
	symbol := l.symbol()
	f.Recv, f.Name = splitSymbol(symbol)
	f.Closure = l.index("closure")
	f.Protocol = Protocol(l.choice("protocol", "", "err", "false", "true", "marked", "no-result"))
	f.Body, _ = l.attr("body")
	if (f.Closure >= 0 || f.Body != "") != (f.Protocol != "") {
		l.failf("closure or body and protocol belong together")
	}
	f.Policy = l.index("policy")
	f.Options = l.index("options")
	f.Attempts = l.index("attempts")
	f.AttemptsCount = Counts(l.choice("counts", "", "attempts", "retries", "time"))
	if (f.Attempts >= 0) != (f.AttemptsCount != "") {
		l.failf("attempts and counts belong together")
	}
	f.Interval = l.index("interval")
	f.Retriable = l.index("retriable")
	f.Ctx = l.index("ctx")
	f.CtxLoop = l.choice("ctxloop", r.CtxLoop, ctxAnswers...)
	f.CtxWait = l.choice("ctxwait", r.CtxWait, ctxAnswers...)
	f.Receiver = l.flag("receiver")
	f.Through = Counts(l.choice("through", "", string(CountsInterceptor), string(CountsStreamInterceptor)))
	f.Next = l.index("next")
	if (f.Through != "") != (f.Next >= 0) {
		l.failf("through and next belong together")
	}
	f.Kind = r.kind
	if kind, ok := l.attr("kind"); ok {
		f.Kind = l.kind(kind)
	}
	f.Takes, _ = l.attr("takes")
	f.FailsWithError = l.flag("fails")
	f.Effect = Effect(l.choice("effect", "", "read", "write"))
	f.Default = r.Default
	if word, ok := l.attr("default"); ok {
		f.Default = l.bound(word)
	}
	f.RetriesOn = r.RetriesOn
	if list, ok := l.attr("errors"); ok {
		f.RetriesOn = l.classes(list)
	}
	p.declare(l, symbol, func(path string) any {
		f := f
		f.Path = path
		r.Funcs = append(r.Funcs, &f)
		return &f
	})
}

// newLine reads a function that makes a policy, a client or a set of them,
// with settings of its own in force.
func (p *reader) newLine(l *line) {
	symbol := l.symbol()
	s := p.setting(l, symbol, CountsPolicy)
	s.Options = l.index("options")
	s.Policy = p.policy(l)
	s.Takes, _ = l.attr("takes")
	if strings.Contains(symbol, "*") != (s.Takes != "") {
		l.failf("a star in the name and takes belong together")
	}
	p.addSetting(l, symbol, s)
}

// setLine reads a function or method whose call sets something.
func (p *reader) setLine(l *line) {
	symbol := l.symbol()
	s := p.setting(l, symbol, Counts(l.next("what the setting counts")))
	s.Options = l.index("options")
	s.Delay = l.delay()
	p.addSetting(l, symbol, s)
}

// fieldLine reads a field of a struct that holds a setting.
func (p *reader) fieldLine(l *line) {
	symbol := l.symbol()
	if !strings.Contains(symbol, ".") {
		l.failf("%q is not Type.Field", symbol)
	}
	s := p.setting(l, symbol, Counts(l.next("what the field counts")))
	s.Field = true
	s.Options = -1
	s.Delay = l.delay()
	p.addSetting(l, symbol, s)
}

var counts = []Counts{CountsAttempts, CountsRetries, CountsTime, CountsForever, CountsOnce, CountsPolicy, CountsCtx,
	CountsDelay, CountsFactor, CountsCap, CountsJitter, CountsErrors, CountsLen, CountsNothing, CountsValue, CountsService,
	CountsInterceptor, CountsStreamInterceptor}

// setting reads what all forms of settings share.
func (p *reader) setting(l *line, symbol string, c Counts) *Setting {
	s := &Setting{Record: p.rec(l), Counts: c}
	if !slices.Contains(counts, c) {
		l.failf("a setting cannot count %q", c)
	}
	s.Type, s.Name = splitSymbol(symbol)
	s.Arg = l.index("arg")
	s.Inner = l.index("inner")
	s.Receiver = l.flag("receiver")
	s.Ends = l.flag("ends")
	s.Pointer = l.flag("pointer")
	s.Zero = l.choice("zero", "", "unlimited", "once", "default", "never")
	s.Negative = l.choice("negative", "", "unlimited", "once", "default", "never")
	s.Default = l.number("default", 0)
	return s
}

func (p *reader) addSetting(l *line, symbol string, s *Setting) {
	p.declare(l, symbol, func(path string) any {
		s := *s
		s.Path = path
		s.Record.Settings = append(s.Record.Settings, &s)
		return &s
	})
}

// policy reads what holds when nothing else is said.
func (p *reader) policy(l *line) *Policy {
	r := p.rec(l)
	pol := &Policy{Attempts: r.Default, Delay: r.Delay}
	if word, ok := l.attr("attempts"); ok {
		pol.Attempts = l.bound(word)
	}
	if d := l.delay(); d != (attempt.Delay{}) {
		pol.Delay = d
	}
	return pol
}

func (p *reader) varLine(l *line)  { p.value(l) }
func (p *reader) typeLine(l *line) { p.value(l) }

// value reads the policy that a package variable holds, or that a literal of
// a type is.
func (p *reader) value(l *line) {
	symbol := l.symbol()
	p.same(l, symbol, p.policy(l))
}

func (p *reader) markLine(l *line) {
	r := p.rec(l)
	symbol := l.symbol()
	again := l.flag("again")
	if !again && !l.flag("permanent") {
		l.failf("a mark is again or permanent")
	}
	m := Mark{Again: again, Bare: l.flag("bare")}
	m.Type, m.Name = splitSymbol(symbol)
	p.declare(l, symbol, func(path string) any {
		m := m
		m.Path = path
		r.Marks = append(r.Marks, &m)
		return &m
	})
}

func splitSymbol(symbol string) (recv, name string) {
	recv, name, method := strings.Cut(symbol, ".")
	if !method {
		return "", symbol
	}
	return recv, name
}

// check reports what a record lacks.
func (r *Record) check(entries int) error {
	switch {
	case len(r.Sources) == 0 && !r.Own:
		return errors.New("the record has no source")
	case r.kind == "":
		return errors.New("the record has no kind")
	case entries == 0:
		return errors.New("the record names no symbol")
	case r.kind != Single && r.kind != Once && !r.FromCaller && r.Default == attempt.Bound{}:
		return errors.New("the record has no attempts")
	}
	return nil
}
