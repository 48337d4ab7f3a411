package known

import (
	"go/types"
	"strings"
)

// A SideEffect is an operation that changes something outside the process, so
// that a repeat of it changes it twice, unless a key or the nature of the
// operation prevents that. Argument indexes count from 0 without the receiver;
// -1 stands for none.
type SideEffect struct {
	// Kind says what is done, in a word that a message can use: "mail",
	// "publish", "payment", "create"; "request" and "statement" for those of
	// which the HTTP method or the SQL text decides what they do, and "use" for
	// what changes nothing twice, but uses up what it is handed. "none" is for
	// what does nothing twice, whatever its body does.
	Kind string
	// Method is the HTTP method, when the function itself decides it.
	Method string
	// Request, Text, Body, Input and Object are the arguments that hold the HTTP
	// request, the SQL text, the reader of what is sent, the struct of what is
	// sent, and the object whose version the callee checks.
	Request, Text, Body, Input, Object int
	// Via is the field "Type.Field" of what Request holds that is the HTTP
	// request, "" when it is the argument itself.
	Via string
	// Into is the argument that is the file, the receiver when it is
	// [IntoReceiver]: what is written to it is there twice only if it was opened
	// for appending.
	Into int
	// Receiver says that the receiver is used up.
	Receiver bool
	// Keys are the fields of Input that hold the key.
	Keys []string
	// KeyArg is the argument that is the key.
	KeyArg int
	// Options are functions of the same package: an argument that one of them
	// made hands over the key.
	Options []string
	// Filled says who makes the key when the code does not: "kept" for a
	// library that stores it in Input, "anew" for one that makes it for each
	// call, "" for nobody.
	Filled string
	// Needs is a field of Input without which nothing new is made.
	Needs string
	// BodyField is the field of Input that holds the reader of what is sent.
	BodyField string
	// Tx says that it takes part in a transaction, or is one's end.
	Tx bool
	// Sent says that it sends a key of its own making, the same for the same
	// thing.
	Sent bool
	// Own says that a user said so: it counts more than what its body shows.
	Own bool
}

// IntoReceiver stands for the receiver in [SideEffect.Into].
const IntoReceiver = -2

// EffectOf returns the side effect that a call of fn has, or nil.
func EffectOf(fn *types.Func) *SideEffect {
	p, symbol, ok := table().identify(fn)
	if !ok {
		return nil
	}
	if e, ok := find[*SideEffect](p, symbol); ok {
		return e
	}
	if receiver(fn.Origin()) != "" {
		if e, ok := find[*SideEffect](p, "*."+fn.Name()); ok {
			return e
		}
	}
	return nil
}

// A Making says what a function returns, as far as it matters for what is sent.
type Making struct {
	// What is "key" for a value that differs in each call (that of its argument
	// Arg when that is given), "reader" for what can be read once, "command" for what can run once,
	// "appender" for a file if its flags in Arg say that it is for appending, "request" for an HTTP
	// request, and "same" for its argument Arg, or the receiver when that is -1.
	What string
	// Arg is the argument that is handed on; Method and Body are those of a
	// request.
	Arg, Method, Body int
	// HTTPMethod is the method of a request that the function decides.
	HTTPMethod string
	// Via is the field "Type.Field" of the result that holds the HTTP request,
	// "" when it is the result.
	Via string
}

// MakingOf returns what fn is known to make, or nil.
func MakingOf(fn *types.Func) *Making {
	m, _ := findFunc[*Making](fn)
	return m
}

// MakingNamed is [MakingOf] for a symbol such as "NewReader" or
// "Request.Clone".
func MakingNamed(path, symbol string) *Making {
	m, _ := find[*Making](table().pkg(path), symbol)
	return m
}

// A KeySetter is a method that puts a key into its receiver.
type KeySetter struct {
	// Name and Value are the arguments that hold the name of a header and what
	// it is set to; Name is -1 when the method sets nothing but a key.
	Name, Value int
	// Field is the field of the receiver that it sets, "" for a header.
	Field string
}

// KeySetterOf returns how fn sets a key, or nil.
func KeySetterOf(fn *types.Func) *KeySetter {
	k, _ := findFunc[*KeySetter](fn)
	return k
}

// KeyHeader reports whether a server takes an HTTP header for an idempotency
// key, or for a condition that a repeat does not meet.
func KeyHeader(name string) bool {
	if lower := strings.ToLower(name); strings.Contains(lower, "idempoten") || strings.Contains(lower, "dedup") {
		return true // the word for it, in a header of one's own
	}
	_, ok := find[keyHeader](table().pkg("net/http"), "header "+strings.ToLower(name))
	return ok
}

type keyHeader struct{}

// WritesByName reports whether the name of a remote method says that a repeat
// does something once more. It is a guess.
func WritesByName(method string) bool {
	for _, verb := range writing {
		rest, ok := strings.CutPrefix(method, verb)
		if ok && (rest == "" || rest[0] < 'a' || rest[0] > 'z') {
			return true
		}
	}
	return false
}

var writing = strings.Fields(`Create Add Insert Append Send Publish Enqueue Charge Pay Capture Refund Transfer Debit Credit
	Withdraw Deposit Increment Start Run Trigger Launch Submit Post Notify Book Reserve Order Purchase Provision Issue Clone`)
