package backoff

import (
	"fmt"
	"go/token"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/region"
)

// report adds a finding.
func (c *check) report(category string, pos token.Pos, message string, confidence finding.Confidence) {
	d := finding.Draft{Category: category, Message: message, Confidence: confidence}
	d.Pos, d.End = finding.CallAt(c.pass, pos)
	d.Identity = []string{c.row.Func, c.row.Operation, category}
	d.Path = []string{c.row.Func, c.operation()}
	if len(c.row.Trials) > 0 && c.row.Trials[0].Pos() != pos {
		trial := c.row.Trials[0].Pos()
		from, _ := finding.CallAt(c.pass, trial)
		d.Related = append(d.Related, analysis.RelatedInformation{Pos: from, Message: "repeats " + c.operation()})
	}
	c.drafts = append(c.drafts, d)
}

func (c *check) reportNoDelay(way region.Way, always bool) {
	which := ""
	if !always {
		which = " after some failures"
	}
	c.report(nodelay, way.Trial.Pos(), fmt.Sprintf("%s is repeated without a wait%s, %s: wait longer each time, with jitter", c.operation(), which, c.upTo()), finding.High)
}

func (c *check) reportUnbounded() {
	c.report(unbounded, c.row.Trials[0].Pos(),
		c.operation()+" is repeated until it succeeds: no number of attempts, no time and no context ends it", finding.High)
}

func (c *check) reportReset(pos token.Pos) {
	c.report(reset, pos, "the counter starts again in every attempt, so this limit is never reached: set it before the loop", finding.High)
}

func (c *check) reportRenewed(pos token.Pos) {
	c.report(reset, pos, "the backoff starts again in every attempt, so its waits never grow: make it before the loop", finding.High)
}

func (c *check) reportOverflow(pos token.Pos) {
	c.report(stop, pos, "the wait overflows after enough attempts, before it is compared with its longest, and is 0 from then on: limit the shift", finding.High)
}

func (c *check) reportUnheeded(pos token.Pos) {
	c.report(stop, pos, "the backoff's Stop is taken for a wait: when its time has passed it is negative, and the loop goes on at once", finding.High)
}

func (c *check) reportJitter(pos token.Pos, d attempt.Delay) {
	how := "a " + d.Growth.String() + " wait"
	if d.Growth == attempt.Exponential {
		how = "an exponential wait"
	}
	if d.Growth == attempt.Fixed && d.Base > 0 {
		how = d.Base.String()
	}
	c.report(jitter, pos, fmt.Sprintf("%s is repeated after %s without jitter: clients that failed together come back together", c.operation(), how), finding.Medium)
}

func (c *check) reportDead() {
	c.report(dead, c.row.Trials[0].Pos(), fmt.Sprintf("%s is never repeated: no failure of it reaches the helper as one to retry", c.operation()), finding.High)
}

func (c *check) reportSingle() {
	c.report(dead, c.row.Trials[0].Pos(), fmt.Sprintf("%s is never repeated: the settings allow one attempt", c.operation()), finding.High)
}

// upTo says how often.
func (c *check) upTo() string {
	b := c.row.Attempts
	switch b.Kind {
	case attempt.Count, attempt.Named:
		return "up to " + b.String() + " attempts"
	case attempt.Timed:
		return "for a limited time"
	case attempt.Unbounded:
		if c.row.Ctx != region.No {
			return "until the context ends"
		}
		return "without a limit"
	}
	return "in " + c.row.Func
}

// operation names what is repeated.
func (c *check) operation() string { return finding.Short(c.row.Operation) }
