// Package options bounds retries by functional options and config structs.
package options

import "errors"

type settings struct{ attempts int }

type Option func(*settings)

func Attempts(n int) Option { return func(s *settings) { s.attempts = n } }

func Call(f func() error, opts ...Option) error {
	s := settings{attempts: 10}
	for _, o := range opts {
		o(&s)
	}
	var err error
	for i := 0; i < s.attempts; i++ {
		if err = f(); err == nil {
			return nil
		}
	}
	return err
}

func send() error { return errors.New("down") }

func Defaults() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = Call(send); err == nil {
			return nil
		}
	}
	return err
}

func Chosen() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = Call(send, Attempts(4)); err == nil {
			return nil
		}
	}
	return err
}

func Once() error {
	var err error
	for i := 0; i < 3; i++ {
		if err = Call(send, Attempts(1)); err == nil {
			return nil
		}
	}
	return err
}

type Config struct {
	Max int
	fn  func() error
}

func (c *Config) setDefaults() {
	if c.Max <= 0 {
		c.Max = 5
	}
}

type Client struct{ cfg Config }

func NewClient(cfg Config) *Client {
	cfg.setDefaults()
	return &Client{cfg: cfg}
}

func (c *Client) Do() error {
	var err error
	for i := 0; i < c.cfg.Max; i++ {
		if err = c.cfg.fn(); err == nil {
			return nil
		}
	}
	return err
}

func FromConfig() error {
	var err error
	c := NewClient(Config{fn: send})
	for i := 0; i < 2; i++ {
		if err = c.Do(); err == nil {
			return nil
		}
	}
	return err
}

func FromSetConfig() error {
	var err error
	c := NewClient(Config{fn: send, Max: 7})
	for i := 0; i < 2; i++ {
		if err = c.Do(); err == nil {
			return nil
		}
	}
	return err
}

func FromOnce() error {
	var err error
	c := NewClient(Config{fn: send, Max: 1})
	for i := 0; i < 2; i++ {
		if err = c.Do(); err == nil {
			return nil
		}
	}
	return err
}
