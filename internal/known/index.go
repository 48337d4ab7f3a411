package known

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"go/types"
	"io/fs"
	"iter"
	"maps"
	"path"
	"strings"
	"sync"
)

//go:embed data/*.txt
var data embed.FS

// table returns the built-in data. The files are only cut into stanzas here,
// which takes well under a millisecond; a stanza is parsed when code of one of
// its packages is met, since most analyzed packages use very few of them.
var table = sync.OnceValue(func() *index {
	ix, err := newIndex(data)
	if err != nil {
		return &index{} // a broken file is caught by the tests of this package
	}
	return ix
})

// A stanza is one block of lines of a data file, between empty lines.
type stanza struct {
	file   string
	text   string
	before string // what comes before it in the file, to count its lines
	// own says that it is a user's; paths are the packages of one that a
	// directive made.
	own   bool
	paths []string

	once    sync.Once
	entries []entry
	record  *Record
	sources []string
	err     error
}

// first returns the number of its first line, from 1.
func (s *stanza) first() int { return 1 + strings.Count(s.before, "\n") }

// at names a line of the stanza's file.
func (s *stanza) at(line int) string { return fmt.Sprintf("%s:%d", s.file, line) }

// parsed returns what the stanza declares.
func (s *stanza) parsed() ([]entry, error) {
	s.once.Do(func() {
		p, err := parse(s)
		s.record, s.entries, s.sources, s.err = p.record, p.entries, p.sources, err
	})
	return s.entries, s.err
}

// An entry is one declaration: what is known of a symbol of a package.
type entry struct {
	path, symbol string
	line         int
	value        any // *Func, *Setting, *Mark, *Policy, *Waiting, *ErrorTest, errclass.Set, *Operation, *SideEffect ...
}

// An index finds the stanzas that speak of a package.
type index struct {
	stanzas  []*stanza
	exact    map[string][]*stanza
	below    map[string][]*stanza // by the part before "/*"
	packages sync.Map             // import path -> *pkg, nil when nothing is known
	own      own
}

// usualPaths is about how many packages the data speaks of: a map that grows to
// that size takes twice as long.
const usualPaths = 1000

// newIndex cuts the data files of fsys into stanzas.
func newIndex(fsys fs.FS) (*index, error) {
	names, err := fs.Glob(fsys, "data/*.txt")
	if err != nil {
		return nil, err
	}
	ix := &index{exact: make(map[string][]*stanza, usualPaths), below: map[string][]*stanza{}}
	for _, name := range names {
		text, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		ix.add(path.Base(name), string(text))
	}
	return ix, nil
}

// add cuts one file at its empty lines. Of a stanza only the package lines are
// looked at, since this is done before anything is looked up.
func (ix *index) add(file, text string) {
	room := make([]stanza, 0, 1+strings.Count(text, "\n\n")) // one piece of memory for all
	for start := 0; start < len(text); {
		end := strings.Index(text[start:], "\n\n")
		if end < 0 {
			end = len(text)
		} else {
			end += start
		}
		room = append(room, stanza{file: file, text: text[start:end], before: text[:start]})
		s := &room[len(room)-1]
		ix.stanzas = append(ix.stanzas, s)
		for rest := s.text; rest != ""; {
			if strings.HasPrefix(rest, packageKeyword) {
				line, _, _ := strings.Cut(rest[len(packageKeyword):], "\n")
				ix.addPaths(s, line)
			}
			next := strings.Index(rest, "\n"+packageKeyword)
			if next < 0 {
				break
			}
			rest = rest[next+1:]
		}
		start = end + 1
		for start < len(text) && text[start] == '\n' {
			start++
		}
	}
}

const packageKeyword = "package "

func (ix *index) addPaths(s *stanza, line string) {
	line, _, _ = strings.Cut(line, "#")
	for p := range strings.FieldsSeq(line) {
		into := ix.exact
		if dir, ok := strings.CutSuffix(p, "/*"); ok {
			into, p = ix.below, dir
		}
		if list := into[p]; len(list) == 0 || list[len(list)-1] != s {
			into[p] = append(list, s)
		}
	}
}

// A pkg is what is known of the symbols of one package.
type pkg struct {
	symbols  map[string][]any
	patterns []*Func    // whose receiver or name is a pattern, in the order of the data
	makers   []*Setting // whose name is one
	waits    map[WaitForm]bool
}

// pkg returns what is known of the package at an import path, or nil.
func (ix *index) pkg(importPath string) *pkg {
	if p, ok := ix.packages.Load(importPath); ok {
		return p.(*pkg)
	}
	ix.own.mu.RLock() // so that nothing is added until p is stored
	defer ix.own.mu.RUnlock()
	p := ix.build(importPath)
	ix.packages.Store(importPath, p)
	return p
}

func (ix *index) build(importPath string) *pkg {
	var p *pkg
	add := func(stanzas []*stanza, declared string) {
		for _, s := range stanzas {
			entries, err := s.parsed()
			if err != nil {
				continue // caught by the tests of this package
			}
			for _, e := range entries {
				if e.path != declared {
					continue
				}
				if p == nil {
					p = &pkg{symbols: map[string][]any{}, waits: map[WaitForm]bool{}}
				}
				if w, ok := e.value.(*Waiting); ok {
					p.waits[w.Form] = true
				}
				if f, ok := e.value.(*Func); ok && f.pattern() {
					p.patterns = append(p.patterns, f)
					continue
				}
				if s, ok := e.value.(*Setting); ok && s.Takes != "" {
					p.makers = append(p.makers, s)
					continue
				}
				p.symbols[e.symbol] = append(p.symbols[e.symbol], e.value)
			}
		}
	}
	if len(ix.own.texts) > 0 {
		add(ix.own.exact[importPath], importPath)
		for dir := range above(importPath) {
			add(ix.own.below[dir], dir+"/*")
		}
	}
	users := p
	p = nil
	add(ix.exact[importPath], importPath)
	if p == nil || p.effectsOnly() {
		for dir := range above(importPath) {
			add(ix.below[dir], dir+"/*")
			if len(ix.below[dir]) > 0 {
				break
			}
		}
	}
	return users.before(p)
}

// above lists the folders of an import path, the nearest first.
func above(importPath string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for dir := path.Dir(importPath); dir != "." && dir != "/" && yield(dir); {
			dir = path.Dir(dir)
		}
	}
}

// before returns what p and q say together, p first.
func (p *pkg) before(q *pkg) *pkg {
	if p == nil || q == nil {
		return cmp.Or(p, q)
	}
	for symbol, values := range q.symbols {
		p.symbols[symbol] = append(p.symbols[symbol], values...)
	}
	p.patterns = append(p.patterns, q.patterns...)
	p.makers = append(p.makers, q.makers...)
	maps.Copy(p.waits, q.waits)
	return p
}

// effectsOnly reports whether nothing but side effects is known of the
// package: that says nothing against what is known of all packages around it.
func (p *pkg) effectsOnly() bool {
	for _, values := range p.symbols {
		for _, v := range values {
			switch v.(type) {
			case *SideEffect, *Making, *KeySetter, keyHeader:
			default:
				return false
			}
		}
	}
	return len(p.patterns)+len(p.makers) == 0
}

// find returns the first value of type T that is known of a symbol.
func find[T any](p *pkg, symbol string) (v T, ok bool) {
	if p == nil {
		return v, false
	}
	for _, value := range p.symbols[symbol] {
		if v, ok = value.(T); ok {
			return v, true
		}
	}
	return v, false
}

// identify returns the package and the symbol, such as "Sleep" or
// "Timer.Reset", of a function; ok is false when its package is not known.
func (ix *index) identify(fn *types.Func) (p *pkg, symbol string, ok bool) {
	if fn == nil || fn.Pkg() == nil {
		return nil, "", false
	}
	p = ix.pkg(fn.Pkg().Path())
	if p == nil {
		return nil, "", false
	}
	fn = fn.Origin()
	if recv := receiver(fn); recv != "" {
		return p, recv + "." + fn.Name(), true
	}
	return p, fn.Name(), true
}

// receiver returns the name of the type that fn is a method of, or "".
func receiver(fn *types.Func) string {
	sig, ok := fn.Type().(*types.Signature)
	if !ok || sig.Recv() == nil {
		return ""
	}
	t := types.Unalias(sig.Recv().Type())
	if ptr, ok := t.(*types.Pointer); ok {
		t = types.Unalias(ptr.Elem())
	}
	if named, ok := t.(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// check parses everything and returns the faults: lines that cannot be read,
// and ids and symbols that are declared twice.
func (ix *index) check() error {
	var faults []error
	seen := map[string]string{} // what is declared -> where
	declare := func(key, where string) {
		if first, ok := seen[key]; ok {
			faults = append(faults, fmt.Errorf("%s: %s is declared at %s", where, key, first))
		}
		seen[key] = where
	}
	for _, s := range ix.stanzas {
		entries, err := s.parsed()
		if err != nil {
			faults = append(faults, err)
			continue
		}
		if s.record != nil {
			declare("record "+s.record.ID, s.at(s.first()))
		}
		for _, e := range entries {
			declare(fmt.Sprintf("%T of %s.%s", e.value, e.path, e.symbol), s.at(e.line))
		}
	}
	return errors.Join(faults...)
}
