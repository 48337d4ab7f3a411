package known

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
)

// indexOf returns the index of one data file.
func indexOf(t *testing.T, text string) *index {
	t.Helper()
	ix, err := newIndex(fstest.MapFS{"data/lib.txt": {Data: []byte(text)}})
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

const head = `record lib
source example.com/lib@v1.0.0:lib.go
package example.com/lib
kind closure
attempts 3
errors any
`

// A fault is reported with its file and line.
func TestParseErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"unknown keyword", head + "calls Do closure=0 protocol=err\n", `lib.txt:7: unknown keyword "calls"`},
		{"unknown attribute", head + "call Do closure=0 protocol=err closures=1\n", `lib.txt:7: unknown word "closures=1"`},
		{"unknown flag", head + "call Do closure=0 protocol=err recv\n", `lib.txt:7: unknown word "recv"`},
		{"no index", head + "call Do closure=first protocol=err\n", `lib.txt:7: closure=first is not the index of an argument`},
		{"negative index", head + "call Do closure=-1 protocol=err\n", `lib.txt:7: closure=-1 is not the index of an argument`},
		{"no value", head + "call Do closure= protocol=err\n", `lib.txt:7: closure has no value`},
		{"unknown protocol", head + "call Do closure=0 protocol=panic\n", `lib.txt:7: protocol=panic is not one of`},
		{"no protocol", head + "call Do closure=0\n", `lib.txt:7: closure or body and protocol belong together`},
		{"attempts without meaning", head + "call Do attempts=0\n", `lib.txt:7: attempts and counts belong together`},
		{"no name", head + "call\n", `lib.txt:7: a name is missing`},
		{"pattern in the middle", head + "call Cl*ent.Do\n", `lib.txt:7: "Cl*ent.Do" is not a name or Type.Name`},
		{"name with a path", head + "call example.com/lib.Do\n", `lib.txt:7: "example.com/lib.Do" is not a name or Type.Name`},
		{"unknown count", head + "set WithTries tries arg=0\n", `lib.txt:7: a setting cannot count "tries"`},
		{"unknown zero", head + "set WithTries attempts arg=0 zero=forever\n", `lib.txt:7: zero=forever is not one of`},
		{"field without type", head + "field Max attempts\n", `lib.txt:7: "Max" is not Type.Field`},
		{"mark without kind", head + "mark Stop\n", `lib.txt:7: a mark is again or permanent`},
		{"unknown wait", head + "wait Do nap\n", `lib.txt:7: unknown form of waiting "nap"`},
		{"unknown class", head + "error ErrGone lost\n", `lib.txt:7: "lost" is not a list of error classes`},
		{"unknown effect", head + "op delete Do\n", `lib.txt:7: "delete" is not read, write or unknown`},
		{"unknown codes", head + "code Do smtp\n", `lib.txt:7: unknown codes "smtp"`},
		{"unknown condition", head + "only sundays\n", `lib.txt:7: only retry-after is known`},
		{"default after a function", head + "call Do\nattempts 4\n", `lib.txt:8: this line must come before the functions`},
		{"second record", head + "record other\n", `lib.txt:7: the record line must come first, and once`},
		{"unknown kind", "record lib\nkind loop\n", `lib.txt:2: unknown kind "loop"`},
		{"bad attempts", "record lib\nattempts many\n", `lib.txt:2: "many" is not a number of attempts`},
		{"negative attempts", "record lib\nattempts -1\n", `lib.txt:2: "-1" is not a number of attempts`},
		{"bad delay", "record lib\ndelay slow\n", `lib.txt:2: "slow" is not none, fixed, linear or exponential`},
		{"bad base", "record lib\ndelay fixed base=fast\n", `lib.txt:2: base=fast is not a length of time`},
		{"bad source", "record lib\nsource lib.go\n", `lib.txt:2: "lib.go" is not module@version:file`},
		{"star in a path", "record lib\npackage example.com/*/lib\n", `lib.txt:2: "example.com/*/lib": a star may only stand for all packages below`},
		{"no path", "record lib\npackage\n", `lib.txt:2: no import path`},
		{"no package", "record lib\nsource a@v1:b\nkind closure\nattempts 3\ncall Do\n", `lib.txt:5: a package line must come first`},
		{"call without record", "source a@v1:b\npackage a\ncall Do\n", `lib.txt:3: a record line must come first`},
		{"no source", "record lib\npackage a\nkind closure\nattempts 3\ncall Do\n", `lib.txt:1: the record has no source`},
		{"no source of a package", "# comment\n\npackage a\npure *\n", `lib.txt:3: the stanza has no source`},
		{"no kind", "record lib\nsource a@v1:b\npackage a\nattempts 3\ncall Do\n", `lib.txt:1: the record has no kind`},
		{"no attempts", "record lib\nsource a@v1:b\npackage a\nkind closure\ncall Do\n", `lib.txt:1: the record has no attempts`},
		{"no symbol", head, `lib.txt:1: the record names no symbol`},
		{"same symbol", head + "call Do\n\n" + strings.Replace(head, "record lib", "record other", 1) + "call Do\n", `lib.txt:15: *known.Func of example.com/lib.Do is declared at lib.txt:7`},
		{"same symbol in one record", head + "call Do\ncall Do\n", `lib.txt:8: *known.Func of example.com/lib.Do is declared at lib.txt:7`},
		{"same id", head + "call Do\n\n" + head + "call Again\n", `lib.txt:9: record lib is declared at lib.txt:1`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := indexOf(t, test.text).check()
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

// The text that the faulty ones are made from is good, with comments and
// several packages.
func TestParse(t *testing.T) {
	ix := indexOf(t, "# A file.\n\n"+head+"call Do closure=0 protocol=err # it runs f\npackage example.com/lib/v2 example.com/fork\ncall Do closure=1 protocol=true\n")
	if err := ix.check(); err != nil {
		t.Fatal(err)
	}
	for path, closure := range map[string]int{"example.com/lib": 0, "example.com/lib/v2": 1, "example.com/fork": 1} {
		f, ok := find[*Func](ix.pkg(path), "Do")
		if !ok || f.Closure != closure || f.Path != path || f.Record.ID != "lib" {
			t.Errorf("%s.Do is %+v", path, f)
		}
	}
	if ix.pkg("example.com") != nil || ix.pkg("example.com/lib/v3") != nil {
		t.Error("a package that no line names is known")
	}
}

// A star stands for the packages below, and gives way to a package that is
// named in full.
func TestStarPath(t *testing.T) {
	below := strings.Replace(head, "package example.com/lib", "package example.com/lib/*", 1)
	ix := indexOf(t, below+"call Do\n\n"+strings.NewReplacer("record lib", "record db", "example.com/lib\n", "example.com/lib/db\n").Replace(head)+"call Do\n")
	if err := ix.check(); err != nil {
		t.Fatal(err)
	}
	for path, id := range map[string]string{"example.com/lib/s3": "lib", "example.com/lib/s3/types": "lib", "example.com/lib/db": "db", "example.com/lib": ""} {
		f, ok := find[*Func](ix.pkg(path), "Do")
		if got := ""; ok {
			got = f.Record.ID
			if got != id {
				t.Errorf("%s belongs to %q, want %q", path, got, id)
			}
		} else if id != "" {
			t.Errorf("%s is not known, want %q", path, id)
		}
	}
}

// A stanza that cannot be read is left out, and the others stay.
func TestFaultyStanza(t *testing.T) {
	ix := indexOf(t, "source a@v1:b\npackage a\npure *\nnonsense\n\nsource a@v1:b\npackage a\nop read Get\n")
	if _, ok := find[*Operation](ix.pkg("a"), "*"); ok {
		t.Error("a faulty stanza is used")
	}
	if _, ok := find[*Operation](ix.pkg("a"), "Get"); !ok {
		t.Error("a good stanza is lost")
	}
}

func FuzzParse(f *testing.F) {
	names, err := filepath.Glob("data/*.txt")
	if err != nil || len(names) == 0 {
		f.Fatal("no data", err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for stanza := range strings.SplitSeq(string(text), "\n\n") {
			f.Add(stanza)
		}
	}
	f.Add(head + "call *.* takes=Input fails\n")
	f.Fuzz(func(t *testing.T, text string) {
		ix := &index{exact: map[string][]*stanza{}, below: map[string][]*stanza{}}
		ix.add("fuzz.txt", text)
		err := ix.check()
		for _, s := range ix.stanzas {
			entries, fault := s.parsed()
			if fault != nil && !strings.HasPrefix(fault.Error(), "fuzz.txt:") {
				t.Errorf("the fault %q names no line", fault)
			}
			if fault != nil && err == nil {
				t.Errorf("the fault %q is not reported", fault)
			}
			for _, e := range entries {
				if p := ix.pkg(strings.ReplaceAll(e.path, "/*", "/p")); p == nil {
					t.Errorf("%s is declared but not found", e.path)
				}
			}
		}
	})
}
