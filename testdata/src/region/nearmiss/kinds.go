package nearmiss

type (
	port4 uint16
	port6 uint16
)

type record interface {
	load(into any) error
}

// either asks for another entry of a record when the first is not there: what it
// is handed has another type.
func either(r record, port *uint16) {
	if err := r.load((*port6)(port)); err != nil {
		_ = r.load((*port4)(port))
	}
}

// twice asks for the same entry.
func twice(r record, port *uint16) {
	if err := r.load((*port6)(port)); err != nil { // region: retry attempts=2
		_ = r.load((*port6)(port))
	}
}

type hooks interface {
	eval(name string) error
}

// hooked looks at one hook after the other: their names begin alike.
func hooked(h hooks) {
	if err := h.eval("before the second batch is written"); err == nil {
		return
	}
	if err := h.eval("before the second batch is closed"); err != nil {
		panic(err)
	}
}
