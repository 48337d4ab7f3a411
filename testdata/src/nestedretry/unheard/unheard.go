// Package unheard has retries below a retry whose failure never comes up to
// it: what nobody is told, nobody repeats.
package unheard

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http"
)

type session struct{ http *http.Client }

// notify makes up to 3 requests.
func (s *session) notify(url string) (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = s.http.Get(url); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

func (s *session) send(url string) error {
	resp, err := s.http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (s *session) deferred() error {
	defer s.notify("http://audit")
	return s.send("http://order")
}

func (s *session) dropped() error {
	s.notify("http://audit")
	return s.send("http://order")
}

func (s *session) logged() error {
	if err := s.notify("http://audit"); err != nil {
		log.Print(err)
	}
	return s.send("http://order")
}

func (s *session) replaced() error {
	if err := s.notify("http://audit"); err != nil {
		return errors.New("no audit")
	}
	return s.send("http://order")
}

func (s *session) joined() error {
	return errors.Join(s.send("http://order"), s.notify("http://audit"))
}

// late tells of the failure at the end.
func (s *session) late() error {
	failure := s.notify("http://audit")
	if err := s.send("http://order"); err != nil {
		return err
	}
	if failure != nil {
		return fmt.Errorf("audit: %w", failure)
	}
	return nil
}

func again(ctx context.Context, s *session) (err error) {
	for range 4 {
		if err = s.deferred(); err == nil {
			break
		}
	}
	for range 4 {
		if err = s.dropped(); err == nil {
			break
		}
	}
	for range 4 {
		if err = s.logged(); err == nil {
			break
		}
	}
	for range 4 {
		if err = s.replaced(); err == nil { // want `up to 12 calls of \(\*http.Client\).Get`
			break
		}
	}
	for range 4 {
		if err = s.joined(); err == nil { // want `up to 12 calls of \(\*http.Client\).Get`
			break
		}
	}
	for range 4 {
		if err = s.late(); err == nil { // want `up to 12 calls of \(\*http.Client\).Get`
			break
		}
	}
	return err
}

// A notifier is closed where its implementation is known.
type notifier interface{ finish() error }

type audited struct{ s *session }

func (a audited) finish() error {
	if err := a.s.notify("http://audit"); err != nil {
		log.Print(err)
	}
	return nil
}

func throughInterface(n notifier) (err error) {
	for range 5 {
		if err = n.finish(); err == nil {
			return nil
		}
	}
	return err
}

func wire(s *session) error { return throughInterface(audited{s}) }
