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
		d := finding.Draft{
			Category: budget,
			Message:  budgetMessage(b),
			Attempts: &finding.Attempts{Total: finding.Amount(fmt.Sprint(b.Plan.Attempts()))},
			Time:     &finding.Time{WorstCase: least(b.Work), Deadline: b.Within.String()},
			Identity: []string{b.Func, b.Leaf},
		}
		if b.Timed {
			d.Time.PerAttempt = b.Each.String()
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
	if b.Client {
		deadline = b.Within.String() + " timeout of the http.Client"
	}
	if !b.Here && b.Func != "" {
		deadline += fmt.Sprintf(" in %s (%s:%d)", b.Func, path.Base(b.File), b.Line)
	}
	return fmt.Sprintf("%s %s not fit the %s: %s", what, verb, deadline, consequence(b))
}

// consequence says how many attempts have how much time.
func consequence(b *summary.Budget) string {
	n := b.Plan.Attempts()
	starts, counted := b.Plan.Starts(b.Within)
	single := singlePart(b)
	switch {
	case single != nil && single.Wait != nil && single.Wait(1).Min >= b.Within:
		return fmt.Sprintf("the first wait of %s is longer, so that no retry ever runs", least(single.Wait(1)))
	case !b.Timed && counted:
		return fmt.Sprintf("only %d of %d attempts can start", starts, n)
	case single != nil && counted && starts == n:
		return fmt.Sprintf("attempt %d of %d has %s left of its %s", n, n, single.Left(b.Each, b.Within), least(b.Each))
	case counted && starts < n:
		return fmt.Sprintf("%d attempts of %s, only %d can start", n, least(b.Each), starts)
	}
	return fmt.Sprintf("%d attempts of %s", n, least(b.Each))
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
