package output

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
)

var update = flag.Bool("update", false, "write what the formats print into the golden files")

// Each format prints the same findings: plain ones, and one in which all that
// a stranger could choose tries to be more than text.
func TestGolden(t *testing.T) {
	for _, sample := range []string{"plain", "hostile", "none"} {
		for _, f := range Formats {
			t.Run(sample+"/"+f.Name, func(t *testing.T) {
				compare(t, sample+"."+f.Name, printed(t, f, sampleReport(t, sample)))
			})
		}
	}
}

func TestTextForEditorsAndTerminals(t *testing.T) {
	findings := sampleReport(t, "plain").Findings
	for name, o := range map[string]TextOptions{
		"single-line": {SingleLine: true},
		"color":       {Color: true},
	} {
		var b bytes.Buffer
		if err := Text(&b, findings, o); err != nil {
			t.Fatal(err)
		}
		compare(t, "plain.text-"+name, b.Bytes())
	}
}

func printed(t *testing.T, f Format, r *Report) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := f.Write(&b, r); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func compare(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, got, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s: got\n%s\nwant (go test -update writes it)\n%s", file, got, want)
	}
}

func sampleReport(t testing.TB, name string) *Report {
	t.Helper()
	r := &Report{
		Version: "1.2.3",
		Dir:     "testdata/src",
		Prefix:  "services/pay",
		Rules: []Rule{{
			Analyzer: "nestedretry",
			Category: "product",
			Summary:  "report retries around retries",
			Text:     "two layers or more, each of which ends by a number of attempts",
			Help:     "Layers multiply.",
			URL:      "https://github.com/retryvet/retryvet/blob/main/docs/nestedretry.md#product",
		}},
	}
	if name == "none" {
		r.Compared = true
		return r
	}
	r.Findings = sampleFindings(t, name)
	r.Compared, r.Gone = true, r.Findings[len(r.Findings)-1:]
	return r
}

func sampleFindings(t testing.TB, name string) []finding.Finding {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name+".json"))
	if err != nil {
		t.Fatal(err)
	}
	var findings []finding.Finding
	for line := range bytes.Lines(data) {
		var f finding.Finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		findings = append(findings, f)
	}
	return findings
}
