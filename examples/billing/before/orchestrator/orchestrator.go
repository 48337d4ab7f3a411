// Package orchestrator decides which tools answer a question.
package orchestrator

import (
	"context"
	"fmt"
)

// attempts is how often a tool is called before the question fails.
const attempts = 3

// A Charge is what the bank knows of a charge.
type Charge struct {
	Merchant string `json:"merchant"`
	Cents    int    `json:"cents"`
}

// A ChargeTool looks up charges and files disputes.
type ChargeTool interface {
	ChargeDetails(ctx context.Context, chargeID string) (Charge, error)
	FileDispute(ctx context.Context, chargeID string) error
}

// An Orchestrator answers questions with the help of tools.
type Orchestrator struct {
	charges ChargeTool
}

// New returns an orchestrator that uses the given tool.
func New(charges ChargeTool) *Orchestrator {
	return &Orchestrator{charges: charges}
}

// Answer explains a charge in one sentence. It is the middle one of the three
// layers.
func (o *Orchestrator) Answer(ctx context.Context, chargeID string) (string, error) {
	var charge Charge
	err := retry(ctx, attempts, func(ctx context.Context) error {
		var err error
		charge, err = o.charges.ChargeDetails(ctx, chargeID)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("charge %s: %w", chargeID, err)
	}
	return fmt.Sprintf("%s charged you %d.%02d.", charge.Merchant, charge.Cents/100, charge.Cents%100), nil
}

// Dispute tells the bank that the customer does not accept a charge.
func (o *Orchestrator) Dispute(ctx context.Context, chargeID string) error {
	return o.charges.FileDispute(ctx, chargeID)
}
