// Package mail sends mail through the mail service.
package mail

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// timeout is what one request to the mail service may take.
const timeout = 500 * time.Millisecond

// A Sender sends mail.
type Sender struct {
	endpoint string
	client   *http.Client
}

// New returns a sender that posts to the given endpoint.
func New(endpoint string) *Sender {
	return &Sender{endpoint: endpoint, client: &http.Client{}}
}

// Send sends one mail, in one attempt.
func (s *Sender) Send(ctx context.Context, to, text string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	form := url.Values{"to": {to}, "text": {text}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := s.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= http.StatusBadRequest {
		return fmt.Errorf("mail service: %s", resp.Status)
	}
	return nil
}
