package known

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/errclass"
)

// A line is one line of a stanza, cut into words. What reads a word takes it
// away, so that a word nobody knows is left at the end and reported.
type line struct {
	words []string
	err   error // the first fault
}

func (l *line) failf(format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf(format, args...)
	}
}

// done returns the first fault; a word that was not taken is one.
func (l *line) done() error {
	if l.err == nil && len(l.words) > 0 {
		l.failf("unknown word %q", l.words[0])
	}
	return l.err
}

// next takes the first word, which must be there.
func (l *line) next(what string) string {
	if len(l.words) == 0 {
		l.failf("%s is missing", what)
		return ""
	}
	word := l.words[0]
	l.words = l.words[1:]
	return word
}

// symbol takes a name such as "Sleep" or "Timer.Reset".
func (l *line) symbol() string {
	word := l.next("a name")
	recv, name, method := strings.Cut(word, ".")
	if !method {
		recv, name = "T", recv
	}
	if !isName(recv) || !isName(name) {
		l.failf("%q is not a name or Type.Name", word)
	}
	return word
}

// isName reports whether s is an identifier, in which one leading or trailing
// star stands for any letters.
func isName(s string) bool {
	if s == "*" {
		return true
	}
	s = strings.TrimPrefix(strings.TrimSuffix(s, "*"), "*")
	if s == "" {
		return false
	}
	for i, r := range s {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return true
}

// flag takes a word if it is there.
func (l *line) flag(word string) bool {
	i := slices.Index(l.words, word)
	if i < 0 {
		return false
	}
	l.words = slices.Delete(slices.Clone(l.words), i, i+1)
	return true
}

// attr takes the value of a word key=value.
func (l *line) attr(key string) (string, bool) {
	for i, word := range l.words {
		if value, ok := strings.CutPrefix(word, key+"="); ok {
			l.words = slices.Delete(slices.Clone(l.words), i, i+1)
			if value == "" {
				l.failf("%s has no value", key)
			}
			return value, true
		}
	}
	return "", false
}

// index takes the index of an argument, -1 when it is not given.
func (l *line) index(key string) int {
	value, ok := l.attr(key)
	if !ok {
		return -1
	}
	n, err := strconv.Atoi(value)
	if err != nil || n < 0 || n > 99 {
		l.failf("%s=%s is not the index of an argument", key, value)
		return -1
	}
	return n
}

// number takes a number, def when it is not given.
func (l *line) number(key string, def int64) int64 {
	value, ok := l.attr(key)
	if !ok {
		return def
	}
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		l.failf("%s=%s is not a number", key, value)
	}
	return n
}

// choice takes one of some words, def when none is given.
func (l *line) choice(key, def string, words ...string) string {
	value, ok := l.attr(key)
	if !ok {
		return def
	}
	if !slices.Contains(words, value) {
		l.failf("%s=%s is not one of %s", key, value, strings.Join(words, ", "))
	}
	return value
}

// duration takes a length of time, 0 when it is not given.
func (l *line) duration(key string) time.Duration {
	value, ok := l.attr(key)
	if !ok {
		return 0
	}
	d, err := time.ParseDuration(value)
	if err != nil || d <= 0 {
		l.failf("%s=%s is not a length of time", key, value)
	}
	return d
}

// classes reads a list of error classes.
func (l *line) classes(list string) errclass.Set {
	set, ok := errclass.Parse(list)
	if !ok {
		l.failf("%q is not a list of error classes", list)
	}
	return set
}

var growths = map[string]attempt.Growth{
	"none":        attempt.NoDelay,
	"fixed":       attempt.Fixed,
	"linear":      attempt.Linear,
	"exponential": attempt.Exponential,
}

// growth reads the name of a growth.
func (l *line) growth(name string) attempt.Growth {
	g, ok := growths[name]
	if !ok {
		l.failf("%q is not none, fixed, linear or exponential", name)
	}
	return g
}

// delay takes delay=GROWTH, jitter, base=D and cap=D.
func (l *line) delay() attempt.Delay {
	var d attempt.Delay
	if name, ok := l.attr("delay"); ok {
		d.Growth = l.growth(name)
	}
	d.Jitter = l.flag("jitter")
	d.Base = l.duration("base")
	d.Cap = l.duration("cap")
	return d
}

// bound reads a number of attempts: a number, "unlimited", "time" or a length
// of time.
func (l *line) bound(word string) attempt.Bound {
	switch word {
	case "unlimited":
		return attempt.Forever()
	case "time":
		return attempt.For(0)
	}
	if n, err := strconv.ParseInt(word, 10, 64); err == nil && n >= 0 {
		return attempt.Times(n)
	}
	d, err := time.ParseDuration(word)
	if err != nil || d <= 0 {
		l.failf("%q is not a number of attempts, a length of time, unlimited or time", word)
	}
	return attempt.For(d)
}
