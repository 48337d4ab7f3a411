package known

import (
	"go/token"
	"go/types"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/attempt"
)

// What a user says comes before what is built in, of one function or of all
// packages below a folder; the rest of the built-in data stays.
func TestUse(t *testing.T) {
	const sleeps = "github.com/avast/retry-go/v4"
	do := func() *Func { return Named(sleeps, "Do") }
	if f := do(); f == nil || f.Record.Own {
		t.Fatal("the record that is built in is not known")
	}
	text := `
record ours
package ` + sleeps + `
kind closure
attempts 7
call Do closure=0 protocol=err options=1

record below
package example.com/own/*
kind client
attempts 2
call Client.*
`
	for range 2 { // once is enough
		if err := Use(text); err != nil {
			t.Fatal(err)
		}
	}
	if f := do(); f == nil || !f.Record.Own || f.Default != attempt.Times(7) {
		t.Errorf("Do is %+v", f)
	}
	if s := SettingNamed(sleeps, "Attempts"); s == nil || s.Record.Own {
		t.Error("a setting that is built in is lost")
	}
	if n := len(table().own.exact[sleeps]); n != 1 {
		t.Errorf("%d records of ours", n)
	}
	if f := Lookup(method("example.com/own/deep/down", "Client", "Get")); f == nil || f.Default != attempt.Times(2) {
		t.Error("the packages below are not known")
	}
	if !HasOwn() {
		t.Error("there is none")
	}
}

func method(path, recv, name string) *types.Func {
	pkg := types.NewPackage(path, "p")
	named := types.NewNamed(types.NewTypeName(token.NoPos, pkg, recv, nil), types.NewStruct(nil, nil), nil)
	self := types.NewVar(token.NoPos, pkg, "", types.NewPointer(named))
	return types.NewFunc(token.NoPos, pkg, name, types.NewSignatureType(self, nil, nil, nil, nil, false))
}

// Lines of directives speak of their own package, whatever its path is.
func TestDeclare(t *testing.T) {
	const path = "example.com/p [example.com/p.test]"
	Declare(path, "record F\nkind client\nattempts 3\ncall F\n\neffect mail G H")
	if f := Named(path, "F"); f == nil || f.Default != attempt.Times(3) || f.RetriesOn == 0 {
		t.Errorf("F is %+v", f)
	}
	if e, ok := find[*SideEffect](table().pkg(path), "H"); !ok || !e.Own {
		t.Errorf("H is %+v", e)
	}
}

func TestCheck(t *testing.T) {
	for text, want := range map[string]string{
		"record a\npackage p\nkind client\nattempts 2\ncall F\n \t\nwrong\n":                                           "own.txt:7: unknown keyword",
		"record a\npackage p\nkind client\nattempts 2\ncall F\n\nrecord a\npackage q\nkind client\nattempts 2\ncall F": "own.txt:7: record a is declared at own.txt:1",
		"record a\npackage p\nkind client\ncall F":                                                                     "own.txt:1: the record has no attempts",
		"record a\nkind client\nattempts 2\ncall F":                                                                    "own.txt:4: a package line must come first",
		"package p\r\neffect mail G\r\n\r\neffect mail H":                                                              "own.txt:4: a package line must come first",
		"record a\npackage p\nkind client\nattempts 2 often":                                                           `own.txt:4: unknown word "often"`,
	} {
		if err := Check("own.txt", text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
	if err := Check("own.txt", "# nothing yet\n"); err != nil {
		t.Error(err)
	}
}

func TestShorten(t *testing.T) {
	const want = "record a\npackage p\n\neffect mail G"
	for _, text := range []string{
		"# one\nrecord a\n# two\npackage  p # three\n\n\n \n# four\neffect mail G\n\n",
		want,
	} {
		if got := Shorten(text); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
