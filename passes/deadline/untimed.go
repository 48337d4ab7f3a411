package deadline

import (
	"fmt"

	"golang.org/x/tools/go/ssa"

	"github.com/retryvet/retryvet/internal/ctxflow"
	"github.com/retryvet/retryvet/internal/finding"
	"github.com/retryvet/retryvet/internal/summary"
)

// untimed reports retries of requests that nothing limits in time, as far as
// the package shows: one that hangs is never followed by another. Callers may
// hand over a context with a deadline, so that it is not certain.
func (c *check) untimed() {
	if !c.opts.Strict {
		return
	}
	for _, row := range c.result.Rows() {
		if !repeats(row) || row.Time.PerAttempt != nil || row.Time.Deadline != nil {
			continue
		}
		for _, t := range c.attempts(row) {
			if sent := endless(t, 0); sent != nil {
				c.addUntimed(row, t, sent)
				break
			}
		}
	}
}

// attempts lists the calls that an attempt of a region makes.
func (c *check) attempts(row *summary.Row) []ssa.CallInstruction {
	if !isHelper(row.Region) {
		return row.Trials
	}
	var out []ssa.CallInstruction
	if fn := closureArgument(row.Trials[0]); fn != nil {
		for call := range calls(fn) {
			out = append(out, call)
		}
	}
	return out
}

func (c *check) addUntimed(row *summary.Row, at, sent ssa.CallInstruction) {
	d := finding.Draft{
		Category: untimed,
		Message: fmt.Sprintf("attempts of %s have no timeout of any kind: the client of %s (%s) has none, and no context gets one on the way there",
			operation(row), calleeName(sent.Common()), c.place(sent)),
		Identity: []string{row.Func, row.Operation},
	}
	d.Pos, d.End = c.extent(at.Pos())
	c.add(d)
}

// maxDepth bounds the functions of the package on the way to a request.
const maxDepth = 3

// endless returns the request without a timeout that a call sends, itself or by
// way of functions of the package; nil if it is not known to send one.
func endless(call ssa.CallInstruction, depth int) ssa.CallInstruction {
	common := call.Common()
	if timed(common) {
		return nil
	}
	if ctxflow.SendsUntimed(common) {
		return call
	}
	fn := common.StaticCallee()
	if fn == nil || fn.Pkg != call.Parent().Pkg || depth == maxDepth {
		return nil
	}
	for next := range calls(fn) {
		if sent := endless(next, depth+1); sent != nil {
			return sent
		}
	}
	return nil
}

// timed reports whether a context or request that a call is handed may have got
// a timeout in its function.
func timed(c *ssa.CallCommon) bool {
	for _, a := range c.Args {
		if !ctxflow.IsContext(a.Type()) && !ctxflow.IsRequest(a.Type()) {
			continue
		}
		for _, w := range ctxflow.Ways(a) {
			if w.Kind != ctxflow.Caller && w.Kind != ctxflow.Root {
				return true
			}
			for _, d := range w.Derived {
				if ctxflow.IsTimeout(d.Common()) {
					return true
				}
			}
		}
	}
	return false
}
