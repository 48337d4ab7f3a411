// Package transports retries around clients that other packages make.
package transports

import (
	"net/http"

	"nestedretry/transports/web"
)

type service struct{ client *http.Client }

func newService() *service { return &service{client: web.NewClient()} }

func (s *service) ask() (err error) {
	for range 2 {
		var resp *http.Response
		if resp, err = s.client.Get("http://a"); err == nil { // want `up to 8 calls of \(\*http.Client\).Get per request: 2 attempts here x 4 in \(\*retrying\).RoundTrip`
			return resp.Body.Close()
		}
	}
	return err
}

func own() (err error) {
	c := &http.Client{Transport: web.Retrying(http.DefaultTransport, 5)}
	for range 2 {
		var resp *http.Response
		if resp, err = c.Get("http://a"); err == nil { // want `up to 10 calls`
			return resp.Body.Close()
		}
	}
	return err
}

func standard() (err error) {
	c := web.Standard(2)
	for range 2 {
		var resp *http.Response
		if resp, err = c.Get("http://a"); err == nil { // want `up to 6 calls`
			return resp.Body.Close()
		}
	}
	return err
}

func chained() (err error) {
	api := web.NewAPI().SetRetryCount(2)
	for range 2 {
		var resp *http.Response
		if resp, err = api.R().Get("http://a"); err == nil { // want `up to 6 calls`
			return resp.Body.Close()
		}
	}
	return err
}

// Near misses.

func plain() (err error) {
	c := web.Plain()
	for range 2 {
		var resp *http.Response
		if resp, err = c.Get("http://a"); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

func unchained() (err error) {
	api := web.NewAPI()
	for range 2 {
		var resp *http.Response
		if resp, err = api.R().Get("http://a"); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
