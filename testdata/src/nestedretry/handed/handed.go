// Package handed hands functions to a helper that has a retry below it.
package handed

import (
	"errors"
	"net/http"
	"time"
)

type client interface {
	txn(f func() error) error
}

type store struct{ c client }

func newStore(url string) *store { return &store{&remote{url}} }

type remote struct{ url string }

// txn commits what f has prepared, and tries three times.
func (r *remote) txn(f func() error) (err error) {
	if err = f(); err != nil {
		return err
	}
	for range 3 {
		var resp *http.Response
		if resp, err = http.Post(r.url, "text/plain", nil); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}

// run is where the two meet, whatever it is handed.
func (s *store) run(f func() error) (err error) {
	for range 5 {
		if err = s.c.txn(f); err == nil { // want `up to 15 calls of http.Post`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *store) set(n *int) error {
	return s.run(func() error {
		*n++
		return nil
	})
}

func (s *store) clear(n *int) error {
	return s.run(func() error {
		if *n == 0 {
			return errors.New("clear already")
		}
		*n = 0
		return nil
	})
}

// fetch meets another retry in what it hands over.
func (s *store) fetch(url string) error {
	return s.run(func() error { return get(url) }) // want `up to 20 calls of http.Get`
}

func get(url string) (err error) {
	for range 4 {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
		time.Sleep(time.Second)
	}
	return err
}
