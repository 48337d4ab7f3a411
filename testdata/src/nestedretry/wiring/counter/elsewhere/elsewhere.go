// Package elsewhere puts a bank behind the interface that counters use, but
// gives it to no counter.
package elsewhere

import (
	"context"

	"nestedretry/wiring/bank"
	"nestedretry/wiring/counter/hall"
	"nestedretry/wiring/desk"
)

func find(url string) desk.Balancer { return &bank.Bank{URL: url} }

func ask(ctx context.Context, h *hall.Hall) (string, error) {
	if s, err := h.Ask(ctx, "1"); err == nil {
		return s, nil
	}
	return find("http://bank").Balance(ctx, "1")
}
