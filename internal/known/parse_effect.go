package known

import "strings"

// effectLine reads functions with a side effect.
func (p *reader) effectLine(l *line) {
	e := &SideEffect{Kind: l.next("the kind of effect")}
	e.Method, _ = l.attr("method")
	e.Request = l.index("request")
	e.Text = l.index("text")
	e.Body = l.index("body")
	e.Input = l.index("input")
	e.Object = l.index("object")
	if e.Into = l.index("into"); l.flag("into-receiver") {
		e.Into = IntoReceiver
	}
	e.Via, _ = l.attr("via")
	e.Receiver = l.flag("receiver")
	e.KeyArg = l.index("key-arg")
	e.Keys = l.list("keys")
	e.Options = l.list("options")
	e.Filled = l.choice("filled", "", "kept", "anew")
	e.Needs, _ = l.attr("needs")
	e.BodyField, _ = l.attr("body-field")
	e.Tx = l.flag("tx")
	e.Sent = l.flag("sent")
	e.Own = p.own
	switch {
	case e.Filled != "" && len(e.Keys) == 0:
		l.failf("filled needs the keys that are filled")
	case (len(e.Keys) > 0 || e.Needs != "" || e.BodyField != "") && e.Input < 0:
		l.failf("fields need the input that has them")
	}
	p.symbols(l, e)
}

// makesLine reads functions that make what is sent.
func (p *reader) makesLine(l *line) {
	m := &Making{What: l.next("what is made")}
	switch m.What {
	case "key", "reader", "command", "request", "same", "appender":
	default:
		l.failf("unknown making %q", m.What)
	}
	m.Arg = l.index("arg")
	m.Method = l.index("method")
	m.Body = l.index("body")
	m.HTTPMethod, _ = l.attr("http")
	m.Via, _ = l.attr("via")
	p.symbols(l, m)
}

// keysLine reads methods that put a key into their receiver.
func (p *reader) keysLine(l *line) {
	k := &KeySetter{Name: l.index("name"), Value: l.index("value")}
	k.Field, _ = l.attr("field")
	if k.Value < 0 {
		l.failf("value is missing")
	}
	p.symbols(l, k)
}

// headersLine reads the names of HTTP headers that hold a key.
func (p *reader) headersLine(l *line) {
	for len(l.words) > 0 {
		p.same(l, "header "+strings.ToLower(l.next("a header")), keyHeader{})
	}
}

// symbols declares one value for all names on the rest of the line.
func (p *reader) symbols(l *line, value any) {
	if len(l.words) == 0 {
		l.failf("a name is missing")
	}
	for len(l.words) > 0 && l.err == nil {
		p.same(l, l.symbol(), value)
	}
}

// list takes the comma-separated value of a word key=a,b.
func (l *line) list(key string) []string {
	value, ok := l.attr(key)
	if !ok {
		return nil
	}
	return strings.Split(value, ",")
}
