// Package orchestrator decides which tools answer a question. It is the one
// layer that retries.
package orchestrator

import (
	"context"
	"crypto/rand"
	"fmt"
)

// A Charge is what the bank knows of a charge.
type Charge struct {
	Merchant string `json:"merchant"`
	Cents    int    `json:"cents"`
}

// A ChargeTool looks up charges and files disputes, in one attempt. It returns
// ErrOverloaded when the tool server asks its callers to back off.
type ChargeTool interface {
	ChargeDetails(ctx context.Context, chargeID string) (Charge, error)
	// FileDispute files a dispute. Calls with the same key file one dispute.
	FileDispute(ctx context.Context, chargeID, key string) error
}

// An Orchestrator answers questions with the help of tools.
type Orchestrator struct {
	charges ChargeTool
	budget  *budget
}

// New returns an orchestrator that uses the given tool.
func New(charges ChargeTool) *Orchestrator {
	return &Orchestrator{charges: charges, budget: newBudget()}
}

// Answer explains a charge in one sentence.
func (o *Orchestrator) Answer(ctx context.Context, chargeID string) (string, error) {
	var charge Charge
	err := o.retry(ctx, func(ctx context.Context) error {
		var err error
		charge, err = o.charges.ChargeDetails(ctx, chargeID)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("charge %s: %w", chargeID, err)
	}
	return fmt.Sprintf("%s charged you %d.%02d.", charge.Merchant, charge.Cents/100, charge.Cents%100), nil
}

// Dispute tells the bank that the customer does not accept a charge. The key
// is made once, before the first attempt, so that the tool server can drop the
// second one when only the reply to the first was lost.
func (o *Orchestrator) Dispute(ctx context.Context, chargeID string) error {
	key := rand.Text()
	return o.retry(ctx, func(ctx context.Context) error {
		return o.charges.FileDispute(ctx, chargeID, key)
	})
}
