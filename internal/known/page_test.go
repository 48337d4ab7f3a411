package known

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

//go:generate go test -run TestPage -update .

var update = flag.Bool("update", false, "write the page on what is known")

const page = "../../docs/known.md"

// The page on what is known is made from the data, and says what the data says
// today.
func TestPage(t *testing.T) {
	want := writePage()
	if *update {
		if err := os.WriteFile(page, []byte(want), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is not what the data says: go generate ./internal/known writes it", page)
	}
}

var sections = []struct {
	title, about string
	kinds        []Kind
}{
	{"Helpers", "run the function they are handed again when it fails.", []Kind{Closure}},
	{"Iterators", "are asked by a loop whether to go on.", []Kind{Iterator}},
	{"Clients", "repeat their requests out of sight.", []Kind{Client}},
	{"Transports", "round trippers and interceptors that repeat what goes through them.", []Kind{Transport}},
	{"Transactions", "run a function again on a conflict.", []Kind{Tx}},
	{"Pollers", "ask until a state is reached, or run on a timer. They are no retries.", []Kind{Poller, Periodic}},
	{"Queues", "deliver a message to its handler again.", []Kind{Queue}},
	{"One attempt", "these were read, and repeat nothing: what goes round them is the only layer.", []Kind{Single, Once}},
}

func writePage() string {
	var b strings.Builder
	var records []*Record
	proved := 0
	paths := map[string][]string{}
	for _, s := range table().stanzas {
		entries, _ := s.parsed()
		if s.record == nil {
			continue
		}
		records = append(records, s.record)
		if s.record.Proved {
			proved++
		}
		for _, e := range entries {
			if list := paths[s.record.ID]; !slices.Contains(list, e.path) {
				paths[s.record.ID] = append(list, e.path)
			}
		}
	}
	fmt.Fprintf(&b, `<!-- Written by go generate ./internal/known. -->

# What retryvet knows

%d records say what libraries do when a call fails. Numbers count attempts, the
first included. %d are proved by running the library against an operation that
always fails ([internal/proof](../internal/proof)); the others were read in the
source that is named. [Add one](adding-a-library.md), or tell retryvet about
[your own code](your-code.md).
`, len(records), proved)
	for _, section := range sections {
		fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", section.title, capital(section.about))
		b.WriteString("| library | attempts | set by | repeats | Retry-After | context | key | proof |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
		for _, r := range records {
			if slices.Contains(section.kinds, r.kind) {
				fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s | %s | %s |\n",
					library(r, paths[r.ID]), attempts(r), settings(r), repeats(r), r.asked(), contexts(r), keys(paths[r.ID]), proof(r))
			}
		}
	}
	return b.String()
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func library(r *Record, paths []string) string {
	version, _, _ := strings.Cut(r.Sources[0], ":")
	return r.ID + "<br>`" + paths[0] + "`<br>" + version
}

func attempts(r *Record) string {
	switch {
	case r.kind == Single, r.kind == Once:
		return "1"
	case r.FromCaller:
		return "the caller says"
	case r.Default.Kind == attempt.Timed && r.Default.Within > 0:
		return "for " + r.Default.Within.String()
	case r.Default.Kind == attempt.Timed:
		return "for a time"
	case r.Default.Kind == attempt.Unbounded:
		return "no limit"
	}
	return r.Default.String()
}

// settings lists what decides how often, with what zero and less do.
func settings(r *Record) string {
	var list []string
	note := func(name string, counts Counts, zero, negative string) {
		text := "`" + name + "`"
		switch counts {
		case CountsRetries, CountsLen, CountsTime:
			text += " (" + strings.Replace(string(counts), "len", "a list of waits", 1) + ")"
		case CountsForever, CountsOnce:
			text += " (" + string(counts) + ")"
		}
		if zero != "" {
			text += ", 0: " + zero
		}
		if negative != "" {
			text += ", -1: " + negative
		}
		if !slices.Contains(list, text) {
			list = append(list, text)
		}
	}
	for _, s := range r.Settings {
		if s.Limits() {
			name := s.Name
			if s.Type != "" {
				name = s.Type + "." + s.Name
			}
			note(name, s.Counts, s.Zero, s.Negative)
		}
	}
	for _, f := range r.Funcs {
		if f.Attempts >= 0 {
			note(f.Name, f.AttemptsCount, "", "")
		}
	}
	return strings.Join(list, "<br>")
}

func repeats(r *Record) string {
	text := r.RetriesOn.String()
	if r.RetriesOn == errclass.Any {
		text = "any failure"
	}
	if r.kind == Single || r.kind == Once || r.kind == Poller || r.kind == Periodic {
		return ""
	}
	text = strings.ReplaceAll(text, ",", ", ")
	if len(r.Methods) > 0 {
		text += "; of " + strings.Join(r.Methods, ", ")
	}
	return text
}

func (r *Record) asked() string {
	if r.OnlyAsked {
		return "repeats only with it"
	}
	return r.Hint
}

func contexts(r *Record) string {
	switch {
	case r.kind == Single, r.kind == Once, r.kind == Queue:
		return ""
	case r.CtxLoop == "option", r.CtxWait == "option":
		return "with an option"
	case r.CtxLoop == "yes" && r.CtxWait == "yes":
		return "ends it"
	case r.CtxLoop == "yes":
		return "ends it, after the wait"
	case r.CtxWait == "yes":
		return "ends the wait"
	}
	return "no"
}

// keys says where the effects of a library take the key that tells repeats
// apart.
func keys(paths []string) string {
	var list []string
	for _, s := range table().stanzas {
		entries, _ := s.parsed()
		for _, e := range entries {
			v, ok := e.value.(*SideEffect)
			if !ok || !slices.Contains(paths, e.path) {
				continue
			}
			for _, k := range append(slices.Clone(v.Keys), v.Options...) {
				text := "`" + k + "`"
				if v.Filled != "" {
					text += " (made if it is missing, " + v.Filled + ")"
				}
				if !slices.Contains(list, text) {
					list = append(list, text)
				}
			}
		}
	}
	return strings.Join(list[:min(len(list), 4)], ", ")
}

func proof(r *Record) string {
	if r.Proved {
		return "yes"
	}
	return "no"
}
