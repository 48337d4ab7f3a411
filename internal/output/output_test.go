package output

import (
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

func TestJSONIsOneObjectALine(t *testing.T) {
	var b strings.Builder
	err := JSON(&b, []finding.Finding{
		{Message: "a <b> & c", Attempts: &finding.Attempts{Total: "27"}},
		{Message: "d"},
	})
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if err != nil || len(lines) != 2 {
		t.Fatalf("got %d lines, %v", len(lines), err)
	}
	for _, want := range []string{`"message":"a <b> & c"`, `"attempts":{"total":27,`} {
		if !strings.Contains(lines[0], want) {
			t.Errorf("%s does not contain %s", lines[0], want)
		}
	}
	if strings.Contains(lines[1], "attempts") {
		t.Errorf("%s: a finding without arithmetic shows some", lines[1])
	}
}

func TestTable(t *testing.T) {
	var b strings.Builder
	rows := []inventory.Row{
		{Class: "nextitem", Kind: "loop", File: "a.go", Line: 1, Func: "G", Operation: "p.F[q/r.T]"},
		{Class: "pagination", Kind: "loop", File: "a.go", Line: 2, Func: "G", Jitter: true},
		{Class: "retry", Attempts: "3", Below: []finding.Amount{"2", "n"}, Delay: "fixed", Jitter: true, Ctx: "yes", Errors: "all", Kind: "loop", File: "a.go", Line: 3, Func: "F", Operation: "(*net/http.Client).Do"},
		{Class: "retry", Attempts: "n+1", Delay: "none", Ctx: "no", Errors: "predicate", Effect: "write", Kind: "goto", File: "b.go", Line: 4, Func: "G", Operation: "op"},
	}
	err := Table(&b, rows)
	want := `CLASS       ATTEMPTS  BELOW  DELAY         CTX  ERRORS     EFFECT  KIND  WHERE   FUNC  OPERATION
retry       3         2 x n  fixed+jitter  yes  all        -       loop  a.go:3  F     (*http.Client).Do
retry       n+1       -      none          no   predicate  write   goto  b.go:4  G     op
pagination  -         -      -             -    -          -       loop  a.go:2  G     -
nextitem    -         -      -             -    -          -       loop  a.go:1  G     p.F[q/r.T]
`
	if err != nil || b.String() != want {
		t.Errorf("got (%v)\n%s\nwant\n%s", err, b.String(), want)
	}
	if rows[0].Class != "nextitem" {
		t.Error("the table sorts the rows of its caller")
	}
	b.Reset()
	if err := Table(&b, nil); err != nil || b.String() != "" {
		t.Errorf("an empty inventory prints %q, %v", b.String(), err)
	}
}
