package frontend

import (
	"bytes"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/finding"
)

func edit(fromLine, fromColumn, toLine, toColumn int, text string) finding.Edit {
	return finding.Edit{
		Pos:  finding.Position{File: "a.go", Line: fromLine, Column: fromColumn},
		End:  finding.Position{File: "a.go", Line: toLine, Column: toColumn},
		Text: text,
	}
}

// Of two fixes that overlap only one is applied, and that whole.
func TestOverlappingFixes(t *testing.T) {
	s := &sources{}
	first := finding.Fix{Edits: []finding.Edit{edit(1, 1, 1, 1, "import"), edit(5, 2, 5, 9, "x")}}
	for name, test := range map[string]struct {
		edits []finding.Edit
		want  bool
	}{
		"elsewhere":       {[]finding.Edit{edit(7, 1, 7, 3, "y")}, true},
		"the same import": {[]finding.Edit{edit(1, 1, 1, 1, "import"), edit(7, 1, 7, 3, "y")}, true},
		"another import":  {[]finding.Edit{edit(1, 1, 1, 1, "other"), edit(7, 1, 7, 3, "y")}, false},
		"inside":          {[]finding.Edit{edit(5, 4, 5, 5, "y")}, false},
		"around":          {[]finding.Edit{edit(4, 1, 6, 1, "y")}, false},
		"one of two":      {[]finding.Edit{edit(7, 1, 7, 3, "y"), edit(5, 8, 6, 1, "z")}, false},
		"nothing":         {nil, false},
	} {
		if got := s.compatible([]finding.Fix{first}, finding.Fix{Edits: test.edits}); got != test.want {
			t.Errorf("%s: compatible is %v, want %v", name, got, test.want)
		}
	}
}

func TestApplyEdits(t *testing.T) {
	const src = "package p\n\nvar a, b = 1, 2\n"
	got, err := applyEdits([]byte(src), []finding.Edit{edit(3, 15, 3, 16, "  3"), edit(3, 5, 3, 6, "c"), edit(3, 1, 3, 1, "// doc\n")})
	if want := "package p\n\n// doc\nvar c, b = 1, 3\n"; err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	for _, wrong := range [][]finding.Edit{
		{edit(3, 5, 3, 4, "x")}, {edit(9, 1, 9, 1, "x")}, {edit(3, 1, 9, 1, "x")}, {edit(3, 1, 3, 99, "x")}, {edit(0, 0, 0, 0, "x")},
		{edit(3, 1, 3, 5, "x"), edit(3, 4, 3, 6, "y")}, {edit(3, 1, 3, 4, "va")},
	} {
		if got, err := applyEdits([]byte(src), wrong); err == nil {
			t.Errorf("%v gives %q", wrong, got)
		}
	}
}

func TestUnified(t *testing.T) {
	lines := func(s string) string { return strings.Join(strings.Split(s, ""), "\n") + "\n" }
	for _, test := range [][3]string{
		{lines("abc"), lines("abc"), ""},
		{lines("abcdefghi"), lines("abcdXfghi"), "@@ -2,7 +2,7 @@\n b\n c\n d\n-e\n+X\n f\n g\n h\n"},
		{lines("a"), lines("ab"), "@@ -1 +1,2 @@\n a\n+b\n"},
		{"", "a\n", "@@ -0,0 +1 @@\n+a\n"},
		{lines("abcdefghijklmnop"), lines("XbcdefghijklmnoY"), "@@ -1,4 +1,4 @@\n-a\n+X\n b\n c\n d\n@@ -13,4 +13,4 @@\n m\n n\n o\n-p\n+Y\n"},
		{lines("abcdefgh"), lines("acdefgY"), "@@ -1,8 +1,7 @@\n a\n-b\n c\n d\n e\n f\n g\n-h\n+Y\n"},
		{"a\nb", "a\nb\n", "@@ -1,2 +1,2 @@\n a\n-b\n\\ No newline at end of file\n+b\n"},
	} {
		var b bytes.Buffer
		if err := unified(&b, "f", []byte(test[0]), []byte(test[1])); err != nil {
			t.Fatal(err)
		}
		want := test[2]
		if want != "" {
			want = "--- f\n+++ f\n" + want
		}
		if b.String() != want {
			t.Errorf("%q to %q: got\n%s\nwant\n%s", test[0], test[1], b.String(), want)
		}
	}
}
