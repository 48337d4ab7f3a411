package bounds

import (
	"context"
	"time"
)

// reconnected connects once, and again when what it reads fails; the first
// failure ends it.
func reconnected(c conn) error {
	if err := c.dial(); err != nil {
		return err
	}
	for { // region: other
		if err := c.read(); err == nil {
			continue
		}
		var err error
		for range 4 { // region: retry attempts=4
			if err = c.dial(); err == nil {
				break
			}
			time.Sleep(time.Second)
		}
		if err != nil {
			return err
		}
	}
}

type conn interface {
	dial() error
	read() error
}

// firstTry is one attempt more than the loop makes.
func firstTry(c conn) error {
	err := c.dial()
	for i := 0; err != nil && i < 4; i++ { // region: retry attempts=5
		err = c.dial()
	}
	return err
}

// The client of the first try is made as the others are: with the same method
// and the same options.
func firstOfClients(url string) error {
	err := newClient(newLink(url).dial, limit(3)).dial()
	for i := 0; err != nil && i < 4; i++ { // region: retry attempts=5
		err = newClient(newLink(url).dial, limit(3)).dial()
	}
	return err
}

// The first try has other options, or another client below.
func otherClients(url, login string) error {
	err := newClient(newLink(url).dial, limit(4)).dial()
	if err != nil {
		err = newClient(newLink(login).dial, limit(3)).dial()
	}
	for i := 0; err != nil && i < 4; i++ { // region: retry attempts=4
		err = newClient(newLink(url).dial, limit(3)).dial()
	}
	return err
}

type link struct{ url string }

func newLink(url string) *link { return &link{url} }

func (l *link) dial() error { return get(context.Background(), l.url) }

type option func(*lineClient)

func limit(n int) option { return func(c *lineClient) { c.limit = n } }

type lineClient struct {
	next  func() error
	limit int
}

func newClient(next func() error, opts ...option) dialer {
	c := &lineClient{next: next}
	for _, o := range opts {
		o(c)
	}
	return c
}

func (c *lineClient) dial() error { return c.next() }

type dialer interface{ dial() error }

type limits struct{ most int }

// oneMore counts down from one more than the limit.
func oneMore(o *limits, op func() error) error {
	for left := o.most + 1; ; { // region: retry attempts=most+1
		err := op()
		left--
		if err == nil || left <= 0 {
			return err
		}
		time.Sleep(time.Second)
	}
}

type locks interface{ take(name string) error }

// untilLate tries once more when the time is over.
func untilLate(l locks, late <-chan time.Time) error {
	wait := time.Second
	for { // region: retry attempts=unbounded
		err := l.take("lock")
		if err == nil {
			return nil
		}
		select {
		case <-late:
			return l.take("lock")
		case <-time.After(wait):
			wait *= 2
		}
	}
}

// andOnce makes a fourth attempt after the loop.
func andOnce(l locks) error {
	for range 3 { // region: retry attempts=4
		if err := l.take("lock"); err == nil {
			return nil
		}
	}
	return l.take("lock")
}
