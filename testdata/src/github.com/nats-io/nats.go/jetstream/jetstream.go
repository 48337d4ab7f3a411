// Package jetstream stands for the package of this import path.
package jetstream

import "context"

// A PubAck is the answer, a PublishOpt a setting.
type (
	PubAck     struct{}
	PublishOpt func()
)

// JetStream publishes messages.
type JetStream interface {
	Publish(ctx context.Context, subject string, payload []byte, opts ...PublishOpt) (*PubAck, error)
}

// WithRetryAttempts sets how often.
func WithRetryAttempts(n int) PublishOpt { return nil }
