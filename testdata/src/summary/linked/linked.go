// Package linked has objects that hold objects of their own kind.
package linked

import (
	"errors"

	"github.com/hashicorp/go-retryablehttp"
)

type link struct {
	next *link
	do   func() error
}

func (l *link) drop() { l.next = l.next.next }

func (l *link) add(do func() error) { l.next = &link{next: l.next, do: do} }

func (l *link) swap() {
	m := l.next
	l.next = m.next
	m.next = l
}

func send() (err error) {
	for i := 0; i < 3; i++ {
		if err = once(); err == nil {
			return nil
		}
	}
	return err
}

func once() error { return errors.New("down") }

func (l *link) again() (err error) {
	for i := 0; i < 2; i++ {
		if err = l.next.do(); err == nil {
			return nil
		}
	}
	return err
}

func (l *link) last() (err error) {
	for l.next != nil {
		l = l.next
	}
	for i := 0; i < 4; i++ {
		if err = l.do(); err == nil {
			return nil
		}
	}
	return err
}

var first = &link{}

func (l *link) global() (err error) {
	for i := 0; i < 4; i++ {
		if err = first.next.next.do(); err == nil {
			return nil
		}
	}
	return err
}

func Run() error {
	first.next = first
	first.add(send)
	first.drop()
	first.swap()
	return errors.Join(first.again(), first.last(), first.global())
}

// Nothing is known of a function that a library's object holds.
func handled() (err error) {
	c := retryablehttp.NewClient()
	for i := 0; i < 3; i++ {
		if _, err = c.ErrorHandler(nil, nil, 1); err == nil {
			return nil
		}
	}
	return err
}
