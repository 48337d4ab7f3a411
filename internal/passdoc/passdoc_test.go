package passdoc

import "testing"

const src = `// Package p does something.
//
// # Analyzer p
//
// p: report something
//
// It is described here.
package p
`

func TestMust(t *testing.T) {
	if got, want := Must(src, "p"), "report something\n\nIt is described here."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestMustPanicsWithoutSection(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic for an analyzer that has no section")
		}
	}()
	Must(src, "q")
}
