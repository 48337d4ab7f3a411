package known

import (
	"slices"
	"strings"
)

// A Statement is what an SQL text does when it is run again.
type Statement struct {
	// Verb is "INSERT" or "UPDATE" when a repeat adds something once more, ""
	// when it does not or nobody knows.
	Verb string
	// Key is the placeholder, from 0, whose value names the new row, or -1.
	Key int
	// Named says that the row has a column that may name it.
	Named bool
}

// ReadStatement tells what an SQL text does. A statement that says what happens
// when the row is there already does nothing new when it is repeated.
func ReadStatement(text string) Statement {
	words := strings.Fields(strings.ToUpper(text))
	none := Statement{Key: -1}
	if len(words) < 3 {
		return none
	}
	upper := strings.Join(words, " ")
	for _, safe := range []string{" ON CONFLICT", " ON DUPLICATE KEY", "INSERT OR ", "INSERT IGNORE", " WHERE NOT EXISTS", ";"} {
		if strings.Contains(strings.TrimSuffix(upper, ";"), safe) {
			return none
		}
	}
	switch {
	case words[0] == "INSERT" && words[1] == "INTO":
		return readInsert(upper)
	case words[0] == "UPDATE" && increments(upper):
		return Statement{Verb: "UPDATE", Key: -1}
	}
	return none
}

// readInsert looks for a column that names the row. A reference to another
// table, such as order_id after the first column, names none.
func readInsert(text string) Statement {
	s := Statement{Verb: "INSERT", Key: -1}
	open, values := strings.IndexByte(text, '('), strings.Index(text, "VALUES")
	if open < 0 || values < open {
		// INSERT ... SELECT, or all columns in their order: nobody knows what
		// is unique.
		return Statement{Key: -1}
	}
	list, _, _ := strings.Cut(text[open+1:], ")")
	columns := strings.Split(list, ",")
	_, placed, _ := strings.Cut(text[values:], "(")
	placed, _, _ = strings.Cut(placed, ")")
	places := strings.Split(placed, ",")
	for i, c := range columns {
		name := strings.Trim(c, " `\"[]")
		if !namesRow(name) && (i > 0 || !strings.HasSuffix(name, "_ID")) {
			continue
		}
		s.Named = true
		if i < len(places) && namesRow(name) {
			s.Key = placeholder(places, i)
		}
		break
	}
	return s
}

// namesRow reports whether a column is there to tell rows apart.
func namesRow(column string) bool {
	switch column {
	case "ID", "UUID", "GUID", "KEY", "TOKEN", "NONCE", "NAME", "SLUG", "HASH", "DIGEST", "REQUEST_ID", "EVENT_ID", "MESSAGE_ID":
		return true
	}
	return strings.Contains(column, "IDEMPOTENCY") || strings.HasSuffix(column, "_KEY") || strings.HasSuffix(column, "_UUID") || strings.HasSuffix(column, "_HASH")
}

// placeholder returns which argument of the statement fills place i, or -1.
func placeholder(places []string, i int) int {
	isPlace := func(p string) bool {
		p = strings.TrimSpace(p)
		return p == "?" || strings.HasPrefix(p, "$") || strings.HasPrefix(p, "@P")
	}
	if !isPlace(places[i]) {
		return -1
	}
	if n := strings.TrimLeft(strings.TrimSpace(places[i]), "?$@P"); n != "" {
		number := 0
		for _, d := range n {
			if d < '0' || d > '9' {
				return -1
			}
			number = number*10 + int(d-'0')
		}
		return number - 1
	}
	n := 0
	for _, p := range places[:i] {
		if isPlace(p) {
			n++
		}
	}
	return n
}

// increments reports whether an UPDATE computes a column from itself, and no
// condition on a version keeps a repeat from doing so again.
func increments(text string) bool {
	_, set, ok := strings.Cut(text, " SET ")
	if !ok {
		return false
	}
	set, where, _ := strings.Cut(set, " WHERE ")
	if strings.Contains(where, "VERSION") || strings.Contains(where, "REVISION") || strings.Contains(where, "ETAG") {
		return false
	}
	for assignment := range strings.SplitSeq(set, ",") {
		column, value, ok := strings.Cut(assignment, "=")
		if !ok {
			continue
		}
		words := strings.Fields(strings.NewReplacer("+", " + ", "-", " - ", "||", " || ").Replace(value))
		if slices.Contains(words, strings.TrimSpace(column)) && len(words) > 1 {
			return true
		}
	}
	return false
}
