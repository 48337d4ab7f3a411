package frontend

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
)

// context is how many equal lines a diff shows around those that differ.
const context = 3

// An edit of a diff takes lines out of the old text and puts lines of the new
// one in their place. Numbers count from 0, ends are excluded.
type lineEdit struct{ oldFrom, oldTo, newFrom, newTo int }

// unified prints the difference of two texts as diff -u does.
func unified(w io.Writer, name string, old, new []byte) error {
	a, b := splitLines(old), splitLines(new)
	edits := lineEdits(a, b)
	if len(edits) == 0 {
		return nil
	}
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "--- %s\n+++ %s\n", name, name)
	for len(edits) > 0 {
		n := 1
		for n < len(edits) && edits[n].oldFrom-edits[n-1].oldTo <= 2*context {
			n++
		}
		writeHunk(out, a, b, edits[:n])
		edits = edits[n:]
	}
	return out.Flush()
}

func writeHunk(out *bufio.Writer, a, b [][]byte, edits []lineEdit) {
	first, last := edits[0], edits[len(edits)-1]
	head := min(context, first.oldFrom)
	tail := min(context, len(a)-last.oldTo)
	fmt.Fprintf(out, "@@ -%s +%s @@\n",
		lineRange(first.oldFrom-head, last.oldTo+tail), lineRange(first.newFrom-head, last.newTo+tail))
	at := first.oldFrom - head
	for _, e := range edits {
		writeLines(out, ' ', a[at:e.oldFrom])
		writeLines(out, '-', a[e.oldFrom:e.oldTo])
		writeLines(out, '+', b[e.newFrom:e.newTo])
		at = e.oldTo
	}
	writeLines(out, ' ', a[at:at+tail])
}

// splitLines splits a text after each newline.
func splitLines(text []byte) [][]byte {
	var lines [][]byte
	for line := range bytes.Lines(text) {
		lines = append(lines, line)
	}
	return lines
}

func lineRange(from, to int) string {
	switch n := to - from; n {
	case 0:
		return fmt.Sprintf("%d,0", from)
	case 1:
		return fmt.Sprint(from + 1)
	default:
		return fmt.Sprintf("%d,%d", from+1, n)
	}
}

func writeLines(out *bufio.Writer, mark byte, lines [][]byte) {
	for _, l := range lines {
		_ = out.WriteByte(mark)
		_, _ = out.Write(l)
		if !bytes.HasSuffix(l, []byte("\n")) {
			_, _ = out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// lineEdits finds a shortest way from a to b, after equal heads and tails are
// taken off. Fixes are small: what is left is.
func lineEdits(a, b [][]byte) []lineEdit {
	head := 0
	for head < len(a) && head < len(b) && bytes.Equal(a[head], b[head]) {
		head++
	}
	endA, endB := len(a), len(b)
	for endA > head && endB > head && bytes.Equal(a[endA-1], b[endB-1]) {
		endA--
		endB--
	}
	rows, columns := endA-head, endB-head
	const limit = 1 << 24
	if rows*columns > limit {
		return []lineEdit{{head, endA, head, endB}}
	}
	// common[i][j] is the length of the longest common part of a[i:] and b[j:].
	common := make([][]int, rows+1)
	for i := range common {
		common[i] = make([]int, columns+1)
	}
	for i := rows - 1; i >= 0; i-- {
		for j := columns - 1; j >= 0; j-- {
			if bytes.Equal(a[head+i], b[head+j]) {
				common[i][j] = common[i+1][j+1] + 1
			} else {
				common[i][j] = max(common[i+1][j], common[i][j+1])
			}
		}
	}
	var edits []lineEdit
	i, j := 0, 0
	for i < rows || j < columns {
		if i < rows && j < columns && bytes.Equal(a[head+i], b[head+j]) {
			i++
			j++
			continue
		}
		e := lineEdit{head + i, head + i, head + j, head + j}
		for (i < rows || j < columns) && !(i < rows && j < columns && bytes.Equal(a[head+i], b[head+j])) {
			if j == columns || i < rows && common[i+1][j] >= common[i][j+1] {
				i++
			} else {
				j++
			}
		}
		e.oldTo, e.newTo = head+i, head+j
		edits = append(edits, e)
	}
	return edits
}
