package passpage

import "testing"

const src = `// Package p is left out.
//
// # Analyzer p
//
// p: report something
//
// Text with ` + "`code_of *T`" + `, a_b and a [link
// text]; see [other].
//
// Categories:
//
//   - one: the first, which
//     goes on.
//   - two: has no section.
//
// # one
//
// What to do: nothing.
//
//	for range 3 {
//		f()
//	}
//
//	func f() {}
//
// Then:
//
//	p.go:3:1: not Go
//
// And:
//
//	func f() {}
//
// [link text]: https://example.com/a_b
// [other]: https://github.com/retryvet/retryvet/blob/main/docs/other.md#one
package p
`

const want = "<!-- Made from passes/p/doc.go by go generate: change it there. -->\n" + `
# p

Reports something.

Text with ` + "`code_of *T`" + `, a\_b and a [link
text](https://example.com/a_b); see [other](other.md#one).

Categories:

- [one](#one): the first, which
  goes on.
- two: has no section.

## one

**What to do:** nothing.

` + "```" + `
for range 3 {
	f()
}

func f() {}
` + "```" + `

Then:

` + "```" + `
p.go:3:1: not Go
` + "```" + `

And:

` + "```go" + `
func f() {}
` + "```\n"

func TestMarkdown(t *testing.T) {
	got, err := Markdown(src, "p")
	if err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestFaults(t *testing.T) {
	for _, bad := range []string{
		"// Package p has no section.\npackage p\n",
		"// Package p.\n//\n// # Analyzer p\n//\n// p: report `one\n//\n// And more.\npackage p\n",
	} {
		if page, err := Markdown(bad, "p"); err == nil {
			t.Errorf("no error for\n%s, but\n%s", bad, page)
		}
	}
}
