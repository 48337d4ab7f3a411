package passdoc

import (
	"slices"
	"testing"
)

const src = `// Package p does something.
//
// # Analyzer p
//
// p: report something
//
// It is described [in a
// place]:
//
//	// Wrong:
//	f()
//
// # one
//
// It is described [elsewhere].
//
// [in a place]: https://example.com/place
// [elsewhere]: https://example.com/elsewhere
package p

const notDoc = true
`

func TestMust(t *testing.T) {
	want := "report something\n\nIt is described [in a\nplace]:\n\n\t// Wrong:\n\tf()\n\n[in a place]: https://example.com/place"
	if got := Must(src, "p"); got != want {
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

func TestCategories(t *testing.T) {
	doc := "report\n\nCategories:\n\n  - one: the first, which\n    goes on\n  - two: the second\n\nFlags:\n\n  - max=N: no category\n"
	want := []Category{{"one", "the first, which goes on"}, {"two", "the second"}}
	if got := Categories(doc); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := Categories("report\n"); got != nil {
		t.Errorf("got %q where there are none", got)
	}
}
