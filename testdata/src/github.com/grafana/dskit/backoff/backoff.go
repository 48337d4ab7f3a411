// Package backoff stands for the library.
package backoff

import (
	"context"
	"time"
)

type Config struct {
	MinBackoff, MaxBackoff time.Duration
	MaxRetries             int
}

type Backoff struct {
	cfg Config
	ctx context.Context
	n   int
}

func New(ctx context.Context, cfg Config) *Backoff { return &Backoff{cfg: cfg, ctx: ctx} }

func (b *Backoff) Ongoing() bool {
	return b.ctx.Err() == nil && (b.cfg.MaxRetries == 0 || b.n < b.cfg.MaxRetries)
}

func (b *Backoff) Wait() { b.n++ }

func (b *Backoff) Err() error { return b.ctx.Err() }

func (b *Backoff) NumRetries() int { return b.n }
