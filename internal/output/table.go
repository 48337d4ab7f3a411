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
	if len(rows) > 0 {
		fmt.Fprintln(t, "CLASS\tATTEMPTS\tBELOW\tDELAY\tCTX\tERRORS\tEFFECT\tKIND\tWHERE\tFUNC\tOPERATION")
	}
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b inventory.Row) int {
		return cmp.Or(cmp.Compare(rank(a.Class), rank(b.Class)), cmp.Compare(a.Class, b.Class))
	})
	for _, r := range rows {
		where := fmt.Sprintf("%s:%d", r.File, r.Line)
		cells := []string{r.Class, string(r.Attempts), below(r), delay(r), r.Ctx, r.Errors, r.Effect, r.Kind, where, r.Func, short(r.Operation)}
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
