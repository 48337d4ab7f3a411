package region

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// An Abs is what a walk knows of one value. It is plain data, so that it can
// travel in facts.
type Abs struct {
	Kind AbsKind
	N    int64 // the number, for Bool (0, 1), Int and Status
}

// An AbsKind says what is known of a value.
type AbsKind uint8

const (
	Top     AbsKind = iota // nothing is known
	Nil                    // nil
	NonNil                 // not nil
	Failure                // the error of the call that failed: not nil
	Bool                   // true or false
	Int                    // a number
	Status                 // a number that is an HTTP status
	Code                   // the gRPC code of the call that failed
	Final                  // an error that a mark keeps a helper from repeating
	Asked                  // an error that a mark lets a helper repeat
)

var top = Abs{}

func boolean(b bool) Abs {
	if b {
		return Abs{Bool, 1}
	}
	return Abs{Bool, 0}
}

func (a Abs) isTrue() bool  { return a == Abs{Bool, 1} }
func (a Abs) isFalse() bool { return a == Abs{Bool, 0} }

// numeric reports whether a is a known number.
func (a Abs) numeric() bool { return a.Kind == Int || a.Kind == Status }

// join returns what holds for both of two values.
func join(a, b Abs) Abs {
	if a == b {
		return a
	}
	if a.notNil() && b.notNil() {
		return Abs{Kind: NonNil}
	}
	return top
}

func (a Abs) notNil() bool {
	switch a.Kind {
	case NonNil, Failure, Final, Asked:
		return true
	}
	return false
}

func joinAll(as, bs []Abs) []Abs {
	if as == nil {
		return append([]Abs(nil), bs...)
	}
	for i := range as {
		if i < len(bs) {
			as[i] = join(as[i], bs[i])
		}
	}
	return as
}

// constAbs is what is known of a constant.
func constAbs(c *ssa.Const) Abs {
	if c.IsNil() {
		return Abs{Kind: Nil}
	}
	if c.Value == nil {
		return top // zero value of a struct or type parameter
	}
	switch c.Value.Kind() {
	case constant.Bool:
		return boolean(constant.BoolVal(c.Value))
	case constant.Int:
		if n, ok := constant.Int64Val(c.Value); ok {
			return Abs{Int, n}
		}
	}
	return top
}

// zero is what is known of the zero value of a type.
func zero(t types.Type) Abs {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Info()&types.IsBoolean != 0:
			return boolean(false)
		case u.Info()&types.IsInteger != 0:
			return Abs{Int, 0}
		}
	case *types.Pointer, *types.Interface, *types.Slice, *types.Map, *types.Chan, *types.Signature:
		if !isTypeParam(t) {
			return Abs{Kind: Nil}
		}
	}
	return top
}

// compare decides a comparison of two values in a world, as far as it can be.
func (w world) compare(op token.Token, x, y Abs, xt types.Type) Abs {
	if r := compareNil(op, x, y); r.Kind == Bool {
		return r
	}
	if x.Kind == Code && y.numeric() {
		return w.compareCode(op, y.N)
	}
	if y.Kind == Code && x.numeric() {
		return w.compareCode(op, x.N)
	}
	if x.Kind == Bool && y.Kind == Bool {
		switch op {
		case token.EQL:
			return boolean(x.N == y.N)
		case token.NEQ:
			return boolean(x.N != y.N)
		}
	}
	if noneOf(x, y) || noneOf(y, x) { // an error that is a number, 0 for none
		switch op {
		case token.EQL:
			return boolean(false)
		case token.NEQ:
			return boolean(true)
		}
	}
	if goodStatus(x, y) || goodStatus(y, x) {
		return top // 200 stands for any of these
	}
	if x.numeric() && y.numeric() {
		return compareInt(op, x.N, y.N)
	}
	return top
}

// noneOf reports whether x is a failure, and y the number that says that there is none.
func noneOf(x, y Abs) bool { return x.Kind == Failure && y == Abs{Int, 0} }

// goodStatus reports whether x is the status of a success, and y another one.
func goodStatus(x, y Abs) bool {
	return x == Abs{Status, 200} && y.Kind == Int && 200 < y.N && y.N < 300
}

func compareNil(op token.Token, x, y Abs) Abs {
	if x.Kind != Nil {
		x, y = y, x
	}
	if x.Kind != Nil {
		return top
	}
	var equal bool
	switch {
	case y.Kind == Nil:
		equal = true
	case y.notNil():
		equal = false
	default:
		return top
	}
	switch op {
	case token.EQL:
		return boolean(equal)
	case token.NEQ:
		return boolean(!equal)
	}
	return top
}

func compareInt(op token.Token, x, y int64) Abs {
	switch op {
	case token.EQL:
		return boolean(x == y)
	case token.NEQ:
		return boolean(x != y)
	case token.LSS:
		return boolean(x < y)
	case token.LEQ:
		return boolean(x <= y)
	case token.GTR:
		return boolean(x > y)
	case token.GEQ:
		return boolean(x >= y)
	}
	return top
}

// arith computes with two known numbers; statuses become plain numbers.
func arith(op token.Token, x, y Abs) Abs {
	if !x.numeric() || !y.numeric() {
		return top
	}
	a, b := x.N, y.N
	switch op {
	case token.ADD:
		return Abs{Int, a + b}
	case token.SUB:
		return Abs{Int, a - b}
	case token.MUL:
		return Abs{Int, a * b}
	case token.QUO:
		if b != 0 {
			return Abs{Int, a / b}
		}
	case token.REM:
		if b != 0 {
			return Abs{Int, a % b}
		}
	case token.SHL:
		if b >= 0 && b < 63 {
			return Abs{Int, a << b}
		}
	case token.SHR:
		if b >= 0 && b < 63 {
			return Abs{Int, a >> b}
		}
	case token.AND:
		return Abs{Int, a & b}
	}
	return top
}
