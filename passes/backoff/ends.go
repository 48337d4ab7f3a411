package backoff

import (
	"go/types"

	"github.com/retryvet/retryvet/internal/attempt"
	"github.com/retryvet/retryvet/internal/region"
)

// resets reports counters and waits that start again in each attempt.
func (c *check) resets() {
	if c.row.Attempts.Kind == attempt.Unbounded {
		if pos := c.row.Reset(); pos.IsValid() {
			c.reportReset(pos)
		}
	}
	if pos := c.row.Renewed(); pos.IsValid() {
		c.reportRenewed(pos)
	}
}

// stops reports waits that are none when they matter most.
func (c *check) stops() {
	if pos := c.row.Overflow(); pos.IsValid() {
		c.reportOverflow(pos)
	}
	if pos := c.row.UnheededStop(); pos.IsValid() {
		c.reportUnheeded(pos)
	}
}

// bounds reports a region that nothing ends but success.
func (c *check) bounds() {
	if c.row.Attempts.Kind != attempt.Unbounded || c.row.Ctx != region.No || !c.row.Remote() || len(c.drafts) > 0 {
		return
	}
	if c.row.Kind == region.HelperCall {
		return // it is the helper that never ends, and that is reported there
	}
	// Where some failures end it, one of them may be that its time is up.
	if !c.row.AllErrors && !c.strict {
		return
	}
	if sig := c.row.Fn.Signature; sig.Results().Len() == 0 && !takesContext(sig) && !c.strict {
		return // nobody waits for it: it may be meant to run for good
	}
	c.reportUnbounded()
}

// takesContext reports whether a function is handed the context that should end
// it.
func takesContext(sig *types.Signature) bool {
	for p := range sig.Params().Variables() {
		if n, ok := types.Unalias(p.Type()).(*types.Named); ok && n.Obj().Name() == "Context" && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == "context" {
			return true
		}
	}
	return false
}

// single reports a helper whose settings leave one attempt. It may be meant to
// be switched on elsewhere.
func (c *check) single() {
	if c.strict && c.row.Kind == region.Library && c.row.Attempts.Kind == attempt.Count && c.row.Attempts.N <= 1 {
		c.reportSingle()
	}
}

// deads reports what is handed to a retry helper and never repeated.
func (c *check) deads() { c.reportDead() }
