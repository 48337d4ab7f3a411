package sentinels

import (
	"errors"
	"io"
	"net/http"
	"time"

	"nestedretry/sentinels/problems"
)

func post(url string) error {
	resp, err := http.Post(url, "text/plain", nil)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	detail, err := io.ReadAll(resp.Body)
	if err != nil {
		return err
	}
	return problems.Of(resp.Header.Get("Problem"), string(detail))
}

// fresh posts again with a fresh number, and nothing else.
func fresh(url string) (err error) {
	for range 4 {
		err = post(url)
		var stale *problems.Stale
		if !errors.As(err, &stale) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// order goes on after another problem, with which fresh does not give up but hands it on
// at once.
func order(url string) (err error) {
	for range 2 {
		err = fresh(url)
		replaced := &problems.Replaced{}
		if !errors.As(err, &replaced) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// orderFresh goes on after the same one.
func orderFresh(url string) (err error) {
	for range 2 {
		err = fresh(url) // want `up to 8 calls of http.Post`
		if _, ok := err.(*problems.Stale); !ok {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// asserted goes on after all that fresh gives up with.
func asserted(url string) (err error) {
	for range 2 {
		err = fresh(url) // want `up to 8 calls of http.Post`
		if err == nil {
			return nil
		}
		if _, ok := err.(*problems.Replaced); ok {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}
