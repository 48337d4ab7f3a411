// Package straight has sends in straight lines: those that share one are one
// retry.
package straight

import (
	"errors"
	"net/http"
)

var errGone = errors.New("gone")

func once(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// Whichever way the first was sent, there is a second one at most.
func either(url string, attach func() (bool, error)) error {
	send := func() error { return once(url) }
	known, err := attach()
	if known {
		if err != nil {
			err = send()
		}
	} else {
		err = send()
	}
	if err == errGone {
		err = send()
	}
	return err
}

// Three in a row are three, and not four.
func thrice(url string) error {
	if err := once(url); err == nil {
		return nil
	}
	if err := once(url); err == nil {
		return nil
	}
	return once(url)
}

func outer(url string) error {
	for range 2 {
		if err := thrice(url); err == nil { // want `up to 6 calls of http.Get per request: 2 attempts here x 3 in thrice`
			return nil
		}
	}
	return errGone
}
