package schema

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/output"
)

const samples = "../../internal/output/testdata"

// What the SARIF format prints is valid, whatever the names in it.
func TestSARIF(t *testing.T) {
	schema := compile(t)
	files, err := filepath.Glob(filepath.Join(samples, "*.json"))
	if err != nil || len(files) < 2 {
		t.Fatalf("samples %v, %v", files, err)
	}
	for _, file := range files {
		r := &output.Report{
			Findings: load(t, file),
			Rules: []output.Rule{{
				Analyzer: "nestedretry", Category: "product", Summary: "report", Text: "product", Help: "help",
				URL: finding.DocURL("nestedretry") + "#product",
			}},
			Dir:    filepath.Join(samples, "src"),
			Prefix: "services/pay",
		}
		var b bytes.Buffer
		if err := output.SARIF(&b, r); err != nil {
			t.Fatal(err)
		}
		if err := validate(t, schema, b.Bytes()); err != nil {
			t.Errorf("%s: %v\n%s", file, err, b.Bytes())
		}
	}
}

// The test could fail: the validator sees what is wrong.
func TestSchemaRejects(t *testing.T) {
	schema := compile(t)
	data, err := os.ReadFile(filepath.Join(samples, "golden", "plain.sarif"))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate(t, schema, data); err != nil {
		t.Fatal(err)
	}
	for old, wrong := range map[string]string{
		`"startLine": 4`:    `"startLine": 0`,
		`"level": "note"`:   `"level": "loud"`,
		`"ruleIndex"`:       `"ruleindex"`,
		`"columnKind"`:      `"columnkind"`,
		`"utf16CodeUnits"`:  `"bytes"`,
		`"artifactChanges"`: `"changes"`,
	} {
		broken := strings.ReplaceAll(string(data), old, wrong)
		if broken == string(data) {
			t.Errorf("%s is not printed", old)
			continue
		}
		if validate(t, schema, []byte(broken)) == nil {
			t.Errorf("%s passes", wrong)
		}
	}
}

func compile(t *testing.T) *jsonschema.Schema {
	t.Helper()
	f, err := os.Open("testdata/sarif-2.1.0.json")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	doc, err := jsonschema.UnmarshalJSON(f)
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("sarif.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("sarif.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func validate(t *testing.T, schema *jsonschema.Schema, data []byte) error {
	t.Helper()
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	return schema.Validate(doc)
}

func load(t *testing.T, file string) []finding.Finding {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []finding.Finding
	for line := range bytes.Lines(data) {
		var f finding.Finding
		if err := json.Unmarshal(line, &f); err != nil {
			t.Fatal(err)
		}
		list = append(list, f)
	}
	return list
}
