package output

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/region"
)

// reasons say what makes a construct what it is.
var reasons = map[region.Class]string{
	region.Retry:      "when the call fails, control comes back to the same call; when it succeeds, the construct is left",
	region.Failover:   "a call that fails is made again at the next of several places; success ends it",
	region.Poll:       "it waits for a state: the call is made again although it succeeded, and an error ends it",
	region.PollErr:    "it waits for a state: the call is made again although it succeeded, and errors do not end it",
	region.Periodic:   "a timer makes the next round, whatever became of the last one",
	region.Worker:     "each round takes the next thing from a queue or a channel",
	region.NextItem:   "each round is about another thing: what is called depends on it",
	region.Pagination: "each round asks for the next page",
	region.Accept:     "each round takes the next connection",
	region.Stream:     "each round reads or writes the next part of a stream",
	region.Reconnect:  "it runs a session again for as long as the program lives, also after one that ended well",
	region.CAS:        "it compares and swaps in memory until nobody is in the way: nothing is called",
	region.Dead:       "it is handed to a helper that retries, but nothing that it returns makes the helper do so",
}

// Explain tells what is known of the constructs around a line, the innermost
// first, and what was found there.
func Explain(w io.Writer, file string, line int, rows []inventory.Row, findings []finding.Finding) error {
	b := bufio.NewWriter(w)
	around := rowsAround(file, line, rows)
	if len(around) == 0 {
		fmt.Fprintf(b, "%s:%d: nothing here repeats an operation: no cycle of the control flow around this line makes the same call again, and no call on it goes to a helper that does\n", visible(file), line)
	}
	for _, r := range around {
		explainRow(b, r)
	}
	for _, f := range findings {
		if touches(f, file, line, around) {
			fmt.Fprintf(b, "found: %s\n\t%s\n", lineOf(f), visible(f.URL))
		}
	}
	return b.Flush()
}

// rowsAround returns the constructs that cover the line, the shortest first.
func rowsAround(file string, line int, rows []inventory.Row) []inventory.Row {
	var around []inventory.Row
	for _, r := range rows {
		if r.File != file || line < r.Line || r.EndLine < line {
			continue
		}
		i := len(around)
		for i > 0 && r.EndLine-r.Line < around[i-1].EndLine-around[i-1].Line {
			i--
		}
		around = append(around[:i], append([]inventory.Row{r}, around[i:]...)...)
	}
	return around
}

func explainRow(b *bufio.Writer, r inventory.Row) {
	class := region.Class(r.Class)
	is := "is a retry"
	switch {
	case class == region.Failover:
		is = "is a failover"
	case class != region.Retry:
		is = "is no retry but of the class " + r.Class
	}
	where := fmt.Sprintf("%s:%d", r.File, r.Line)
	if r.EndLine > r.Line {
		where += fmt.Sprintf("-%d", r.EndLine)
	}
	fmt.Fprintf(b, "%s: %s in %s %s\n", visible(where), visible(r.Kind), visible(r.Func), is)
	say := func(name, text string) { fmt.Fprintf(b, "\t%-10s %s\n", name, visible(text)) }
	say("why", reasons[class])
	say("operation", or(short(r.Operation), "not known")+at(" called on", r.Trials))
	if text := left(r); text != "" {
		say("left", text)
	}
	if class != region.Retry && class != region.Failover {
		say("so", "it is no layer, and multiplies nothing")
		return
	}
	say("bound", bound(r.Attempts))
	say("waits", or(delay(r), "not known"))
	if t := r.Time; t != nil && t.PerAttempt+t.WorstCase+t.Deadline != "" { // the waits alone are told
		say("time", timeText(t))
	}
	say("errors", repeated(r))
	say("context", or(map[string]string{
		"yes":    "its loop and its waits end with the context",
		"partly": "its loop or its waits end with the context, not both",
		"no":     "it does not end with a context",
	}[r.Ctx], "not known"))
	say("effect", or(r.Effect, "not known"))
	if len(r.Below) > 0 {
		say("below", "each attempt passes retries of "+below(r))
	} else {
		say("below", "no retry is known")
	}
}

// left says on which lines a construct is left, and why if that is known.
func left(r inventory.Row) string {
	var parts []string
	if len(r.Done) > 0 {
		parts = append(parts, at("after success on", r.Done))
	}
	if len(r.GivenUp) > 0 {
		parts = append(parts, at("after a failure on", r.GivenUp))
	}
	if len(parts) == 0 && len(r.Exits) > 0 {
		parts = append(parts, at("on", r.Exits))
	}
	return strings.Join(parts, "; ")
}

// bound words the limit of a construct.
func bound(a finding.Amount) string {
	switch a {
	case "":
		return "not known"
	case "unbounded":
		return "none: nothing but success ends it"
	case "time-bound":
		return "a length of time"
	}
	return attemptsText(a)
}

// repeated words the failures that are repeated.
func repeated(r inventory.Row) string {
	text := "those that a predicate lets through"
	if r.Errors == "all" {
		text = "all: nothing looks at the error"
	}
	if r.Classes != "" && r.Classes != "any" {
		text += " (" + r.Classes + ")"
	}
	return text
}

// touches reports whether a finding is about the line or a construct around it.
func touches(f finding.Finding, file string, line int, around []inventory.Row) bool {
	on := func(p finding.Position) bool {
		if p.File != file {
			return false
		}
		if p.Line == line {
			return true
		}
		for _, r := range around {
			if p.Line == r.Line {
				return true
			}
		}
		return false
	}
	if on(f.Pos) {
		return true
	}
	for _, s := range steps(f) {
		if on(s.pos) {
			return true
		}
	}
	return false
}

func at(prefix string, lines []int) string {
	if len(lines) == 0 {
		return ""
	}
	text := prefix + " line"
	if len(lines) > 1 {
		text += "s"
	}
	for i, n := range lines {
		switch {
		case i == 0:
			text += fmt.Sprintf(" %d", n)
		case i == len(lines)-1:
			text += fmt.Sprintf(" and %d", n)
		default:
			text += fmt.Sprintf(", %d", n)
		}
	}
	return text
}

func or(text, otherwise string) string {
	if text == "" {
		return otherwise
	}
	return text
}
