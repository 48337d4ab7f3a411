package overload

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// hopeless reports whether a fault is the same at each attempt: what the
// request asks for is wrong or forbidden. Not found is left out: something
// that was just made may be found later.
func hopeless(f region.Fault) bool {
	switch f.Class {
	case errclass.Validation:
		return f.Status != 0 || f.Code != 0
	case errclass.Permission:
		return f.Status == 401 || f.Status == 403 || f.Code != 0
	}
	return false
}

// canceled reports whether a fault says that the caller has gone.
func canceled(f region.Fault) bool { return f.Class == errclass.Canceled }

// permanents reports failures that are repeated though waiting cannot cure
// them.
func (c *check) permanents() {
	if c.row.Class != region.Retry {
		return // the next host may have another opinion
	}
	var names []string
	var at token.Pos
	ended, guessed := 0, false
	for _, fault := range c.faults {
		if !hopeless(fault) {
			continue
		}
		ways, followed := c.trace.Ways(fault)
		if followed && len(ways) == 0 {
			ended++
		}
		way, ok := sure(ways)
		guessed = guessed || !ok && len(ways) > 0
		if !ok || way.Named && c.once() && !c.strict {
			continue
		}
		names = append(names, describe(fault))
		if !at.IsValid() {
			at = way.Where
		}
	}
	switch {
	case len(names) > 0:
		c.reportHopeless(at, names)
	case c.forgetsCancel(ended):
	case ended == 0 && (!guessed || c.strict):
		c.everything()
	}
}

// once reports whether there is one repeat: after an answer that the code names,
// it may well be made in another way.
func (c *check) once() bool { return c.row.Attempts.Kind == attempt.Count && c.row.Attempts.N == 2 }

// sure returns the way, of those of a fault, that it is certain to take as it is.
func sure(ways []region.Way) (region.Way, bool) {
	for _, w := range ways {
		if w.Sure && !w.Repair {
			return w, true
		}
	}
	return region.Way{}, false
}

// forgetsCancel reports a classifier that ends with hopeless failures, but not
// when the caller has gone.
func (c *check) forgetsCancel(ended int) bool {
	if ended == 0 || c.row.Callback >= 0 && c.row.Ctx == region.Yes {
		return false // none; or the helper ends with the context
	}
	for _, fault := range c.faults {
		if !canceled(fault) {
			continue
		}
		ways, _ := c.trace.Ways(fault)
		if way, ok := sure(ways); ok && cancelable(way.Trial) {
			c.reportCanceled(way)
			return true
		}
	}
	return false
}

// cancelable reports whether somebody may cancel a call: whoever calls a function
// of the standard library without a context or a request cannot.
func cancelable(call ssa.CallInstruction) bool {
	fn := call.Common().StaticCallee()
	if fn == nil || fn.Pkg == nil || !known.Standard(fn.Pkg.Pkg.Path()) {
		return true
	}
	for p := range fn.Signature.Params().Variables() {
		switch types.TypeString(p.Type(), nil) {
		case "context.Context", "*net/http.Request":
			return true
		}
	}
	return false
}

// everything reports that failures which no test names are repeated.
func (c *check) everything() {
	class, typed := c.trace.Asks()
	known := c.row.Answers()
	if !c.strict && (typed || class && known == region.SQLAnswers) {
		return // it has thought of some, and nobody knows of how many
	}
	if (!c.strict || known == 0) && c.trace.Marks() {
		return // the operation says itself what is final
	}
	if known == 0 && (!c.strict || c.row.Attempts.Kind == attempt.Unbounded) {
		return // opaque, or meant to go on
	}
	ways, _ := c.trace.Ways(region.Unlisted)
	if way, ok := sure(ways); ok {
		c.reportEverything(way, known)
	}
}

// lost reports marks that are lost on the way to the helper.
func (c *check) lost() {
	for _, loss := range c.trace.Lost() {
		c.reportLost(loss)
	}
}

// budgets reports budgets that can hold nothing back.
func (c *check) budgets() {
	if pos := c.row.LocalBudget(); pos.IsValid() {
		c.report(budget, pos, "this budget is made for each call, so it holds back no other: make it once, and share it", finding.High)
	}
}
