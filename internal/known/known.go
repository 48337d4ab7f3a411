// Package known is what retryvet knows of libraries: how their helpers and
// clients repeat a call, how code configures them, and what they repeat.
//
// The records are data (see the files under data/), looked up by the identity
// of the function, never by a pattern over its name.
package known

import (
	"go/types"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A Kind says what part a function plays.
type Kind string

const (
	Closure   Kind = "closure"   // runs the function it is handed again when that fails
	Iterator  Kind = "iterator"  // a method that a loop asks whether to go on
	Poller    Kind = "poller"    // runs a condition function until it holds; errors end it
	Tx        Kind = "tx"        // re-runs a transaction function on conflict
	Transport Kind = "transport" // returns a round tripper, interceptor or client that repeats requests
	Client    Kind = "client"    // repeats its own request, with no visible loop
	Queue     Kind = "queue"     // delivers a message to its handler again
	Single    Kind = "single"    // checked: one attempt, no retries
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
	ID      string // unique, such as "cenkalti-backoff-v4"
	Source  string // module@version:file that was read
	Kind    Kind
	Default attempt.Bound // attempts when nothing is configured
	// FromCaller says that there is no default: the attempts are read from
	// the policy or argument in the caller's code.
	FromCaller bool
	Delay      attempt.Delay
	RetriesOn  errclass.Set
	// CtxLoop and CtxWait say whether the loop and its waits end with a
	// context: "yes", "no", or "option" when only with a setting of role ctx.
	CtxLoop, CtxWait string
	// Methods lists the HTTP methods that are repeated; empty for all.
	Methods  []string
	Settings []Setting
	Funcs    []*Func
	// Marks are functions that wrap an error so that the helper stops
	// ("permanent") or, under [Marked], goes on ("retryable").
	Marks []Mark
}

// A Func is one function or method of a record. Argument indexes count from
// 0 without the receiver; -1 stands for none.
type Func struct {
	Record *Record
	// Path, Recv and Name identify the function: import path, receiver type
	// without star or "" and name. A path may end in "/*": any package below.
	Path, Recv, Name string
	Closure          int // the function that is repeated
	Protocol         Protocol
	Policy           int // the value that holds the settings
	Options          int // the first of a variadic list of settings
	Attempts         int // the number itself
	// AttemptsCount says what the number at Attempts counts.
	AttemptsCount Counts
	Ctx           int
	// Receiver says that the settings are found in the receiver.
	Receiver bool
}

// Counts says what the number of a setting means.
type Counts string

const (
	CountsAttempts Counts = "attempts"
	CountsRetries  Counts = "retries"
	CountsTime     Counts = "time"      // a length of time that ends the repetition
	CountsForever  Counts = "unlimited" // no number: removes the limit
	CountsOnce     Counts = "once"      // no number: one attempt
	CountsPolicy   Counts = "policy"    // wraps or holds another policy
	CountsCtx      Counts = "ctx"       // hands over the context
	CountsDelay    Counts = "delay"
	CountsJitter   Counts = "jitter"
	CountsErrors   Counts = "errors" // chooses which errors are repeated
)

// A Setting is one way in which code configures a record: a function or
// method that is called, or a field that is set.
type Setting struct {
	// Path, Type and Name identify it: a function has no Type; a field has
	// Field set.
	Path, Type, Name string
	Field            bool
	Arg              int // the argument that holds the value, -1 for none
	Inner            int // the argument that holds the wrapped policy, -1 for none
	Counts           Counts
	// Zero and Negative say what these values do when that is not what
	// Counts says: "unlimited", "once", "default", "never", or "" .
	Zero, Negative string
	// Growth, for CountsDelay, is how the waits grow under this setting.
	Growth attempt.Growth
	// Default is the number in force when the setting is absent, for fields
	// of a record that is [Record.FromCaller]; 0 for none.
	Default int64
}

// A Mark is a function that wraps an error for a helper.
type Mark struct {
	Path, Type, Name string
	Again            bool // retryable; else permanent
}

// Lookup returns what is known of fn, or nil. A method of a generic or
// embedded type is looked up by its origin.
func Lookup(fn *types.Func) *Func { return table().lookup(fn) }

// LookupSetting returns the setting that a call of fn makes, and its record.
func LookupSetting(fn *types.Func) (*Record, *Setting) { return table().setting(fn) }

// LookupField returns the setting that the field of a named type holds, and
// its record. typ is "import/path.Type".
func LookupField(path, typ, field string) (*Record, *Setting) {
	return table().field(path, typ, field)
}

// LookupMark returns the mark that a call of fn puts on an error, or nil.
func LookupMark(fn *types.Func) *Mark { return table().mark(fn) }
