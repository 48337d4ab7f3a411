package known

import "strings"

// Inert reports whether known data says of a package that all its functions stay
// within the process, or handle a stream that somebody else has opened: that
// nothing in it reaches out, waits, repeats, or configures what does.
func Inert(path string) bool {
	p := table().pkg(path)
	return p != nil && p.pureByDefault() && !p.active()
}

// Active reports whether known data says of something in a package that it does
// one of that, whatever its source may look like.
func Active(path string) bool {
	p := table().pkg(path)
	return p != nil && p.active()
}

func (p *pkg) active() bool {
	if len(p.patterns)+len(p.makers) > 0 {
		return true
	}
	for _, values := range p.symbols {
		if !inert(values) {
			return true
		}
	}
	return false
}

// InertSymbol reports the same of a function, or of a type with its methods.
func InertSymbol(path, symbol string) bool {
	p := table().pkg(path)
	if p == nil || len(p.patterns)+len(p.makers) > 0 {
		return false
	}
	said := false
	for s, values := range p.symbols {
		if s != symbol && !strings.HasPrefix(s, symbol+".") {
			continue
		}
		if !inert(values) || p.opens() && streams(values) {
			return false
		}
		said = true
	}
	return said || p.pureByDefault()
}

// MakesKey reports whether a function, or one of the package if symbol is "",
// makes a value that is another one in each call.
func MakesKey(path, symbol string) bool {
	p := table().pkg(path)
	if p == nil {
		return false
	}
	for s, values := range p.symbols {
		if s != symbol && symbol != "" {
			continue
		}
		for _, value := range values {
			if m, ok := value.(*Making); ok && m.What == "key" {
				return true
			}
		}
	}
	return false
}

func (p *pkg) pureByDefault() bool {
	op, ok := find[*Operation](p, "*")
	return ok && op.pure
}

// opens reports whether the package also makes what it handles as a stream: it
// may be a connection.
func (p *pkg) opens() bool {
	for _, values := range p.symbols {
		for _, value := range values {
			if op, ok := value.(*Operation); ok && !op.pure && !op.Stream {
				return true
			}
		}
	}
	return false
}

func inert(values []any) bool {
	for _, value := range values {
		switch v := value.(type) {
		case errorIs, *ErrorTest, *Making:
		case *Operation:
			if !v.pure && !v.Stream {
				return false
			}
		case *SideEffect:
			if v.Into == -1 { // else it is that of a file which others open
				return false
			}
		case *Func:
			if v.Kind != Once {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func streams(values []any) bool {
	for _, value := range values {
		if op, ok := value.(*Operation); ok && op.Stream {
			return true
		}
	}
	return false
}
