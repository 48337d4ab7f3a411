package known

import (
	"strings"
	"testing"
)

// The data can be read, and says everything once.
func TestData(t *testing.T) {
	if err := table().check(); err != nil {
		t.Fatal(err)
	}
	for _, s := range table().stanzas {
		if s.record != nil && !strings.Contains(s.text, "\nproved ") {
			t.Errorf("%s: the record %s does not say whether it is proved", s.at(s.first()), s.record.ID)
		}
	}
}
