// Package pressure repeats requests that a server refuses because it has too much
// to do. Each file holds one program; the test runs it against a server that says
// how long to wait, and looks at the times of the requests.
package pressure

import (
	"context"
	"errors"
	"net/http"
	"time"
)

const service = "http://service.example"

var errRefused = errors.New("refused")

func request(ctx context.Context) (*http.Request, error) {
	return http.NewRequestWithContext(ctx, http.MethodGet, service, nil)
}

func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-time.After(d):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
