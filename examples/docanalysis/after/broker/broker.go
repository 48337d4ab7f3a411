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

// deadline is what one analysis may take. The two requests that the transport
// makes at most, and the wait between them, need 500 ms of it.
const deadline = 600 * time.Millisecond

var (
	// ErrNotFound says that there is no such document.
	ErrNotFound = errors.New("no such document")
	// ErrOverloaded says that the service asks its callers to back off.
	ErrOverloaded = errors.New("analysis service is overloaded")
)

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
	switch resp.StatusCode {
	case http.StatusOK:
		summary, err := io.ReadAll(resp.Body)
		return string(summary), err
	case http.StatusNotFound:
		return "", fmt.Errorf("%s: %w", document, ErrNotFound)
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return "", ErrOverloaded
	}
	return "", fmt.Errorf("analysis service: %s", resp.Status)
}
