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

// timeout is what one request may take.
const timeout = 2 * time.Second

// Billing calls the billing tools. Each call is one request.
type Billing struct {
	baseURL string
	client  *http.Client
}

// New returns a client of the tool server at baseURL.
func New(baseURL string) *Billing {
	return &Billing{baseURL: baseURL, client: &http.Client{}}
}

// ChargeDetails looks up a charge.
func (b *Billing) ChargeDetails(ctx context.Context, chargeID string) (orchestrator.Charge, error) {
	var charge orchestrator.Charge
	body, err := b.once(ctx, http.MethodGet, "/charges/"+url.PathEscape(chargeID), "")
	if err != nil {
		return charge, err
	}
	if err := json.Unmarshal(body, &charge); err != nil {
		return charge, fmt.Errorf("charge %s: %w", chargeID, err)
	}
	return charge, nil
}

// FileDispute files a dispute under a key by which the tool server knows a
// repeat from a second dispute.
func (b *Billing) FileDispute(ctx context.Context, chargeID, key string) error {
	_, err := b.once(ctx, http.MethodPost, "/charges/"+url.PathEscape(chargeID)+"/disputes", key)
	return err
}

// once sends one request and returns the body of the answer.
func (b *Billing) once(ctx context.Context, method, path, key string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, b.baseURL+path, nil)
	if err != nil {
		return nil, err
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusTooManyRequests, resp.StatusCode == http.StatusServiceUnavailable:
		return nil, fmt.Errorf("%s %s: %s: %w", method, path, resp.Status, orchestrator.ErrOverloaded)
	case resp.StatusCode >= http.StatusBadRequest:
		return nil, fmt.Errorf("%s %s: %s", method, path, resp.Status)
	}
	return io.ReadAll(resp.Body)
}
