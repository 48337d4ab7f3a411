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
	arg := ""
	switch l.link {
	case byFunc:
		arg = nextFunc(s, l.next)
	case byIface, concrete:
		arg = nextObject(s, l.next)
	}
	return l.in(s, "New"+l.name) + "(" + arg + ")"
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

// write adds the layer to the file of its package.
func (l *Layer) write(s *source) error {
	number := l.Attempts
	if counts(l.Form) == "R" {
		number--
	}
	spelled := l.spell(s, number)
	data := map[string]string{
		"Name": l.name, "Op": l.op(s), "N": spelled, "R": spelled,
		"Reject": l.reject, "Wait": "", "Fail": l.fail, "Params": "", "Args": "",
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
	l.writeHead(s, number)
	if err := formTemplates.ExecuteTemplate(&s.body, l.Form, data); err != nil {
		return err
	}
	s.printf("}\n\n")
	return nil
}

// spell returns the expression for the layer's number, and declares what it
// needs.
func (l *Layer) spell(s *source, n int) string {
	switch l.value {
	case constant:
		s.printf("const limit%s = %d\n\n", l.name, n)
		return "limit" + l.name
	case computed:
		s.printf("const base%s = %d\n\n", l.name, n+1)
		return "(base" + l.name + " - 1)"
	case parameter, local:
		return "limit"
	case field:
		return "x.limit"
	}
	return strconv.Itoa(n)
}

// writeHead writes what comes before the statements of the form: the layer's
// type and constructor, if it is a method, and the head of its function.
func (l *Layer) writeHead(s *source, number int) {
	switch {
	case l.method:
		l.writeType(s, number)
		s.printf("// Call runs the layer.\nfunc (x *%s) Call(ctx context.Context) error {\n", l.name)
	case l.value == parameter:
		s.printf("// %s runs the layer.\nfunc %s(ctx context.Context) error {\nreturn upTo%s(ctx, %d)\n}\n\n", l.name, l.name, l.name, number)
		s.printf("func upTo%s(ctx context.Context, limit int) error {\n", l.name)
	default:
		s.printf("// %s runs the layer.\nfunc %s(ctx context.Context) error {\n", l.name, l.name)
	}
	if l.value == local {
		s.printf("limit := %d\n", number)
	}
}

func (l *Layer) writeType(s *source, number int) {
	next := ""
	switch l.link {
	case byFunc:
		next = "func(context.Context) error"
	case byIface:
		next = l.name + "Next"
		s.printf("// %s is what the layer runs.\ntype %s interface {\nCall(ctx context.Context) error\n}\n\n", next, next)
	case concrete:
		next = "*leaf.Client"
		if l.next != nil {
			next = "*" + l.next.in(s, l.next.name)
		}
	}
	var fields, param, values []string
	if next != "" {
		fields, param, values = append(fields, "next "+next), append(param, "next "+next), append(values, "next: next")
	}
	if l.value == field {
		fields, values = append(fields, "limit int"), append(values, fmt.Sprintf("limit: %d", number))
	}
	s.printf("// %s is a layer.\ntype %s struct {\n%s\n}\n\n", l.name, l.name, strings.Join(fields, "\n"))
	s.printf("// New%s makes the layer.\nfunc New%s(%s) *%s {\nreturn &%s{%s}\n}\n\n",
		l.name, l.name, strings.Join(param, ""), l.name, l.name, strings.Join(values, ", "))
}
