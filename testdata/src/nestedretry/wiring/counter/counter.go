// Package counter makes up to 5 requests of whatever bank it is given.
package counter

import (
	"context"

	"nestedretry/wiring/desk"
)

// A Counter serves customers.
type Counter struct{ Bank desk.Balancer }

// Serve asks up to 5 times.
func (c *Counter) Serve(ctx context.Context, id string) (s string, err error) {
	for i := 0; i < 5; i++ {
		if s, err = c.Bank.Balance(ctx, id); err == nil {
			return s, nil
		}
	}
	return "", err
}
