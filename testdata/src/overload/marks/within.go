package marks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// Within repeats what its operation does not call final.
func Within(ctx context.Context, url string) error {
	return backoff.Retry(func() error { return get(ctx, url) }, backoff.WithContext(backoff.NewExponentialBackOff(), ctx))
}

func get(ctx context.Context, url string) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if errors.Is(err, io.EOF) {
		return err
	}
	if err != nil {
		return backoff.Permanent(fmt.Errorf("client: %w", err))
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return backoff.Permanent(fmt.Errorf("status %d", resp.StatusCode))
	}
	return nil
}
