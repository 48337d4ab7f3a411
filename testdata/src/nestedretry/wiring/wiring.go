// Package wiring puts two layers together that do not know each other.
package wiring

import (
	"context"

	"nestedretry/wiring/bank"
	"nestedretry/wiring/desk"
)

func open(url string) *desk.Desk {
	return desk.New(&bank.Bank{URL: url}) // want `up to 12 calls of http.Get per request: 4 attempts in \(\*Desk\).Answer \(desk.go:\d+\) x 3 in \(\*Bank\).Balance \(bank.go:\d+\)`
}

// fixed makes one attempt: a desk over it is as it should be.
type fixed struct{}

func (fixed) Balance(context.Context, string) (string, error) { return "0", nil }

func openFixed() *desk.Desk { return desk.New(fixed{}) }
