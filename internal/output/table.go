package output

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/retryvet/retryvet/internal/inventory"
	"github.com/retryvet/retryvet/internal/region"
)

// Table prints the inventory for a person: one region a line, retries first,
// "-" where nothing is known.
func Table(w io.Writer, rows []inventory.Row) error {
	b := bufio.NewWriter(w)
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	timed := slices.ContainsFunc(rows, func(r inventory.Row) bool { return worst(r) != "" })
	if len(rows) > 0 {
		head := []string{"CLASS", "ATTEMPTS", "BELOW", "DELAY", "CTX", "ERRORS", "EFFECT", "KIND", "WHERE", "FUNC", "OPERATION"}
		if timed {
			head = slices.Insert(head, 4, "TIME")
		}
		fmt.Fprintln(t, strings.Join(head, "\t"))
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b inventory.Row) int {
		return cmp.Or(cmp.Compare(rank(a.Class), rank(b.Class)), cmp.Compare(a.Class, b.Class))
	})
	for _, r := range rows {
		where := fmt.Sprintf("%s:%d", r.File, r.Line)
		cells := []string{r.Class, string(r.Attempts), below(r), delay(r), r.Ctx, r.Errors, r.Effect, r.Kind, where, r.Func, short(r.Operation)}
		if timed {
			cells = slices.Insert(cells, 4, worst(r))
		}
		for i, c := range cells {
			cells[i] = cmp.Or(c, "-")
		}
		fmt.Fprintln(t, strings.Join(cells, "\t"))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	return b.Flush()
}

// worst prints how long a region can take, and how long it may.
func worst(r inventory.Row) string {
	switch t := r.Time; {
	case t == nil:
		return ""
	case t.Deadline == "":
		return t.WorstCase
	default:
		return cmp.Or(t.WorstCase, "?") + " of " + t.Deadline
	}
}

// rank puts what repeats after a failure before what waits, and that before
// what goes on to the next thing, of which every program is full.
func rank(class string) int {
	switch region.Class(class) {
	case region.Retry:
		return 0
	case region.Failover:
		return 1
	case region.NextItem:
		return 3
	}
	return 2
}

// short drops all but the last element of the import path in a function's
// name: "(*net/http.Client).Do" is "(*http.Client).Do".
func short(fn string) string {
	head, args, generic := strings.Cut(fn, "[")
	name := strings.TrimLeft(head, "(*")
	decoration := head[:len(head)-len(name)]
	name = name[strings.LastIndexByte(name, '/')+1:]
	if generic {
		return decoration + name + "[" + args
	}
	return decoration + name
}

func delay(r inventory.Row) string {
	if r.Delay != "" && r.Jitter {
		return r.Delay + "+jitter"
	}
	return r.Delay
}

func below(r inventory.Row) string {
	var factors []string
	for _, b := range r.Below {
		factors = append(factors, string(b))
	}
	return strings.Join(factors, " x ")
}
