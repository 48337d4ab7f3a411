package nestedretry

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

const (
	product   = "product"
	unbounded = "unbounded"
)

// draft words the nest.
func (n nest) draft(in *places, limit int64) finding.Draft {
	d := finding.Draft{
		Category:   n.category(),
		Message:    n.message(),
		Confidence: finding.High,
		Attempts:   &finding.Attempts{Total: finding.Amount(n.total.String())},
		Tolerated:  n.tolerated(limit),
	}
	d.Pos, d.End = in.call(n.Pos, n.End)
	if _, ok := n.total.Number(); !ok {
		d.Confidence = finding.Medium
	}
	for _, l := range n.layers {
		d.Attempts.Layers = append(d.Attempts.Layers, finding.Layer{
			Func:     l.Func,
			File:     l.File,
			Line:     l.Line,
			Attempts: finding.Amount(l.Attempts.String()),
			Kind:     string(l.Kind),
			Wait:     wait(l.Delay),
		})
		d.Path = append(d.Path, l.Func+place(l, l.File))
		d.Identity = append(d.Identity, l.Func)
		d.Related = append(d.Related, analysis.RelatedInformation{
			Pos:     in.layer(l, d.Pos),
			Message: attempts(l) + " " + within(l),
		})
	}
	d.Path = append(d.Path, n.operation())
	d.Identity = append(d.Identity, n.Leaf)
	d.Related = append(d.Related, analysis.RelatedInformation{
		Pos:     d.Pos,
		Message: "calls " + n.operation(),
	})
	return d
}

// message is one line that stands alone: hosts drop or tear off all the rest.
func (n nest) message() string {
	var factors []string
	for i, l := range n.layers {
		where := within(l)
		if i == 0 && !n.Wiring {
			where = "here"
		}
		count := l.Attempts.Factor()
		if i == 0 || l.Attempts.Kind == attempt.Timed {
			count = attempts(l)
		}
		factors = append(factors, count+" "+where)
	}
	return n.claim() + ": " + strings.Join(factors, " x ")
}

// claim says how many calls there can be.
func (n nest) claim() string {
	calls := "calls of " + n.operation() + " per request"
	switch {
	case !n.total.Open:
		return "up to " + n.total.String() + " " + calls
	case slices.ContainsFunc(n.layers, func(l summary.Layer) bool { return l.Attempts.Kind == attempt.Unbounded }):
		return "unlimited " + calls
	}
	return calls + " limited only by time"
}

// operation names what is called at the bottom.
func (n nest) operation() string {
	if n.Leaf == "" {
		return "a function value"
	}
	return n.Leaf
}

// attempts words one factor: "3 attempts", "maxAttempts", "30s of attempts".
func attempts(l summary.Layer) string {
	switch {
	case l.Attempts.Kind == attempt.Named && strings.HasSuffix(strings.ToLower(l.Attempts.Name), "attempts"):
		return l.Attempts.Factor() // it says so itself
	case l.Attempts.Kind != attempt.Timed:
		return l.Attempts.Factor() + " attempts"
	case l.Attempts.Within > 0:
		return l.Attempts.Within.String() + " of attempts"
	}
	return "time-bound attempts"
}

// wait words how a layer waits between attempts.
func wait(d attempt.Delay) string {
	text := d.Growth.String()
	switch {
	case d.Growth == attempt.UnknownGrowth:
		return ""
	case d.Growth == attempt.NoDelay:
		return text
	case d.Growth == attempt.Fixed && d.Base > 0:
		text = d.Base.String()
	case d.Base > 0:
		text += " from " + d.Base.String()
	}
	if d.Cap > d.Base {
		text += " to " + d.Cap.String()
	}
	if d.Jitter {
		text += " with jitter"
	}
	return text
}

// within tells where a layer is. Without a file its package has to tell.
func within(l summary.Layer) string {
	if l.Line == 0 {
		return "in " + l.Func
	}
	return "in " + bare(l.Func) + place(l, path.Base(l.File))
}

// place is the position of a layer as it follows a name. What a library does
// out of sight has none.
func place(l summary.Layer, file string) string {
	if l.Line == 0 {
		return ""
	}
	return fmt.Sprintf(" (%s:%d)", file, l.Line)
}

// bare drops the package from a function's name: "(*tool.Billing).once" is
// "(*Billing).once". The file that follows it in a message tells the rest.
func bare(fn string) string {
	recv, method, ok := strings.Cut(fn, ").")
	if !ok {
		return unqualified(fn)
	}
	typ := strings.TrimLeft(recv, "(*")
	return recv[:len(recv)-len(typ)] + unqualified(typ) + ")." + method
}

func unqualified(name string) string {
	if _, rest, ok := strings.Cut(name, "."); ok {
		return rest
	}
	return name
}
