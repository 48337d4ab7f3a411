package frontend

import (
	"fmt"
	"io"
	"time"
)

// patience is how long a run stays silent before it shows how far it is.
const patience = 2 * time.Second

// A progress line is rewritten in place on a terminal; elsewhere there is none.
type progress struct {
	w     io.Writer
	start time.Time
	shown bool
}

func newProgress(w io.Writer) *progress {
	if !isTerminal(w) {
		return &progress{}
	}
	return &progress{w: w, start: time.Now()}
}

func (p *progress) step(done int) {
	if p.w == nil || time.Since(p.start) < patience {
		return
	}
	p.shown = true
	fmt.Fprintf(p.w, "\rretryvet: %d packages analyzed", done)
}

// clear removes the line, so that output can follow.
func (p *progress) clear() {
	if p.shown {
		fmt.Fprint(p.w, "\r\033[K")
		p.shown = false
	}
}
