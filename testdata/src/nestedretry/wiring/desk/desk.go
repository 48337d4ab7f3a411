// Package desk is the layer above: it knows an interface only, so that nothing
// is to be said about it alone.
package desk

import "context"

// A Balancer tells balances.
type Balancer interface {
	Balance(ctx context.Context, id string) (string, error)
}

// A Desk answers customers.
type Desk struct{ bank Balancer }

// New returns a desk that asks the given bank.
func New(bank Balancer) *Desk { return &Desk{bank: bank} }

// Answer asks up to 4 times.
func (d *Desk) Answer(ctx context.Context, id string) (s string, err error) {
	for i := 0; i < 4; i++ {
		if s, err = d.bank.Balance(ctx, id); err == nil {
			return s, nil
		}
	}
	return "", err
}
