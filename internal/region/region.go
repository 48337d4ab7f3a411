// Package region finds the constructs that run the same operation again, and
// tells those that do so because it failed, and stop when it succeeds, from
// the many that look alike.
//
// It knows no names. For each cycle it asks, of each call in it, what the
// control flow does in two worlds: the one where this call failed and the rest
// succeeds, and the one where all succeeds. It is a retry when the failing
// world comes back to the call and the succeeding world leaves the cycle.
package region

import (
	"go/token"
	"sync"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A Class is what a construct is for.
type Class string

const (
	Retry      Class = "retry"
	Failover   Class = "failover"   // the same operation, sent to the next host
	Poll       Class = "poll"       // waits for a state; errors end it
	PollErr    Class = "poll-err"   // waits for a state; errors go on as well
	Periodic   Class = "periodic"   // runs on a timer, whatever the outcome
	Worker     Class = "worker"     // takes the next item from a queue or channel
	NextItem   Class = "nextitem"   // ranges over things
	Pagination Class = "pagination" // asks for the next page
	Accept     Class = "accept"     // accepts connections
	Stream     Class = "stream"     // reads from or writes to a stream
	Reconnect  Class = "reconnect"  // runs a session again for as long as the program lives
	CAS        Class = "cas"        // compare and swap in memory
	Dead       Class = "dead"       // handed to a retry helper, but never lets it repeat
)

// A Kind is the form in which a region is written.
type Kind string

const (
	Loop       Kind = "loop"
	Goto       Kind = "goto"
	Recursion  Kind = "recursion"
	IterLoop   Kind = "iterator"
	Library    Kind = "library-call"
	HelperCall Kind = "inhouse-helper-call"
	HelperDef  Kind = "inhouse-helper-def"
	Sequential Kind = "sequential"
	Timer      Kind = "select-timer"
	Config     Kind = "client-config" // settings of a client that retries out of sight
)

// A Tri answers whether something ends with the context in reach.
type Tri string

const (
	Yes    Tri = "yes"
	Partly Tri = "partly"
	No     Tri = "no"
)

// A Limit is the bound of a region as the code spells it, before values from
// other functions are known.
type Limit struct {
	Kind attempt.Kind
	// Value holds the number when Kind is Named: attempts are
	// (Value + Add) / Step, rounded up. Value is nil when Kind is Count: then
	// Add is the number.
	Value ssa.Value
	Add   int64
	Step  int64 // 1 unless the counter moves by more
	// Most is a number that the attempts never pass, whatever Value is; 0 for
	// none.
	Most int64
	// Time holds the duration when Kind is Timed and it is an SSA value.
	Time ssa.Value
	// Handed says that nothing ends the attempts but the end of a context that
	// the function is handed; Kind is Unbounded.
	Handed bool
	// Len says that the number is the length of Value (range over hosts).
	Len bool
	// Opaque says that Value decides the number, but is not what it is counted
	// by: the length of the longest wait.
	Opaque bool
}

// A Region is one construct that repeats an operation.
type Region struct {
	Class    Class
	Kind     Kind
	Fn       *ssa.Function
	Pos, End token.Pos
	// Trials are the calls that are made again because they failed. For a
	// call of a helper it is that one call.
	Trials []ssa.CallInstruction
	// Body holds the blocks that each attempt may run, nil for helper calls.
	Body map[*ssa.BasicBlock]bool
	// Limit is the bound, for regions written out in Fn. For a call of a
	// helper or library the callee's summary or record has it.
	Limit Limit
	// Callback is the index of the argument that a helper call repeats
	// (receiver not counted), -1 for others.
	Callback int
	Delay    attempt.Delay
	// Pauses are the waits on the ways from a failure to the next attempt, for
	// regions written out in Fn.
	Pauses []Pause
	Ctx    Tri
	// GoesOn says that a wait which the context cuts short is followed by
	// another attempt all the same.
	GoesOn bool
	// AllErrors says that no predicate looks at the error; Errors are the
	// classes that are (or may be) repeated.
	AllErrors bool
	Errors    errclass.Set
	// Cuts are the conditions under which it makes one attempt.
	Cuts []Cut
	// Private says that it goes on only after errors that its package keeps to
	// itself: what others hand to it is not repeated.
	Private bool
	// Operation describes what is repeated, such as "(*http.Client).Do".
	Operation string
	// Reads says that the operation is known to change nothing.
	Reads bool
	// tracing is what [Region.Trace] needs, nil for what is no retry.
	tracing *tracing
}

// Tracing is where a region came from, kept to look at it closer when somebody
// asks: its cycle, the ring of its recursion, or the use of a helper.
type tracing struct {
	f     *finder
	loop  *cycle
	ring  *ring
	use   *use
	once  sync.Once
	trace *Trace
}

// A Pause is one wait between two attempts.
type Pause struct {
	Instr ssa.Instruction
	// Duration is how long it lasts, nil when that is not at hand.
	Duration ssa.Value
	// Exact says that it lasts just as long as Duration says: that is no number
	// from which a helper computes the length.
	Exact bool
	Ctx   bool // the context, or a stop channel, cuts it short
	Ticks bool // it is the next beat of a ticker
	Works bool // it is a call that does something as well
}
