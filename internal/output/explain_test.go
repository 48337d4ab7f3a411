package output

import (
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/inventory"
)

func TestExplain(t *testing.T) {
	rows := []inventory.Row{
		{Class: "nextitem", Kind: "loop", File: "a.go", Line: 1, EndLine: 20, Func: "F", Operation: "x"},
		{Class: "retry", Attempts: "n+1", Delay: "exponential", Jitter: true, Ctx: "partly", Errors: "predicate", Classes: "timeout,overload", Effect: "read",
			Kind: "loop", File: "a.go", Line: 3, EndLine: 9, Func: "(*C).Get\x1b[0m", Operation: "(*net/http.Client).Do",
			Below: []finding.Amount{"3", "2"}, Trials: []int{4}, Exits: []int{3, 5, 7}},
		{Class: "retry", Attempts: "unbounded", Errors: "all", Classes: "any", Kind: "goto", File: "b.go", Line: 3, EndLine: 9, Func: "G",
			Exits: []int{4, 6}, Done: []int{4}, GivenUp: []int{4, 6}},
	}
	findings := []finding.Finding{
		{Message: "up to 9 calls", Pos: finding.Position{File: "a.go", Line: 3, Column: 2}, URL: "https://example.com"},
		{Message: "elsewhere", Pos: finding.Position{File: "a.go", Line: 30, Column: 2}},
	}
	var b strings.Builder
	for _, line := range []int{5, 15, 25} {
		if err := Explain(&b, "a.go", line, rows, findings); err != nil {
			t.Fatal(err)
		}
		b.WriteString("--\n")
	}
	if err := Explain(&b, "b.go", 3, rows, findings); err != nil {
		t.Fatal(err)
	}
	compare(t, "explain.txt", []byte(b.String()))
}

// Each class has a reason.
func TestReasons(t *testing.T) {
	for class, reason := range reasons {
		if reason == "" || strings.ToLower(reason[:1]) != reason[:1] || strings.HasSuffix(reason, ".") {
			t.Errorf("%s: %q", class, reason)
		}
	}
}
