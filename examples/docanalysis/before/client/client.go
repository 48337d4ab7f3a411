// Package client is what programs use to have documents analyzed.
package client

import (
	"context"
	"errors"
	"fmt"

	"example.com/docanalysis/broker"
)

// attempts is how often a summary is asked for.
const attempts = 3

// A Summarizer summarizes documents.
type Summarizer interface {
	Summarize(ctx context.Context, document string) (string, error)
}

// A Client has documents analyzed.
type Client struct {
	summarizer Summarizer
}

// New returns a client that uses the given summarizer.
func New(summarizer Summarizer) *Client { return &Client{summarizer: summarizer} }

// Summary returns a summary of the document. It is the outermost layer.
func (c *Client) Summary(ctx context.Context, document string) (string, error) {
	var failure error
	for range attempts {
		summary, err := c.summarizer.Summarize(ctx, document)
		if err == nil {
			return summary, nil
		}
		if ctx.Err() != nil || errors.Is(err, broker.ErrNotFound) {
			return "", err
		}
		failure = err
	}
	return "", fmt.Errorf("no summary of %s: %w", document, failure)
}
