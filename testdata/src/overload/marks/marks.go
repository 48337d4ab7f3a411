// Package marks loses what says that an error is final.
package marks

import (
	"context"
	"errors"
	"fmt"

	"github.com/cenkalti/backoff/v4"
)

var errSignature = errors.New("bad signature")

// Peer takes messages.
type Peer interface {
	Verify(msg string) error
	Apply(ctx context.Context, msg string) error
}

func deliver(ctx context.Context, p Peer, msg string) error {
	if err := p.Verify(msg); err != nil {
		return backoff.Permanent(errors.Join(errSignature, err))
	}
	return p.Apply(ctx, msg)
}

// Lost wraps with %v.
func Lost(ctx context.Context, p Peer, msg string) error {
	return backoff.Retry(func() error {
		if err := deliver(ctx, p, msg); err != nil {
			return fmt.Errorf("deliver: %v", err) // want `the mark that an error is permanent is lost here, so it is retried, up to 4 attempts of marks\.deliver: wrap it with %w`
		}
		return nil
	}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx))
}

// Kept wraps with %w.
func Kept(ctx context.Context, p Peer, msg string) error {
	return backoff.Retry(func() error {
		if err := deliver(ctx, p, msg); err != nil {
			return fmt.Errorf("deliver: %w", err)
		}
		return nil
	}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx))
}

// Marked marks what it has wrapped.
func Marked(ctx context.Context, p Peer, msg string) error {
	return backoff.Retry(func() error {
		if err := p.Verify(msg); err != nil {
			return backoff.Permanent(fmt.Errorf("verify: %v", err))
		}
		return p.Apply(ctx, msg)
	}, backoff.WithContext(backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3), ctx))
}
