package known

import "testing"

// The data can be read, and says everything once.
func TestData(t *testing.T) {
	if err := table().check(); err != nil {
		t.Fatal(err)
	}
}
