package inventory

import (
	"encoding/json"
	"go/token"
	"testing"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/region"
	"github.com/retryvet/retryvet/internal/summary"
)

func TestRow(t *testing.T) {
	fset := token.NewFileSet()
	f := fset.AddFile("/src/a.go", -1, 100)
	f.SetLines([]int{0, 10, 20, 30})
	at := func(line int) token.Pos { return f.LineStart(line) }

	tests := []struct {
		name string
		row  *summary.Row
		want string
	}{
		{
			"a retry with all there is to know",
			&summary.Row{
				Region: &region.Region{
					Class: region.Retry, Kind: region.Loop, Pos: at(2), End: at(4),
					Delay: attempt.Delay{Growth: attempt.Exponential, Jitter: true},
					Ctx:   region.Partly, AllErrors: true, Operation: "(*net/http.Client).Do",
				},
				Func: "(*C).Get", Attempts: attempt.Times(3), Effect: "read",
				Below: []attempt.Bound{attempt.Times(4), attempt.Setting("n", 1)},
			},
			`{"class":"retry","kind":"loop","func":"(*C).Get","file":"/src/a.go","line":2,"end_line":4,"attempts":3,"delay":"exponential","jitter":true,"ctx":"partly","errors":"all","operation":"(*net/http.Client).Do","effect":"read","below":[4,"n+1"]}`,
		},
		{
			"a retry of some errors, without a limit",
			&summary.Row{
				Region:   &region.Region{Class: region.Retry, Kind: region.Goto, Pos: at(3), Delay: attempt.Delay{Growth: attempt.NoDelay}},
				Attempts: attempt.Forever(),
			},
			`{"class":"retry","kind":"goto","func":"","file":"/src/a.go","line":3,"end_line":3,"attempts":"unbounded","delay":"none","jitter":false,"ctx":"","errors":"predicate","operation":"","effect":"","below":[]}`,
		},
		{
			"a worker, of which little is known",
			&summary.Row{Region: &region.Region{Class: region.Worker, Kind: region.Loop, Pos: at(1), End: at(2)}},
			`{"class":"worker","kind":"loop","func":"","file":"/src/a.go","line":1,"end_line":2,"attempts":"","delay":"","jitter":false,"ctx":"","errors":"","operation":"","effect":"","below":[]}`,
		},
	}
	for _, test := range tests {
		row, ok := FromSummary(fset, test.row)
		if !ok {
			t.Errorf("%s: no row", test.name)
		}
		if got, _ := json.Marshal(row); string(got) != test.want {
			t.Errorf("%s:\ngot  %s\nwant %s", test.name, got, test.want)
		}
	}
	if _, ok := FromSummary(fset, &summary.Row{Region: &region.Region{Class: region.Retry}}); ok {
		t.Error("a region without a place has a row")
	}
}
