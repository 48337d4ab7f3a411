// Package leaf is the operation at the bottom of each program: it fails
// always, and counts how often it is asked.
package leaf

import (
	"context"
	"errors"
	"fmt"
	"net"
)

var (
	// ErrDown is how the operation fails.
	ErrDown = errors.New("down")
	// ErrGone and ErrDenied are failures that never happen.
	ErrGone   = errors.New("gone")
	ErrDenied = errors.New("denied")
)

// Count is the number of attempts.
var Count int

// Send makes one attempt to reach a socket that does not exist.
func Send(ctx context.Context) error {
	Count++
	conn, err := new(net.Dialer).DialContext(ctx, "unix", "/nonexistent/socket")
	if err != nil {
		return fmt.Errorf("%w: %v", ErrDown, err)
	}
	return conn.Close()
}

// A Client sends as well.
type Client struct{}

// New returns a client.
func New() *Client { return &Client{} }

// Call makes one attempt.
func (*Client) Call(ctx context.Context) error { return Send(ctx) }
