package summary

import "github.com/retryvet/retryvet/internal/attempt"

// wiredOf notes what is known of the layers of other packages on a path that
// was closed in this one.
func (e *engine) wiredOf(q *path, known map[string]Wired) {
	for i, l := range q.layers {
		if e.own[l.fn] != nil || l.line == 0 {
			continue
		}
		id := l.id()
		w := known[id]
		t, below := e.timeOf(q, i), e.below(q, i)
		longer := t.WorstCase != nil && (w.WorstCase == nil || t.WorstCase.Max > w.WorstCase.Max || t.WorstCase.Max == w.WorstCase.Max && w.Deadline == nil)
		larger := attempt.Product(below...).Compare(attempt.Product(w.Below...)) > 0
		if longer {
			w.Time = t
		}
		if larger {
			w.Below = below
		}
		if longer || larger {
			w.File, w.Line = l.file, l.line
			known[id] = w
		}
	}
}
