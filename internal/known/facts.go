package known

import (
	"go/types"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A WaitForm says how a function has to do with waiting.
type WaitForm string

const (
	Sleeps  WaitForm = "sleep"   // returns after the duration
	Channel WaitForm = "channel" // returns a channel that delivers after the duration
	Timer   WaitForm = "timer"   // returns a timer, which delivers on its C
	Ticker  WaitForm = "ticker"  // returns a ticker, which delivers again and again on its C
	Resets  WaitForm = "reset"   // sets the duration of its receiver, a timer
	Next    WaitForm = "next"    // waits for nothing: returns the duration to wait next
	Limiter WaitForm = "limiter" // returns when a rate limiter lets it
)

// A Waiting says how a function waits, or what it gives to wait for.
type Waiting struct {
	Form     WaitForm
	Duration int // the argument that holds the duration, -1 when it is elsewhere
	Ctx      int // the context that ends the wait, -1 for none
	// Held says that the receiver holds a context that ends the wait.
	Held bool
	// Stops says that a negative wait means that the policy's limit is reached.
	Stops bool
	// Delay is how the durations grow from one call to the next. A wait
	// whose duration the caller hands over has an unknown growth.
	Delay attempt.Delay
}

// Wait returns how fn waits, or nil when it is not known to.
func Wait(fn *types.Func) *Waiting {
	w, _ := findFunc[*Waiting](fn)
	return w
}

// A CodeSpace names the meaning of the numbers that a function returns.
type CodeSpace string

const (
	GRPCCodes  CodeSpace = "grpc" // see [GRPCCode]
	HTTPStates CodeSpace = "http" // see [HTTPStatus]
)

// An ErrorTest describes a function that tells errors apart.
type ErrorTest struct {
	// Arg is the argument that holds the error, -1 when it is the receiver.
	Arg int
	// True holds the classes of the errors for which the result is true.
	True errclass.Set
	// Code is set when the function returns a code and not a bool.
	Code CodeSpace
}

// Predicate returns what fn tells about an error, or nil.
func Predicate(fn *types.Func) *ErrorTest {
	t, _ := findFunc[*ErrorTest](fn)
	return t
}

// SentinelClasses returns the classes of the error that a package variable
// holds, such as sql.ErrNoRows; 0 when that is not known.
func SentinelClasses(path, variable string) errclass.Set {
	s, _ := find[errorIs](table().pkg(path), variable)
	return errclass.Set(s)
}

// TypeClasses returns the classes of the errors that a named type, or a
// pointer to it, stands for; 0 when that is not known.
func TypeClasses(path, typ string) errclass.Set { return SentinelClasses(path, typ) }

// errorIs is the classes of a variable or type that is an error.
type errorIs errclass.Set

// An Effect says whether an operation can change anything outside the process.
type Effect string

const (
	Reads         Effect = "read"
	Writes        Effect = "write"
	UnknownEffect Effect = "unknown"
)

// An Operation is a function that reaches outside the process, or pure when
// it does not.
type Operation struct {
	Effect Effect
	// Stream says that each call handles the next part of a stream, so that a
	// loop around it moves on and does not repeat.
	Stream bool
	pure   bool
}

// Op returns the operation that fn is known to be, or nil. A nil result says
// that nothing is known; see [Pure] for functions known to be none.
func Op(fn *types.Func) *Operation {
	if op := operation(fn); op != nil && !op.pure {
		return op
	}
	return nil
}

// Pure reports whether fn is known to stay within the process: it computes,
// and failing it once means failing it always.
func Pure(fn *types.Func) bool {
	if fn.Pkg() == nil {
		return true // (error).Error, the only function of no package
	}
	op := operation(fn)
	return op != nil && op.pure
}

// operation looks for the function itself, then for its whole type, then for
// methods of its name, then for its whole package. What repeats an operation is none of its own, and what
// only sets something for it or marks an error is pure.
func operation(fn *types.Func) *Operation {
	p, symbol, ok := table().identify(fn)
	if !ok {
		return nil
	}
	if op, ok := find[*Operation](p, symbol); ok {
		return op
	}
	if table().lookup(fn) != nil {
		return nil
	}
	if s, ok := find[*Setting](p, symbol); ok && s.Policy == nil {
		return pure
	}
	if _, ok := find[*Mark](p, symbol); ok {
		return pure
	}
	return p.operation(symbol)
}

// OpNamed returns the operation that a symbol such as "Do" or "Client.Do" in the
// package at path is known to be, or nil.
func OpNamed(path, symbol string) *Operation {
	p := table().pkg(path)
	if p == nil {
		return nil
	}
	op, ok := find[*Operation](p, symbol)
	if !ok {
		op = p.operation(symbol)
	}
	if op == nil || op.pure {
		return nil
	}
	return op
}

// operation looks for what is said of a symbol with others.
func (p *pkg) operation(symbol string) *Operation {
	if recv, name := splitSymbol(symbol); recv != "" {
		if op, ok := find[*Operation](p, recv+".*"); ok {
			return op
		}
		if op, ok := find[*Operation](p, "*."+name); ok {
			return op
		}
	}
	op, _ := find[*Operation](p, "*")
	return op
}

var pure = &Operation{pure: true}

// findFunc returns the first value of type T that is known of fn.
func findFunc[T any](fn *types.Func) (v T, ok bool) {
	p, symbol, ok := table().identify(fn)
	if !ok {
		return v, false
	}
	return find[T](p, symbol)
}
