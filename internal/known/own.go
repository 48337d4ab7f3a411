package known

import (
	"strings"
	"sync"
	"sync/atomic"
)

// Records of a user's own: of a file, for code that nobody wants to edit, and
// of directives in the source. They come before what is built in.
//
// They are added to the one table, since they speak of functions by identity,
// which is the same wherever a function is called. Nothing is ever taken out,
// and adding a text twice is adding it once, so that it does not matter in which
// order packages are analyzed.

// own holds the stanzas of a user, by package as in [index].
type own struct {
	mu    sync.RWMutex
	some  atomic.Bool
	texts map[string]bool
	exact map[string][]*stanza
	below map[string][]*stanza
}

// HasOwn reports whether there are records of a user's own at all.
func HasOwn() bool { return table().own.some.Load() }

// Check reads records in the form of the files under data, which need no
// source. An error names the file and the line of each fault.
func Check(file, text string) error {
	_, err := readOwn(file, text)
	return err
}

// Use checks records and adds them to what is known.
func Use(text string) error {
	ix, err := readOwn("known", text)
	if err != nil {
		return err
	}
	table().addOwn(text, ix.exact, ix.below)
	return nil
}

// Declare adds the lines that [Directive] made for functions of the package at
// path.
func Declare(path, text string) {
	list := []*stanza{}
	for part := range strings.SplitSeq(text, "\n\n") {
		list = append(list, &stanza{file: path, text: part, own: true, paths: []string{path}})
	}
	table().addOwn(path+"\n"+text, map[string][]*stanza{path: list}, nil)
}

// Shorten drops from records what nobody but a reader needs. What it leaves is
// the same when only comments change.
func Shorten(text string) string {
	var b strings.Builder
	blank := true
	for line := range strings.Lines(text) {
		line, _, comment := strings.Cut(strings.TrimSuffix(line, "\n"), "#")
		words := strings.Join(strings.Fields(line), " ")
		switch {
		case words != "":
			b.WriteString(words + "\n")
			blank = false
		case !comment && !blank:
			b.WriteByte('\n')
			blank = true
		}
	}
	return strings.TrimSpace(b.String())
}

func readOwn(file, text string) (*index, error) {
	ix := &index{exact: map[string][]*stanza{}, below: map[string][]*stanza{}}
	ix.add(file, plain(text))
	for _, s := range ix.stanzas {
		s.own = true
	}
	return ix, ix.check()
}

// plain drops what an editor leaves at the ends of lines: an empty line ends a
// record.
func plain(text string) string {
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " \t\r")
	}
	return strings.Join(lines, "\n")
}

func (ix *index) addOwn(text string, exact, below map[string][]*stanza) {
	o := &ix.own
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.texts[text] {
		return
	}
	if o.texts == nil {
		o.texts, o.exact, o.below = map[string]bool{}, map[string][]*stanza{}, map[string][]*stanza{}
	}
	o.texts[text] = true
	for path, list := range exact {
		o.exact[path] = append(o.exact[path], list...)
	}
	for path, list := range below {
		o.below[path] = append(o.below[path], list...)
	}
	ix.packages.Clear()
	o.some.Store(true)
}
