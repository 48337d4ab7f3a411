package deadline

import (
	"fmt"
	"path"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

// budgets reports the timeouts that are shorter than what they have to cover.
func (c *check) budgets() {
	for _, b := range c.result.Budgets {
		category, message := budget, budgetMessage(b)
		if b.Shared {
			category, message = shared, sharedMessage(b)
		}
		d := finding.Draft{
			Category: category,
			Message:  message,
			Attempts: &finding.Attempts{Total: finding.Amount(fmt.Sprint(b.Plan.Attempts()))},
			Time:     &finding.Time{Deadline: b.Within.String()},
			Identity: []string{b.Func, b.Leaf},
		}
		if !b.Shared {
			d.Time.WorstCase = least(b.Work)
		}
		if each, attempts := b.Plan.Each(); b.Timed && attempts == 1 {
			d.Time.PerAttempt = each.String()
		}
		for _, l := range b.Layers {
			d.Attempts.Layers = append(d.Attempts.Layers, finding.Layer{
				Func: l.Func, File: l.File, Line: l.Line, Kind: string(l.Kind), Attempts: finding.Amount(l.Attempts.String()),
			})
			d.Path = append(d.Path, fmt.Sprintf("%s (%s:%d)", l.Func, l.File, l.Line))
		}
		d.Path = append(d.Path, b.Leaf)
		d.Pos, d.End = c.extent(b.Pos)
		c.add(d)
	}
}

// budgetMessage says what does not fit, and what that means.
func budgetMessage(b *summary.Budget) string {
	what := "worst case " + least(b.Work)
	if !b.Timed {
		what = "the waits alone, " + least(b.Work) + ","
	}
	verb := "does"
	if !b.Timed {
		verb = "do"
	}
	deadline := b.Within.String() + " deadline"
	switch b.Owner {
	case summary.OfClient:
		deadline = b.Within.String() + " timeout of the http.Client"
	case summary.OfServer:
		deadline = b.Within.String() + " that the http.Server has to write an answer"
	}
	if !b.Here && b.Func != "" {
		deadline += fmt.Sprintf(" in %s (%s:%d)", b.Func, path.Base(b.File), b.Line)
	}
	return fmt.Sprintf("%s %s not fit the %s: %s", what, verb, deadline, consequence(b))
}

// sharedMessage says that one attempt may take the time of all.
func sharedMessage(b *summary.Budget) string {
	return fmt.Sprintf("one timeout of %s of the http.Client covers all %d attempts of %s: one that hangs leaves the others no time",
		b.Within, b.Plan.Attempts(), short(b.Layers[len(b.Layers)-1].Func))
}

// consequence says how many attempts have how much time.
func consequence(b *summary.Budget) string {
	n := b.Plan.Attempts()
	each, covered := b.Plan.Each()
	starts, counted := b.Plan.Starts(b.Within)
	single := singlePart(b)
	attempts := fmt.Sprintf("%d attempts of %s", n, least(each))
	if covered > 1 {
		attempts = fmt.Sprintf("%d attempts with %s for every %d", n, least(each), covered)
	}
	switch {
	case single != nil && single.Wait != nil && single.Wait(1).Min >= b.Within:
		return fmt.Sprintf("the first wait of %s is longer, so that no retry ever runs", least(single.Wait(1)))
	case !b.Timed && counted:
		return fmt.Sprintf("only %d of %d attempts can start", starts, n)
	case single != nil && counted && starts == n:
		return fmt.Sprintf("attempt %d of %d has %s left of its %s", n, n, single.Left(each, b.Within), least(each))
	case counted && starts < n:
		return fmt.Sprintf("%s, only %d can start", attempts, starts)
	}
	return attempts
}

// singlePart returns the only part of a plan that makes several attempts, nil
// if there are more.
func singlePart(b *summary.Budget) *attempt.Part {
	var found *attempt.Part
	for i := range b.Plan {
		if b.Plan[i].N < 2 {
			continue
		}
		if found != nil {
			return nil
		}
		found = &b.Plan[i]
	}
	return found
}

// least prints the shortest that a length of time can be: what is proven.
func least(i attempt.Interval) string { return i.Min.String() }
