// Package fields nests retries through interfaces held in fields, maps and
// variables.
package fields

import "errors"

type Sender interface{ Send() error }

type plain struct{}

func (plain) Send() error { return errors.New("down") }

type retrying struct {
	next Sender
	n    int
}

func (r *retrying) Send() error {
	var err error
	for i := 0; i < r.n; i++ {
		if err = r.next.Send(); err == nil {
			return nil
		}
	}
	return err
}

type Client struct{ s Sender }

func New(s Sender) *Client { return &Client{s: s} }

func (c *Client) Call() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = c.s.Send(); err == nil {
			return nil
		}
	}
	return err
}

func Default() *Client { return New(&retrying{next: plain{}, n: 4}) }

type base struct{ s Sender }

func (b *base) do() error { return b.s.Send() }

type derived struct {
	*base
	handlers map[string]func() error
}

func newDerived() *derived {
	d := &derived{base: &base{s: &retrying{plain{}, 5}}, handlers: map[string]func() error{}}
	d.handlers["send"] = d.do
	return d
}

func (d *derived) Embedded() error {
	var err error
	for i := 0; i < 2; i++ {
		if err = d.do(); err == nil {
			return nil
		}
	}
	return err
}

func (d *derived) Handler(name string) error {
	var err error
	for i := 0; i < 6; i++ {
		if err = d.handlers[name](); err == nil {
			return nil
		}
	}
	return err
}

var shared Sender = &retrying{next: plain{}, n: 9}

func Global() error {
	var err error
	for i := 0; i < 2; i++ {
		if err = shared.Send(); err == nil {
			return nil
		}
	}
	return err
}
