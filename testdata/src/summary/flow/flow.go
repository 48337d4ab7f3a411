// Package flow nests retries through calls, parameters, closures and helpers.
package flow

import "errors"

func send() error { return errors.New("down") }

func inner() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = send(); err == nil {
			return nil
		}
	}
	return err
}

func middle() error { return inner() }

func Outer() error {
	var err error
	for i := 0; i < 4; i++ {
		if err = middle(); err == nil {
			return nil
		}
	}
	return err
}

func times(n int, f func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func WithClosure() error {
	return times(5, func() error { return inner() })
}

func WithFunction() error { return times(6, inner) }

func threeUp(n int) error { return twoUp(n + 1) }

func twoUp(n int) error { return times(n, inner) }

func Constant() error { return threeUp(6) }

func Nested() error {
	return times(2, func() error {
		return times(3, func() error {
			return times(4, send)
		})
	})
}

type client struct{ n int }

func (c *client) call() error { return inner() }

func (c *client) Method() error { return times(c.n, c.call) }

func newClient() *client { return &client{n: 7} }

func Do[T any](n int, f func() (T, error)) (T, error) {
	var (
		v   T
		err error
	)
	for i := 0; i < n; i++ {
		if v, err = f(); err == nil {
			return v, nil
		}
	}
	return v, err
}

func Generic() (int, error) {
	return Do(8, func() (int, error) { return 1, inner() })
}
