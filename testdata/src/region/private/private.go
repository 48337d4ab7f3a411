// Package private hands functions to helpers that repeat them after an error
// which is private to them, or not.
package private

import (
	"context"
	"errors"
	"net/http"

	"region/private/flight"
)

func get(ctx context.Context) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://a", nil)
	if err != nil {
		return err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func once(ctx context.Context, g *flight.Group) error {
	return g.Do(ctx, "a", func(ctx context.Context) error { // region: none
		return get(ctx)
	})
}

func methodValue(ctx context.Context, g *flight.Group) error {
	return g.Do(ctx, "a", get) // region: none
}

func compared(ctx context.Context) error {
	return flight.Compared(func() error { return get(ctx) }) // region: none
}

func renewed(ctx context.Context) error {
	return flight.Renewed(func() error { return get(ctx) }) // region: none
}

// Near misses: these can be repeated.

func busy(ctx context.Context) error {
	return flight.Busy(func() error { // region: retry kind=inhouse-helper-call attempts=3
		if err := get(ctx); err != nil {
			return flight.ErrBusy
		}
		return nil
	})
}

func asked(ctx context.Context) error {
	return flight.Asked(func() error { // region: retry kind=inhouse-helper-call attempts=3
		if err := get(ctx); err != nil {
			return errors.Join(err, flight.Again())
		}
		return nil
	})
}

func marked(ctx context.Context) error {
	return flight.Marked(func() error { // region: retry kind=inhouse-helper-call attempts=3
		return flight.Mark(get(ctx))
	})
}

func most(ctx context.Context) error {
	return flight.Most(func() error { return get(ctx) }) // region: retry kind=inhouse-helper-call attempts=3
}

func turns(ctx context.Context, t *flight.Turns[int]) (int, error) {
	return t.Do("a", func() (int, error) { // region: none
		return 1, get(ctx)
	})
}
