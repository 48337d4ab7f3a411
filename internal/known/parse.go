package known

import (
	"errors"
	"fmt"
	"strings"
)

// A reader reads one stanza.
type reader struct {
	paths   []string // of the last package line
	sources []string // module@version:file
	record  *Record  // nil when the stanza speaks of a package only
	entries []entry
	line    int
	own     bool // a user's: it needs no source
}

// keywords are the lines that a stanza may hold. Those of a record come in
// parse_record.go.
var keywords = map[string]func(*reader, *line){
	"package":  (*reader).packageLine,
	"wait":     (*reader).waitLine,
	"true":     (*reader).trueLine,
	"code":     (*reader).codeLine,
	"error":    (*reader).errorLine,
	"hint":     (*reader).hintLine,
	"ends":     (*reader).endsLine,
	"stop":     (*reader).stopLine,
	"op":       (*reader).opLine,
	"pure":     (*reader).pureLine,
	"record":   (*reader).recordLine,
	"source":   (*reader).sourceLine,
	"kind":     (*reader).kindLine,
	"attempts": (*reader).attemptsLine,
	"delay":    (*reader).delayLine,
	"errors":   (*reader).errorsLine,
	"ctx":      (*reader).ctxLine,
	"methods":  (*reader).methodsLine,
	"only":     (*reader).onlyLine,
	"proved":   (*reader).provedLine,
	"asked":    (*reader).askedLine,
	"call":     (*reader).callLine,
	"new":      (*reader).newLine,
	"set":      (*reader).setLine,
	"field":    (*reader).fieldLine,
	"var":      (*reader).varLine,
	"type":     (*reader).typeLine,
	"mark":     (*reader).markLine,
	"effect":   (*reader).effectLine,
	"makes":    (*reader).makesLine,
	"keys":     (*reader).keysLine,
	"headers":  (*reader).headersLine,
}

// parse reads a stanza. An error names the file and the line.
func parse(s *stanza) (*reader, error) {
	p := &reader{own: s.own, paths: s.paths}
	text := s.text
	for n := s.first(); text != ""; n++ {
		var content string
		content, text, _ = strings.Cut(text, "\n")
		content, _, _ = strings.Cut(content, "#")
		words := strings.Fields(content)
		if len(words) == 0 {
			continue
		}
		p.line = n
		if err := p.parseLine(words); err != nil {
			return &reader{}, fmt.Errorf("%s: %w", s.at(n), err)
		}
	}
	if err := p.finish(); err != nil {
		return &reader{}, fmt.Errorf("%s: %w", s.at(s.first()), err)
	}
	return p, nil
}

func (p *reader) parseLine(words []string) error {
	read, ok := keywords[words[0]]
	if !ok {
		return fmt.Errorf("unknown keyword %q", words[0])
	}
	l := &line{words: words[1:]}
	read(p, l)
	return l.done()
}

// declare notes what is known of a symbol, in each package of the last
// package line.
func (p *reader) declare(l *line, symbol string, value func(path string) any) {
	if len(p.paths) == 0 {
		l.failf("a package line must come first")
	}
	for _, path := range p.paths {
		p.entries = append(p.entries, entry{path: path, symbol: symbol, line: p.line, value: value(path)})
	}
}

// same declares one value for all packages.
func (p *reader) same(l *line, symbol string, value any) {
	p.declare(l, symbol, func(string) any { return value })
}

func (p *reader) packageLine(l *line) {
	p.paths = l.words
	if len(p.paths) == 0 {
		l.failf("no import path")
	}
	for _, path := range p.paths {
		if strings.Contains(strings.TrimSuffix(path, "/*"), "*") {
			l.failf("%q: a star may only stand for all packages below", path)
		}
	}
	l.words = nil
}

func (p *reader) waitLine(l *line) {
	symbol := l.symbol()
	w := &Waiting{Form: WaitForm(l.next("the form of waiting"))}
	switch w.Form {
	case Sleeps, Channel, Timer, Ticker, Resets, Next, Limiter:
	default:
		l.failf("unknown form of waiting %q", w.Form)
	}
	w.Duration = l.index("duration")
	w.Ctx = l.index("ctx")
	w.Stops = l.flag("stops")
	w.Held = l.flag("held")
	w.Delay = l.delay()
	p.same(l, symbol, w)
}

// errorArg takes arg=N or the flag recv; the error is argument 0 by default.
func errorArg(l *line) int {
	if l.flag("recv") {
		return -1
	}
	return int(l.number("arg", 0))
}

func (p *reader) trueLine(l *line) {
	symbol := l.symbol()
	t := &ErrorTest{True: l.classes(l.next("a list of error classes"))}
	t.Arg = errorArg(l)
	p.same(l, symbol, t)
}

func (p *reader) codeLine(l *line) {
	symbol := l.symbol()
	t := &ErrorTest{Code: CodeSpace(l.next("grpc or http"))}
	if t.Code != GRPCCodes && t.Code != HTTPStates {
		l.failf("unknown codes %q", t.Code)
	}
	t.Arg = errorArg(l)
	p.same(l, symbol, t)
}

func (p *reader) errorLine(l *line) {
	symbol := l.symbol()
	p.same(l, symbol, errorIs(l.classes(l.next("a list of error classes"))))
}

func (p *reader) stopLine(l *line) {
	symbol := l.symbol()
	typ, field := splitSymbol(symbol)
	limit, _ := l.attr("limit")
	stop := &StopField{Field: field, Limit: limit}
	if typ == "" || stop.Limit == "" {
		l.failf("a stop is Type.Field limit=Field")
	}
	p.same(l, typ, stop)
}

func (p *reader) hintLine(l *line) { p.all(l, isHint{}) }

func (p *reader) endsLine(l *line) { p.all(l, isEnd{}) }

// all declares one value for all names on the rest of the line.
func (p *reader) all(l *line, value any) {
	if len(l.words) == 0 {
		l.failf("a name is missing")
	}
	for len(l.words) > 0 && l.err == nil {
		p.same(l, l.symbol(), value)
	}
}

func (p *reader) opLine(l *line) {
	op := &Operation{Effect: Effect(l.next("read, write or unknown"))}
	if op.Effect != Reads && op.Effect != Writes && op.Effect != UnknownEffect {
		l.failf("%q is not read, write or unknown", op.Effect)
	}
	op.Stream = l.flag("stream")
	p.operations(l, op)
}

func (p *reader) pureLine(l *line) { p.operations(l, pure) }

// operations declares op for all names on the rest of the line.
func (p *reader) operations(l *line, op *Operation) { p.symbols(l, op) }

// finish checks what only the whole stanza can tell.
func (p *reader) finish() error {
	switch {
	case p.record != nil:
		p.record.Sources = p.sources
		return p.record.check(len(p.entries))
	case len(p.entries) > 0 && len(p.sources) == 0 && !p.own:
		return errors.New("the stanza has no source")
	}
	return nil
}
