// Package declared has effects that its code does not show, or shows wrongly.
package declared

import (
	"context"
	"net/http"
	"strings"
)

type Order struct{ Token, Item string }

type Bank interface {
	//retryvet:effect payment key=id
	Charge(ctx context.Context, id string, cents int) error

	//retryvet:effect payment
	Refund(ctx context.Context, cents int) error

	//retryvet:effect none
	Touch(ctx context.Context) error

	//retryvet:effect order key=in.Token
	Place(ctx context.Context, in *Order) error
}

type Shop struct{ bank Bank }

func (s *Shop) pay(ctx context.Context, id string) (err error) {
	for range 3 {
		if err = s.bank.Charge(ctx, id, 5); err == nil {
			return nil
		}
	}
	return err
}

func (s *Shop) refund(ctx context.Context) (err error) {
	for range 3 {
		if err = s.bank.Refund(ctx, 5); err == nil { // want `payment \(.*Refund\) repeated up to 3 times without an idempotency key`
			return nil
		}
	}
	return err
}

func (s *Shop) touch(ctx context.Context) (err error) {
	for range 3 {
		if err = s.bank.Touch(ctx); err == nil {
			return nil
		}
	}
	return err
}

func (s *Shop) place(ctx context.Context) (err error) {
	for range 3 {
		if err = s.bank.Place(ctx, &Order{Item: "tea"}); err == nil { // want `order \(.*Place\) repeated up to 3 times without an idempotency key`
			return nil
		}
	}
	return err
}

func (s *Shop) placeWith(ctx context.Context, token string) (err error) {
	for range 3 {
		if err = s.bank.Place(ctx, &Order{Item: "tea", Token: token}); err == nil {
			return nil
		}
	}
	return err
}

// ping posts, but the callee drops repeats.
//
//retryvet:effect none
func ping() error {
	resp, err := http.Post("http://one", "text/plain", strings.NewReader("x"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pinging() (err error) {
	for range 3 {
		if err = ping(); err == nil {
			return nil
		}
	}
	return err
}

// keyed sets a header by other means than can be followed.
//
//retryvet:effect payment key=Idempotency-Key
func keyed(body string) error {
	resp, err := http.Post("http://one", "text/plain", strings.NewReader(body))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func keying() (err error) {
	for range 3 {
		if err = keyed("x"); err == nil {
			return nil
		}
	}
	return err
}

// plain says nothing: its body counts.
func plain() error {
	resp, err := http.Post("http://one", "text/plain", strings.NewReader("x")) // want `POST repeated up to 3 times`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func plainly() (err error) {
	for range 3 {
		if err = plain(); err == nil {
			return nil
		}
	}
	return err
}

// real posts; what is said of Touch counts more.
type real struct{}

func (real) Charge(ctx context.Context, id string, cents int) error { return nil }
func (real) Refund(ctx context.Context, cents int) error            { return nil }
func (real) Place(ctx context.Context, in *Order) error             { return nil }
func (real) Touch(ctx context.Context) error {
	resp, err := http.Post("http://one", "text/plain", strings.NewReader("x"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func wire(ctx context.Context) error {
	s := &Shop{bank: real{}}
	return s.touch(ctx)
}
