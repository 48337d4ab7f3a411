// Package bare uses a helper that does not look inside errors.
package bare

import (
	"errors"
	"fmt"

	"github.com/cenkalti/backoff/v3"
)

// Peer takes messages.
type Peer interface {
	Verify(msg string) error
	Apply(msg string) error
}

func deliver(p Peer, msg string) error {
	if err := p.Verify(msg); err != nil {
		return backoff.Permanent(errors.New("bad signature"))
	}
	return p.Apply(msg)
}

// Inside hides the mark in another error.
func Inside(p Peer, msg string, b backoff.BackOff) error {
	return backoff.Retry(func() error {
		if err := deliver(p, msg); err != nil {
			return fmt.Errorf("deliver: %w", err) // want `the mark that an error is permanent is lost here.*: mark it after wrapping, the helper does not look inside`
		}
		return nil
	}, b)
}

// Plain hands it on as it is.
func Plain(p Peer, msg string, b backoff.BackOff) error {
	return backoff.Retry(func() error { return deliver(p, msg) }, b)
}
