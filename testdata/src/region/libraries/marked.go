package libraries

import (
	"errors"
	"fmt"
	"io"
	"net/http"

	"github.com/cenkalti/backoff/v4"
)

// What is not repeated may be marked in what the closure calls.
func (c *Client) repeated() error {
	return backoff.Retry(func() error { return c.once() }, backoff.NewExponentialBackOff()) // region: retry kind=library-call errors=predicate
}

func (c *Client) once() error {
	resp, err := http.Get(c.url)
	if errors.Is(err, io.EOF) {
		return err
	}
	if err != nil {
		return backoff.Permanent(fmt.Errorf("client: %w", err))
	}
	return resp.Body.Close()
}

// Near miss: no failure is repeated, only an answer that is not the one.
func (c *Client) awaited() error {
	return backoff.Retry(func() error { // region: poll kind=library-call
		resp, err := http.Get(c.url)
		if err != nil {
			return backoff.Permanent(err)
		}
		ok, err := done(resp.Header)
		if err != nil {
			return backoff.Permanent(err)
		}
		if ok {
			return nil
		}
		return fmt.Errorf("not yet: %s", resp.Header.Get("State"))
	}, backoff.NewExponentialBackOff())
}

func done(h http.Header) (bool, error) {
	switch h.Get("State") {
	case "done":
		return true, nil
	case "invalid":
		return false, errors.New("invalid")
	}
	return false, nil
}
