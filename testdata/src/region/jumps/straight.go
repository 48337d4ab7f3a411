package jumps

import (
	"errors"
	"net/http"
	"time"
)

// Straight-line sends that share one: they are one retry, and do not multiply.

// thrice tries two more times.
func (s *session) thrice() error {
	err := s.call() // region: retry kind=sequential attempts=3 delay=fixed errors=all
	if err == nil {
		return nil
	}
	time.Sleep(time.Second)
	if err = s.call(); err == nil {
		return nil
	}
	return s.call()
}

// either tries in one of two ways, and then once more.
func (s *session) either(renew bool) error {
	var err error
	if renew {
		if err = s.login(); err != nil {
			err = s.call() // region: retry kind=sequential attempts=2 delay=none errors=predicate
		}
	} else {
		err = s.call()
	}
	if errors.Is(err, errExpired) {
		err = s.call()
	}
	return err
}

// apart has two retries, one after the other.
func (s *session) apart(url string) error {
	resp, err := http.Get(url) // region: retry kind=sequential attempts=2 errors=all
	if err != nil {
		if resp, err = http.Get(url); err != nil {
			return err
		}
	}
	if err := resp.Body.Close(); err != nil {
		return err
	}
	resp, err = http.Get(url + "/next") // region: retry kind=sequential attempts=2 errors=all
	if err != nil {
		if resp, err = http.Get(url + "/next"); err != nil {
			return err
		}
	}
	return resp.Body.Close()
}
