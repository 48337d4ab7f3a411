package region

import (
	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A Behavior is what the callers of a function must know of it. It travels
// between packages inside the function's fact: plain data, no pointers into
// the program.
type Behavior struct {
	// Operates says that the function, or one that it calls, does something
	// that can fail outside the program's own memory.
	Operates bool
	// Writes says that some operation inside is not known to be a mere read.
	Writes bool
	// Remote says that some operation inside leaves the process or may block,
	// and Answers what kinds of answers are known to come out.
	Remote  bool
	Answers Answers
	// Marks says that it may return an error with a mark that keeps a helper
	// from repeating it.
	Marks bool
	// OK and Fail are the results when all operations inside succeed, and when
	// one of them fails; nil when nothing is known.
	OK, Fail []Abs
	// Refuses says that it may return an error though nothing in it failed.
	Refuses bool
	// CellsOK and CellsFail are the same for the captured variables of a
	// closure. They matter inside its package only.
	CellsOK, CellsFail []Abs
	// Tests are the results for each kind of error or answer that the function
	// can be handed: what makes it a predicate, or a wrapper.
	Tests []Test
	// NoReturn says that the function ends the program or the goroutine.
	NoReturn bool
	// ReadsHint says that it asks an answer how long to wait.
	ReadsHint bool
	// MayWait says that it runs a function of which nothing is known and that
	// could wait: it is handed a context or a length of time.
	MayWait bool
	// Blocks says that it takes something from a channel, or waits for a
	// condition: it returns when another goroutine lets it.
	Blocks bool
	// Prompts says that it reads what a person types.
	Prompts bool
	// Waits is how the function waits, nil if it does not.
	Waits *Waiting
	// Grows is how a duration that the function returns depends on the number
	// it is handed; Jitters says that it holds a random part.
	Grows   attempt.Growth
	Jitters bool
	// GrowsOpen says that a function decides of which nothing is known.
	GrowsOpen bool
	// GrowsWithState says that it grows from call to call by itself.
	GrowsWithState bool
	// Repeats are the parameters that the function runs again when they fail.
	Repeats []Repeat
	// Returned are the parameters that the function it returns runs again: of a
	// decorator, or of an iterator that is ranged over.
	Returned []Repeat
}

// A Test is what a function returns when parameter Param holds the failure of
// one world.
type Test struct {
	Param   int
	OK      bool  // the nil error, or the answer 200
	Status  int64 // an answer with this status, or an error that carries it
	Class   errclass.Class
	Results []Abs
}

// Waiting describes the wait in a function.
type Waiting struct {
	Delay attempt.Delay
	Ctx   bool // the wait ends when the context does
	// Param is the parameter that holds the duration, or the number from which
	// it is computed; -1 for none.
	Param int
	// Counter says that Param holds the number of the attempt.
	Counter bool
	// Exact says that Param is the duration itself.
	Exact bool
}

// A Repeat is a parameter that a function runs again.
type Repeat struct {
	// Param is its index without the receiver. Field is the name of the field
	// when the parameter is a struct that holds the function.
	Param int
	Field string
	Again Again // after which of its results
	Class Class
	Delay attempt.Delay
	Ctx   Tri
	// AllErrors and Errors say what is repeated; see [Region].
	AllErrors bool
	Errors    errclass.Set
	// Private says that it is run again only after an error that no function
	// outside the package can return.
	Private bool
	// Only is the setting without which it runs once, nil for none.
	Only *Setting
	// Within is the operation that runs it, and that may fail by itself: a
	// transaction. It is empty where nothing but the parameter fails.
	Within string
	// Chooser is the parameter that says which errors are repeated, nil for none.
	Chooser *Chooser
}

// A Chooser is a parameter that is asked about each error.
type Chooser struct {
	Param int  // its index without the receiver
	Ends  bool // it says true of the errors that are not repeated
}

// test looks up what the function returns for the failure among args.
func (b *Behavior) test(w world, args []Abs) []Abs {
	for _, t := range b.Tests {
		if t.Param >= len(args) {
			continue
		}
		if t.matches(w, args[t.Param]) {
			return t.Results
		}
	}
	return nil
}

// asksStatus reports whether it depends on the status of the failure among args
// what the function returns.
func (b *Behavior) asksStatus(args []Abs) bool {
	for _, t := range b.Tests {
		if t.Status != 0 && t.Param < len(args) && args[t.Param].Kind == Failure {
			return true
		}
	}
	return false
}

func (t Test) matches(w world, a Abs) bool {
	switch {
	case t.OK:
		return a.Kind == Nil || a == Abs{Status, 200} || w.status == 200 && a.Kind == NonNil
	case t.Status != 0:
		return a.Kind == Status && a.N == t.Status || w.answer && w.status == t.Status && a.Kind != Failure ||
			a.Kind == Failure && w.exact && !w.answer && w.status == t.Status
	}
	return a.Kind == Failure && w.classed && t.Class == w.class
}
