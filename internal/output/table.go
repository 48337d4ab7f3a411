package output

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/retryvet/retryvet/internal/inventory"
)

// Table prints the inventory for a person: one region a line, "-" where
// nothing is known.
func Table(w io.Writer, rows []inventory.Row) error {
	b := bufio.NewWriter(w)
	t := tabwriter.NewWriter(b, 0, 8, 2, ' ', 0)
	if len(rows) > 0 {
		fmt.Fprintln(t, "CLASS\tATTEMPTS\tBELOW\tDELAY\tCTX\tERRORS\tEFFECT\tKIND\tWHERE\tFUNC\tOPERATION")
	}
	for _, r := range rows {
		where := fmt.Sprintf("%s:%d", r.File, r.Line)
		cells := []string{r.Class, string(r.Attempts), below(r), delay(r), r.Ctx, r.Errors, r.Effect, r.Kind, where, r.Func, r.Operation}
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
