package overload

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/known"
	"github.com/retryvet/retryvet/internal/region"
)

// describe names a fault as code does.
func describe(f region.Fault) string {
	switch {
	case f.Status != 0:
		return strconv.FormatInt(f.Status, 10)
	case f.Code != 0:
		return known.CodeName(f.Code)
	}
	return f.Class.String() + " error"
}

// report adds a finding. related is where the operation is, when the finding
// stands elsewhere.
func (c *check) report(category string, pos token.Pos, message string, confidence finding.Confidence) {
	d := finding.Draft{Category: category, Message: message, Confidence: confidence}
	d.Pos, d.End = finding.CallAt(c.pass, pos)
	d.Identity = []string{c.row.Func, c.row.Operation, category}
	d.Path = []string{c.row.Func, c.operation()}
	if trial := c.row.Trials[0].Pos(); trial != pos {
		from, _ := finding.CallAt(c.pass, trial)
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: from, Message: "repeats " + c.operation()})
	}
	c.drafts = append(c.drafts, d)
}

func (c *check) reportSignal(pos token.Pos, a *answer) {
	what := list(a.names)
	if a.category == retried {
		how := "at once"
		if d := c.delay(a.way); d.Base > 0 {
			how = "after " + d.Base.String()
		}
		c.report(retried, pos, fmt.Sprintf("%s %s retried %s, %s: wait as long as the answer asks, or longer each time, with jitter",
			what, are(a.names), how, c.upTo()), finding.High)
		return
	}
	hint := "the response's Retry-After"
	if strings.Contains(what, known.CodeName(exhausted)) {
		hint = "RetryInfo in the status details"
	}
	c.report(retryafter, pos, fmt.Sprintf("%s %s retried after %s, %s: %s is never read", what, are(a.names), wait(c.delay(a.way)), c.upTo(), hint), finding.Medium)
}

func (c *check) reportHopeless(pos token.Pos, names []string) {
	if !pos.IsValid() {
		pos = c.row.Trials[0].Pos()
	}
	c.report(permanent, pos, fmt.Sprintf("%s %s retried, %s: waiting does not cure %s", list(names), are(names), c.upTo(), it(names)), finding.High)
}

func (c *check) reportCanceled(way region.Way) {
	pos := way.Where
	if !pos.IsValid() {
		pos = c.row.Trials[0].Pos()
	}
	c.report(permanent, pos, "canceled calls are retried, "+c.upTo()+": nobody waits for the answer any more", finding.High)
}

func (c *check) reportEverything(way region.Way, answers region.Answers) {
	pos, which := way.Where, "what no case names"
	if !pos.IsValid() {
		pos, which = c.row.Trials[0].Pos(), "every failure"
	}
	examples := ", also those that waiting cannot cure"
	confidence := finding.High
	switch {
	case answers&region.GRPCAnswers != 0:
		examples = ", InvalidArgument and PermissionDenied included"
	case answers&region.HTTPAnswers != 0:
		examples = ", 400 and 403 included"
	case answers&region.SQLAnswers != 0:
		examples = ", syntax errors and constraint violations included"
	case answers&region.CloudAnswers != 0:
		examples = ", denied access and invalid input included"
	default:
		confidence = finding.Medium
	}
	c.report(permanent, pos, which+" is retried"+examples+", "+c.upTo(), confidence)
}

func (c *check) reportLost(loss region.Loss) {
	advice := ": wrap it with %w"
	if loss.Wrapped {
		advice = ": mark it after wrapping, the helper does not look inside"
	}
	c.report(permanent, loss.Pos, "the mark that an error is permanent is lost here, so it is retried, "+c.upTo()+advice, finding.High)
}

// upTo says how often what is called.
func (c *check) upTo() string {
	b := c.row.Attempts
	of := " of " + c.operation()
	switch b.Kind {
	case attempt.Count, attempt.Named:
		return "up to " + b.String() + " attempts" + of
	case attempt.Timed:
		if b.Within > 0 {
			return "for up to " + b.Within.String() + of
		}
		return "in a limited time" + of
	case attempt.Unbounded:
		return "without a limit" + of
	}
	return "in " + c.row.Func
}

// wait words how the region waits.
func wait(d attempt.Delay) string {
	switch {
	case d.Growth == attempt.Fixed && d.Base > 0:
		return d.Base.String()
	case d.Growth == attempt.Fixed:
		return "a fixed wait"
	case d.Jitter:
		return "a wait of its own"
	}
	article := "a "
	if d.Growth == attempt.Exponential {
		article = "an "
	}
	return article + d.Growth.String() + " wait without jitter"
}

// list words names: "400, 403 and 422".
func list(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

func are(names []string) string {
	if len(names) == 1 {
		return "is"
	}
	return "are"
}

func it(names []string) string {
	if len(names) == 1 {
		return "it"
	}
	return "them"
}

// operation names what is repeated.
func (c *check) operation() string { return finding.Short(c.row.Operation) }
