// Package hall has counters.
package hall

import (
	"context"

	"nestedretry/wiring/counter"
)

// A Hall has some.
type Hall struct{ counters []*counter.Counter }

// Ask asks at the first.
func (h *Hall) Ask(ctx context.Context, id string) (string, error) {
	return h.counters[0].Serve(ctx, id)
}
