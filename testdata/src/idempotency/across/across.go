// Package across repeats effects of another package with a helper of a third.
package across

import (
	"context"
	"crypto/rand"
	"encoding/hex"

	"idempotency/across/again"
	"idempotency/across/bank"
)

func newKey() string {
	b := make([]byte, 8)
	rand.Read(b)
	return hex.EncodeToString(b)
}

type Gateway interface {
	Charge(ctx context.Context, ch bank.Charge) error
}

type Shop struct {
	gw Gateway
	c  *bank.Client
}

func New(c *bank.Client) *Shop { return &Shop{gw: c, c: c} }

var three = again.Options{Attempts: 3}

func (s *Shop) NoKey(ctx context.Context) error {
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error { // want `POST repeated up to 3 times without an idempotency key, by the retry in \(\*Shop\).NoKey`
		return s.c.Charge(ctx, bank.Charge{Amount: 5})
	})
}

func (s *Shop) Fresh(ctx context.Context) error {
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error { // want `idempotency key is made anew in every attempt \(rand.Read at across.go:\d+\)`
		return s.c.Charge(ctx, bank.Charge{Amount: 5, Key: newKey()})
	})
}

func (s *Shop) Kept(ctx context.Context) error {
	ch := bank.Charge{Amount: 5, Key: newKey()}
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error {
		return s.c.Charge(ctx, ch)
	})
}

func (s *Shop) BehindInterface(ctx context.Context) error {
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error { // want `idempotency key is made anew in every attempt \(rand.Read at across.go:\d+\)`
		return s.gw.Charge(ctx, bank.Charge{Amount: 5, Key: newKey()})
	})
}

func (s *Shop) KeptBehindInterface(ctx context.Context, key string) error {
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error {
		return s.gw.Charge(ctx, bank.Charge{Amount: 5, Key: key})
	})
}

func (s *Shop) FreshOption(ctx context.Context, raw []byte) error {
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error { // want `idempotency key is made anew in every attempt`
		return s.c.Pay(ctx, raw, bank.WithKey(newKey()))
	})
}

func (s *Shop) KeptOption(ctx context.Context, raw []byte) error {
	k := newKey()
	return again.Do(ctx, again.Options{Attempts: 3}, func(ctx context.Context) error {
		return s.c.Pay(ctx, raw, bank.WithKey(k))
	})
}

func (s *Shop) NoOption(ctx context.Context, raw []byte) error {
	return again.Do(ctx, three, func(ctx context.Context) error { // want `POST repeated up to 3 times without an idempotency key`
		return s.c.Pay(ctx, raw)
	})
}
