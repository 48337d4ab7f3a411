package known

import (
	"os"
	"strings"
	"testing"
)

// The page on adding a library shows a record that is in the data, and names
// every keyword and every count.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile("../../docs/adding-a-library.md")
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	for _, s := range table().stanzas {
		entries, _ := s.parsed()
		if s.record != nil && s.record.ID == "dskit-backoff" && len(entries) > 0 && !strings.Contains(text, "```\n"+s.text+"\n```") {
			t.Error("the example is not the record as it is in the data")
		}
	}
	for keyword := range keywords {
		if !strings.Contains(text, "`"+keyword+" ") {
			t.Errorf("the keyword %s is not explained", keyword)
		}
	}
	for _, c := range counts {
		if !strings.Contains(text, "`"+string(c)+"`") {
			t.Errorf("%s, which a setting can count, is not explained", c)
		}
	}
	for _, k := range kinds {
		if !strings.Contains(text, "`"+string(k)+"`") {
			t.Errorf("the kind %s is not explained", k)
		}
	}
}
