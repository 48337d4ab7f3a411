package change

import (
	"bytes"
	"fmt"
	"math"
	"path/filepath"
	"strconv"
	"strings"
)

// A span is a range of lines, both ends included.
type span struct{ from, to int }

// changedLines returns the lines of Go files that are not as they were in the
// commit. Where lines were taken out, their neighbours count as changed: what
// they do depends on what is gone.
func changedLines(root, commit string) (map[string][]span, error) {
	diff, err := gitOutput(root, "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--no-textconv",
		"--find-renames", "--unified=0", "--src-prefix=a/", "--dst-prefix=b/", "--relative", commit, "--", "*.go")
	if err != nil {
		return nil, err
	}
	lines := make(map[string][]span)
	if err := readDiff(diff, func(file string, s span) {
		file = filepath.Join(root, filepath.FromSlash(file))
		lines[file] = append(lines[file], s)
	}); err != nil {
		return nil, err
	}
	files, err := gitOutput(root, "ls-files", "--others", "--exclude-standard", "-z", "--", "*.go")
	if err != nil {
		return nil, err
	}
	for file := range bytes.SplitSeq(files, []byte{0}) {
		if len(file) > 0 {
			name := filepath.Join(root, filepath.FromSlash(string(file)))
			lines[name] = []span{{1, math.MaxInt}}
		}
	}
	return lines, nil
}

// readDiff visits the changed spans of a diff without context.
func readDiff(diff []byte, visit func(file string, s span)) error {
	file := ""
	removed, added := 0, 0 // lines of the hunk at hand that are still to come
	for line := range strings.Lines(string(diff)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case removed > 0 && strings.HasPrefix(line, "-"):
			removed--
		case added > 0 && strings.HasPrefix(line, "+"):
			added--
		case strings.HasPrefix(line, "+++ "):
			name := strings.TrimSuffix(strings.TrimPrefix(line, "+++ "), "\t")
			if quoted, err := strconv.Unquote(name); err == nil {
				name = quoted
			}
			file = strings.TrimPrefix(name, "b/")
		case strings.HasPrefix(line, "@@ "):
			var s span
			var err error
			if s, removed, added, err = hunk(line); err != nil {
				return err
			}
			visit(file, s)
		}
	}
	return nil
}

// hunk reads "@@ -1,2 +3,4 @@".
func hunk(line string) (s span, removed, added int, err error) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return s, 0, 0, fmt.Errorf("reading a diff: %q", line)
	}
	_, removed, err1 := counted(strings.TrimPrefix(fields[1], "-"))
	start, added, err2 := counted(strings.TrimPrefix(fields[2], "+"))
	if err1 != nil || err2 != nil {
		return s, 0, 0, fmt.Errorf("reading a diff: %q", line)
	}
	if added == 0 {
		return span{start, start + 1}, removed, 0, nil
	}
	return span{start, start + added - 1}, removed, added, nil
}

// counted reads "3,4", or "3" for one line.
func counted(text string) (start, n int, err error) {
	head, tail, several := strings.Cut(text, ",")
	n = 1
	if start, err = strconv.Atoi(head); err == nil && several {
		n, err = strconv.Atoi(tail)
	}
	return start, n, err
}

// FirstLine returns the first changed line between two lines of a file.
func (c *Change) FirstLine(file string, from, to int) (int, bool) {
	first, found := 0, false
	for _, s := range c.lines[filepath.Clean(file)] {
		at := max(s.from, from)
		if at <= min(s.to, to) && (!found || at < first) {
			first, found = at, true
		}
	}
	return first, found
}
