// Package known is what retryvet knows of libraries: how their helpers and
// clients repeat a call, how code configures them, and what they repeat; and
// of functions in general: how they wait, which errors they tell apart, and
// whether they reach outside the process.
//
// All of it is data (see the files under data/ and docs/adding-a-library.md),
// looked up by the identity of the function, never by a pattern over a path
// that only resembles one.
package known

import (
	"go/types"
	"slices"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A Kind says what part a function plays.
type Kind string

const (
	Closure   Kind = "closure"   // runs the function it is handed again when that fails
	Iterator  Kind = "iterator"  // a method that a loop asks whether to go on
	Poller    Kind = "poller"    // runs a condition function until it holds; errors end it
	Periodic  Kind = "periodic"  // runs the function it is handed again, whatever comes of it
	Tx        Kind = "tx"        // re-runs a transaction function on conflict
	Transport Kind = "transport" // returns a round tripper, interceptor or client that repeats requests
	Client    Kind = "client"    // repeats its own request, with no visible loop
	Queue     Kind = "queue"     // delivers a message to its handler again
	Single    Kind = "single"    // checked: one attempt, no retries
	Once      Kind = "once"      // runs the function it is handed, once
)

// A Protocol says what the results of a function handed to a helper mean.
type Protocol string

const (
	ErrAgain   Protocol = "err"       // a non-nil error: again
	FalseAgain Protocol = "false"     // false, nil: again; a non-nil error ends it (k8s wait)
	TrueAgain  Protocol = "true"      // true: again (matryer/try)
	Marked     Protocol = "marked"    // only errors wrapped by a marker: again (sethvargo)
	NoResult   Protocol = "no-result" // the function cannot say that it failed
)

// A Record describes one library, or the part of it that behaves in one way.
type Record struct {
	ID      string        // unique, such as "cenkalti-backoff-v4"
	Sources []string      // module@version:file that were read
	Own     bool          // a user's, see [Use] and [Declare]
	kind    Kind          // of its functions that have none of their own; see Func.Kind
	Default attempt.Bound // attempts when nothing is configured
	// FromCaller says that there is no default: the attempts are read from
	// the policy or argument in the caller's code.
	FromCaller bool
	Delay      attempt.Delay
	RetriesOn  errclass.Set
	// CtxLoop and CtxWait say whether the loop and its waits end with a
	// context: "yes", "no", or "option" when only with a setting of role ctx.
	CtxLoop, CtxWait string
	// OnlyAsked says that a request is repeated only when the answer asks for
	// it, such as with a Retry-After header.
	OnlyAsked bool
	// Proved says that the module internal/proof runs the library and counts what
	// the record says.
	Proved bool
	// Hint says what becomes of the time to wait that an answer asks for:
	// "honoured", "capped", "ignored", or "" where nobody has looked.
	Hint string
	// Methods lists the HTTP methods that are repeated; empty for all.
	Methods  []string
	Settings []*Setting
	Funcs    []*Func
	// Marks are functions that wrap an error so that the helper stops
	// ("permanent") or, under [Marked], goes on ("retryable").
	Marks []*Mark
}

// NumberOf names the attempts of a policy that the source calls name: after the
// one field that counts them, if the record has one. A field that counts retries
// is left out, as its number is another.
func (r *Record) NumberOf(name string) string {
	field := ""
	for _, s := range r.Settings {
		if !s.Field || s.Counts != CountsAttempts && s.Counts != CountsRetries {
			continue
		}
		if field != "" || s.Counts == CountsRetries {
			return name
		}
		field = s.Name
	}
	if name == "" || field == "" || field == name {
		return name
	}
	return name + "." + field
}

// Unset is the bound of what the record describes when nobody knows how it is
// configured: its setting, of several the first.
func (r *Record) Unset() attempt.Bound {
	for _, s := range r.Settings {
		switch s.Counts {
		case CountsAttempts:
			return attempt.Setting(s.Name, 0)
		case CountsRetries:
			return attempt.Setting(s.Name, 1)
		}
	}
	return attempt.Bound{}
}

// A Func is one function or method of a record. Argument indexes count from
// 0 without the receiver; -1 stands for none.
type Func struct {
	Record *Record
	Kind   Kind // that of the record, unless this function has its own
	// Path, Recv and Name identify the function: import path, receiver type
	// without star or "" and name. A path may end in "/*": any package below.
	// A star in Recv or Name stands for any letters; see Takes.
	Path, Recv, Name string
	Closure          int // the function that is repeated
	// Body is the field "Type.Field" of the argument at Policy that holds the
	// function that is repeated, when no argument does.
	Body     string
	Protocol Protocol
	Policy   int // the value that holds the settings
	Options  int // the first of a variadic list of settings
	Attempts int // the number itself
	// AttemptsCount says what the number at Attempts counts.
	AttemptsCount Counts
	Interval      int // the fixed wait between attempts
	Retriable     int // a function of the error that says whether to go on
	Ctx           int
	// Receiver says that the settings are found in the receiver.
	Receiver bool
	// Through are the settings of the receiver that hold functions through which
	// the call goes, outermost first; "" for none. Each gets what makes the call
	// in its argument Next.
	Through Counts
	Next    int
	// Default and RetriesOn are those of the record, unless this function
	// has its own.
	Default   attempt.Bound
	RetriesOn errclass.Set
	// CtxLoop and CtxWait are those of the record, unless this function has
	// its own; see [Record].
	CtxLoop, CtxWait string
	Effect           Effect
	// Takes and FailsWithError choose among the functions that a pattern in
	// Recv or Name fits: Takes is the end of the name of a parameter's type,
	// and FailsWithError says that the last result is an error.
	Takes          string
	FailsWithError bool
}

// Counts says what the number of a setting means.
type Counts string

const (
	CountsAttempts Counts = "attempts"
	CountsRetries  Counts = "retries"
	CountsLen      Counts = "len"       // a list: one retry for each element
	CountsTime     Counts = "time"      // a length of time that ends the repetition
	CountsForever  Counts = "unlimited" // no number: removes the limit
	CountsOnce     Counts = "once"      // no number: one attempt
	CountsPolicy   Counts = "policy"    // makes, wraps or holds another policy
	CountsCtx      Counts = "ctx"       // hands over the context
	CountsDelay    Counts = "delay"
	CountsFactor   Counts = "factor"         // waits grow by this factor: above 1 exponential
	CountsCap      Counts = "cap"            // the longest wait
	CountsJitter   Counts = "jitter"         // above 0, or a call without a number: jitter
	CountsErrors   Counts = "errors"         // chooses which errors are repeated
	CountsNothing  Counts = "nothing"        // known to change nothing of the above
	CountsValue    Counts = "value"          // hands on its argument, such as aws.Int(3)
	CountsService  Counts = "service-config" // a gRPC service config in JSON
	// Functions that calls go through; see [Func.Through].
	CountsInterceptor       Counts = "interceptor"
	CountsStreamInterceptor Counts = "stream-interceptor"
)

// A Setting is one way in which code configures a record: a function or
// method that is called, or a field that is set.
type Setting struct {
	Record *Record
	// Path, Type and Name identify it: a function has no Type; a field has
	// Field set.
	Path, Type, Name string
	Field            bool
	Arg              int  // the argument that holds the value, -1 for none
	Inner            int  // the argument that holds the wrapped policy, -1 for none
	Options          int  // the first of a variadic list of settings, -1 for none
	Receiver         bool // the wrapped policy is the receiver
	// Takes, where Name is a pattern, is the end of the name of a parameter's
	// type: Inner is that parameter.
	Takes  string
	Counts Counts
	Ends   bool // a cap whose reaching ends the repetition (k8s wait)
	// Pointer says that the field is a pointer: left out, it changes nothing.
	Pointer bool
	// Zero and Negative say what these values do when that is not what
	// Counts says: "unlimited", "once", "default", "never", or "" .
	Zero, Negative string
	// Delay, for CountsDelay, is how the waits grow under this setting.
	Delay attempt.Delay
	// Policy, for CountsPolicy, is what the made policy does when neither Inner
	// nor a setting of its own says otherwise.
	Policy *Policy
	// Default is the number in force when the setting is absent, for fields
	// of a record that is [Record.FromCaller]; 0 for none.
	Default int64
}

// A Policy is what a constructor, a package variable or the literal of a type
// stands for, before settings of its own change it.
type Policy struct {
	Attempts attempt.Bound // unknown when it sets no limit
	Delay    attempt.Delay
	// Factor is by how much the waits grow or shrink, 0 when no setting says so.
	Factor float64
	// Last is the shortest wait after the last attempt, 0 if there is none.
	Last time.Duration
}

// A Mark is a function that wraps an error for a helper.
type Mark struct {
	Path, Type, Name string
	Again            bool // retryable; else permanent
	// Bare says that the helper does not find the mark inside an error that
	// wraps it.
	Bare bool
}

// Lookup returns what is known of fn, or nil. A method of a generic or
// embedded type is looked up by its origin.
func Lookup(fn *types.Func) *Func { return table().lookup(fn) }

// LookupSetting returns the setting that a call of fn makes, and its record.
// Functions that are settings as values (a delay function) are found as well.
func LookupSetting(fn *types.Func) (*Record, *Setting) {
	if s, ok := findFunc[*Setting](fn); ok && !s.Field {
		return s.Record, s
	}
	if s := table().maker(fn); s != nil {
		return s.Record, s
	}
	return nil, nil
}

// LookupField returns the setting that the field of a named type of the
// package at path holds, and its record.
func LookupField(path, typ, field string) (*Record, *Setting) {
	if s, ok := find[*Setting](table().pkg(path), typ+"."+field); ok && s.Field {
		return s.Record, s
	}
	return nil, nil
}

// LookupVar returns the policy that a package variable holds, or nil.
func LookupVar(path, name string) *Policy {
	p, _ := find[*Policy](table().pkg(path), name)
	return p
}

// LookupType returns the policy that a literal of a named type without any
// field stands for, or nil.
func LookupType(path, typ string) *Policy { return LookupVar(path, typ) }

// LookupMark returns the mark that a call of fn puts on an error, or nil.
func LookupMark(fn *types.Func) *Mark {
	m, _ := findFunc[*Mark](fn)
	return m
}

// Named returns the function of a record with a symbol such as "Do" or
// "Client.Do" in the package at path, or nil. Unlike [Lookup] it does not need
// the function's type, and finds none that a pattern stands for.
func Named(path, symbol string) *Func {
	f, _ := find[*Func](table().pkg(path), symbol)
	return f
}

// SettingNamed returns the setting that a call of a symbol makes, or nil.
func SettingNamed(path, symbol string) *Setting {
	s, _ := find[*Setting](table().pkg(path), symbol)
	if s == nil || s.Field {
		return nil
	}
	return s
}

// FieldsOf returns the settings that the fields of a named type hold, by name.
func FieldsOf(path, typ string) []*Setting {
	p := table().pkg(path)
	if p == nil {
		return nil
	}
	var out []*Setting
	for symbol, values := range p.symbols {
		if !strings.HasPrefix(symbol, typ+".") {
			continue
		}
		for _, v := range values {
			if s, ok := v.(*Setting); ok && s.Field {
				out = append(out, s)
			}
		}
	}
	slices.SortFunc(out, func(a, b *Setting) int { return strings.Compare(a.Name, b.Name) })
	return out
}
