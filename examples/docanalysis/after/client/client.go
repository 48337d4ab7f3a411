// Package client is what programs use to have documents analyzed.
package client

import (
	"context"
	"fmt"
)

// A Summarizer summarizes documents. It retries where that helps.
type Summarizer interface {
	Summarize(ctx context.Context, document string) (string, error)
}

// A Client has documents analyzed.
type Client struct {
	summarizer Summarizer
}

// New returns a client that uses the given summarizer.
func New(summarizer Summarizer) *Client { return &Client{summarizer: summarizer} }

// Summary returns a summary of the document.
func (c *Client) Summary(ctx context.Context, document string) (string, error) {
	summary, err := c.summarizer.Summarize(ctx, document)
	if err != nil {
		return "", fmt.Errorf("no summary of %s: %w", document, err)
	}
	return summary, nil
}
