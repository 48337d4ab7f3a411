// Package retry stands for the package of this import path.
package retry

import "net/http"

// A Transport repeats requests.
type Transport struct{ Base http.RoundTripper }

// NewTransport puts one around another.
func NewTransport(base http.RoundTripper) *Transport { return &Transport{base} }

// RoundTrip sends a request.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) { return nil, nil }
