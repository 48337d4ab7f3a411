// Package near holds what looks nested and is not.
package near

import "errors"

type Sender interface{ Send() error }

type plain struct{}

func (plain) Send() error { return errors.New("down") }

// A decorator that calls the interface it implements does not call itself.
type retrying struct{ next Sender }

func (r *retrying) Send() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = r.next.Send(); err == nil {
			return nil
		}
	}
	return err
}

func New() Sender { return &retrying{next: plain{}} }

// Sequential retries add up.
func Sequential() error {
	if err := New().Send(); err != nil {
		return err
	}
	return New().Send()
}

func once() error { return errors.New("down") }

func times(n int, f func() error) error {
	var err error
	for i := 0; i < n; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

// One attempt is no layer.
func Single() error {
	return times(4, func() error { return times(1, once) })
}

// A call that waits in the background fails for nobody.
func Background() error {
	return times(4, func() error {
		go times(3, once)
		return once()
	})
}

// Recursion goes round in a circle, not up a product.
func Walk(n int) error {
	if n == 0 {
		return times(3, once)
	}
	if err := times(2, once); err != nil {
		return err
	}
	return Walk(n - 1)
}
