package pressure

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"time"
)

type statusError struct{ code int }

func (e *statusError) Error() string { return strconv.Itoa(e.code) }

func fetch(ctx context.Context, c *http.Client) error {
	req, err := request(ctx)
	if err != nil {
		return err
	}
	resp, err := c.Do(req)
	if err != nil {
		return err
	}
	resp.Body.Close()
	if resp.StatusCode >= 300 {
		return &statusError{resp.StatusCode}
	}
	return nil
}

func transient(err error) bool {
	var s *statusError
	return errors.As(err, &s) && (s.code == 429 || s.code >= 500)
}

func Predicate(ctx context.Context, c *http.Client) (err error) {
	for range 4 {
		if err = fetch(ctx, c); err == nil || !transient(err) {
			return err
		}
		if err := pause(ctx, 20*time.Millisecond); err != nil {
			return err
		}
	}
	return err
}
