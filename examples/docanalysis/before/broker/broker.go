// Package broker asks the analysis service on behalf of clients.
package broker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

const (
	// attempts is how often the service is asked.
	attempts = 3
	// deadline is what one analysis may take.
	deadline = 600 * time.Millisecond
)

// ErrNotFound says that there is no such document.
var ErrNotFound = errors.New("no such document")

// A Broker asks the analysis service.
type Broker struct {
	baseURL string
	client  *http.Client
}

// New returns a broker for the service at baseURL.
func New(baseURL string, client *http.Client) *Broker {
	return &Broker{baseURL: baseURL, client: client}
}

// Summarize returns a summary of the document.
func (b *Broker) Summarize(ctx context.Context, document string) (string, error) {
	return b.summarize(ctx, document, 1)
}

// summarize makes one attempt and calls itself for the next one. It is the
// middle layer.
func (b *Broker) summarize(ctx context.Context, document string, attempt int) (string, error) {
	summary, err := b.fetch(ctx, document)
	if err == nil || errors.Is(err, ErrNotFound) || ctx.Err() != nil || attempt == attempts {
		return summary, err
	}
	return b.summarize(ctx, document, attempt+1)
}

// fetch asks the service. Its deadline looks generous next to the 200 ms that
// one request may take, but the transport makes three requests and waits
// 150 ms between them.
func (b *Broker) fetch(ctx context.Context, document string) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, deadline)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, b.baseURL+"/summaries/"+url.PathEscape(document), nil)
	if err != nil {
		return "", err
	}
	resp, err := b.client.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound:
		return "", fmt.Errorf("%s: %w", document, ErrNotFound)
	case resp.StatusCode != http.StatusOK:
		return "", fmt.Errorf("analysis service: %s", resp.Status)
	}
	summary, err := io.ReadAll(resp.Body)
	return string(summary), err
}
