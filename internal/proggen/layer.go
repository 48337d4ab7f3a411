package proggen

import (
	"fmt"
	"strconv"
	"strings"
)

// dir is the folder of a layer's group, from its name "P<id>L<i>".
func (l *Layer) dir() string {
	id, _, _ := strings.Cut(strings.TrimPrefix(l.name, "P"), "L")
	n, _ := strconv.Atoi(id)
	return fmt.Sprintf("g%d", n/groupSize)
}

// in returns a name of the layer as package s spells it.
func (l *Layer) in(s *source, name string) string {
	pkg := module + "/" + l.dir() + "/" + l.pkg
	if pkg == s.pkg {
		return name
	}
	s.imports[pkg] = true
	return l.pkg + "." + name
}

// object returns an expression that makes the layer's struct, as package s
// spells it.
func (l *Layer) object(s *source) string {
	var args []string
	switch l.link {
	case byFunc, handlers:
		args = append(args, nextFunc(s, l.next))
	case byIface, embedded, concrete:
		args = append(args, nextObject(s, l.next))
	}
	if l.value == option {
		args = append(args, fmt.Sprintf("%s(%d)", l.in(s, "Limit"+l.name), l.number()))
	}
	return l.in(s, "New"+l.name) + "(" + strings.Join(args, ", ") + ")"
}

func nextObject(s *source, next *Layer) string {
	if next == nil {
		return "leaf.New()"
	}
	return next.object(s)
}

func nextFunc(s *source, next *Layer) string {
	switch {
	case next == nil:
		return "leaf.Send"
	case next.method:
		return next.object(s) + ".Call"
	}
	return next.in(s, next.name)
}

// call returns an expression that calls the layer.
func (l *Layer) call(s *source) string {
	if l.method {
		return l.object(s) + ".Call(ctx)"
	}
	return l.in(s, l.name) + "(ctx)"
}

// op returns the expression by which the layer calls the next one.
func (l *Layer) op(s *source) string {
	switch l.link {
	case byFunc:
		return "x.next(ctx)"
	case byIface, concrete:
		return "x.next.Call(ctx)"
	case embedded:
		return "x." + l.name + "Next.Call(ctx)"
	case handlers:
		return `x.next["send"](ctx)`
	case variable:
		return "next" + l.name + "(ctx)"
	}
	if l.next == nil {
		return "leaf.Send(ctx)"
	}
	return l.next.call(s)
}

// counts says what the numbers of a form count: "N" attempts, "R" retries.
func counts(form string) string {
	text := formSource(form) + formSource(form+"-decls")
	switch {
	case strings.Contains(text, ".R}}"):
		return "R"
	case strings.Contains(text, ".N}}"):
		return "N"
	}
	return ""
}

// formSource returns the text of a form, "" if there is none of that name.
func formSource(name string) string {
	t := formTemplates.Lookup(name)
	if t == nil {
		return ""
	}
	return t.Root.String()
}

// number is the number that the layer spells: attempts or retries.
func (l *Layer) number() int {
	if counts(l.Form) == "R" {
		return l.Attempts - 1
	}
	return l.Attempts
}

// write adds the layer to the file of its package.
func (l *Layer) write(s *source) error {
	spelled := l.spell(s)
	data := map[string]any{
		"Name": l.name, "Op": l.op(s), "N": spelled, "R": spelled,
		"More": make([]bool, l.Attempts-1), "Reject": l.reject, "Wait": "", "Fail": l.fail, "Params": "", "Args": "",
	}
	if l.wait {
		data["Wait"] = "time.Sleep(time.Nanosecond)"
	}
	if l.method {
		data["Params"], data["Args"] = "x *"+l.name+", ", "x, "
	}
	if formSource(l.Form+"-decls") != "" {
		if err := formTemplates.ExecuteTemplate(&s.body, l.Form+"-decls", data); err != nil {
			return err
		}
	}
	if l.link == variable {
		s.printf("var next%s = %s\n\n", l.name, nextFunc(s, l.next))
	}
	l.writeHead(s)
	if err := formTemplates.ExecuteTemplate(&s.body, l.Form, data); err != nil {
		return err
	}
	s.printf("}\n\n")
	return nil
}

// spell returns the expression for the layer's number, and declares what it
// needs.
func (l *Layer) spell(s *source) string {
	n := l.number()
	switch l.value {
	case constant:
		s.printf("const limit%s = %d\n\n", l.name, n)
		return "limit" + l.name
	case computed:
		s.printf("const base%s = %d\n\n", l.name, n+1)
		return "(base" + l.name + " - 1)"
	case parameter, local:
		return "limit"
	case field, option:
		return "x.limit"
	}
	return strconv.Itoa(n)
}

// writeHead writes what comes before the statements of the form: the layer's
// type and constructor, if it is a method, and the head of its function.
func (l *Layer) writeHead(s *source) {
	switch {
	case l.method:
		l.writeType(s)
		s.printf("// Call runs the layer.\nfunc (x *%s) Call(ctx context.Context) error {\n", l.name)
	case l.value == parameter:
		s.printf("// %s runs the layer.\nfunc %s(ctx context.Context) error {\nreturn upTo%s(ctx, %d)\n}\n\n", l.name, l.name, l.name, l.number())
		s.printf("func upTo%s(ctx context.Context, limit int) error {\n", l.name)
	default:
		s.printf("// %s runs the layer.\nfunc %s(ctx context.Context) error {\n", l.name, l.name)
	}
	if l.value == local {
		s.printf("limit := %d\n", l.number())
	}
}

func (l *Layer) writeType(s *source) {
	t := typeText{name: l.name, result: "*" + l.name}
	switch l.link {
	case byFunc:
		t.field("next", "func(context.Context) error", "next")
	case handlers:
		t.field("next", "map[string]func(context.Context) error", `map[string]func(context.Context) error{"send": next}`)
		t.params = []string{"next func(context.Context) error"}
	case byIface:
		t.field("next", declareInterface(s, l.name+"Next"), "next")
	case embedded:
		t.field("", declareInterface(s, l.name+"Next"), "next")
	case concrete:
		next := "*leaf.Client"
		if l.next != nil {
			next = "*" + l.next.in(s, l.next.name)
		}
		t.field("next", next, "next")
	}
	switch l.value {
	case field:
		t.fields, t.values = append(t.fields, "limit int"), append(t.values, fmt.Sprintf("limit: %d", l.number()))
	case option:
		t.fields, t.values = append(t.fields, "limit int"), append(t.values, "limit: 9")
		t.params, t.options = append(t.params, "opts ...func(*"+l.name+")"), true
		s.printf("// Limit%s sets the limit.\nfunc Limit%s(n int) func(*%s) {\nreturn func(x *%s) { x.limit = n }\n}\n\n", l.name, l.name, l.name, l.name)
	}
	if l.hidden {
		t.result = declareInterface(s, l.name+"Caller")
	}
	t.write(s)
}

// declareInterface declares what a layer is to the one above it.
func declareInterface(s *source, name string) string {
	s.printf("// %s is a layer to the one above it.\ntype %s interface {\nCall(ctx context.Context) error\n}\n\n", name, name)
	return name
}

// A typeText is a layer's struct and its constructor.
type typeText struct {
	name, result           string
	fields, params, values []string
	options                bool
}

// field adds a field that the constructor sets to value, from a parameter
// "next" of the field's type. A field without a name is embedded.
func (t *typeText) field(name, typ, value string) {
	t.fields = append(t.fields, name+" "+typ)
	t.params = append(t.params, "next "+typ)
	if name == "" {
		name = typ
	}
	t.values = append(t.values, name+": "+value)
}

func (t *typeText) write(s *source) {
	s.printf("// %s is a layer.\ntype %s struct {\n%s\n}\n\n", t.name, t.name, strings.Join(t.fields, "\n"))
	s.printf("// New%s makes the layer.\nfunc New%s(%s) %s {\n", t.name, t.name, strings.Join(t.params, ", "), t.result)
	literal := fmt.Sprintf("&%s{%s}", t.name, strings.Join(t.values, ", "))
	if !t.options {
		s.printf("return %s\n}\n\n", literal)
		return
	}
	s.printf("x := %s\nfor _, opt := range opts {\nopt(x)\n}\nreturn x\n}\n\n", literal)
}
