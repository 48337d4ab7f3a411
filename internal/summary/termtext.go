package summary

import (
	"strconv"
	"strings"
)

var opNames = [...]string{
	opaque: "?", zero: "0", integer: "int", param: "p", free: "v", field: "field", structure: "struct",
	with: "with", fn: "fn", bound: "bound", iface: "iface", unwrap: "as", apply: "apply",
	invoke: "invoke", result: "result", after: "after", global: "global", list: "list", concat: "concat",
	elem: "elem", fold: "fold", rounds: "rounds", acc: "acc", item: "item", choice: "choice", cond: "if", arith: "arith",
	length: "len", literal: "const", made: "made",
}

// String renders t for tests and for the last resort of [compareTerms].
func (t *term) String() string {
	var b strings.Builder
	t.write(&b)
	return b.String()
}

func (t *term) write(b *strings.Builder) {
	switch t.op {
	case opaque, zero, acc, item:
		b.WriteString(opNames[t.op])
		return
	case integer:
		b.WriteString(strconv.FormatInt(t.n, 10))
		return
	case param, free:
		b.WriteString(opNames[t.op] + strconv.FormatInt(t.n, 10))
		return
	case field:
		t.args[0].write(b)
		b.WriteString("." + t.name[strings.LastIndexByte(t.name, '.')+1:])
		return
	}
	b.WriteString(opNames[t.op])
	if t.name != "" {
		b.WriteString(" " + t.name)
	}
	if t.op == result || t.op == after {
		b.WriteString(" " + strconv.FormatInt(t.n, 10))
	}
	if t.op == made {
		b.WriteString(" " + strings.Join(t.keys, " "))
	}
	b.WriteByte('(')
	for i, a := range t.args {
		if i > 0 {
			b.WriteString(", ")
		}
		if len(t.keys) > 0 {
			b.WriteString(t.keys[i][strings.LastIndexByte(t.keys[i], '.')+1:] + ": ")
		}
		a.write(b)
	}
	b.WriteByte(')')
}
