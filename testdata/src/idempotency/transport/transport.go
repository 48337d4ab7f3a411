// Package transport sends through clients whose transports repeat.
package transport

import (
	"bytes"
	"net/http"
	"strings"

	"idempotency/transport/rt"
)

func closed(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func Post(url, text string) error {
	c := &http.Client{Transport: &rt.Again{Next: http.DefaultTransport}}
	return closed(c.Post(url, "text/plain", strings.NewReader(text))) // want `POST repeated up to 3 times without an idempotency key, by the retry in \(\*Again\).RoundTrip \(rt.go:\d+\)`
}

func Get(url string) error {
	c := &http.Client{Transport: &rt.Again{Next: http.DefaultTransport}}
	return closed(c.Get(url))
}

func PostToReads(url, text string) error {
	c := &http.Client{Transport: &rt.Reads{Next: http.DefaultTransport}}
	return closed(c.Post(url, "text/plain", strings.NewReader(text)))
}

func PostToChosen(url, text string) error {
	c := &http.Client{Transport: &rt.Chosen{Next: http.DefaultTransport}}
	return closed(c.Post(url, "text/plain", strings.NewReader(text)))
}

func PostWithKey(url, text, key string) error {
	c := &http.Client{Transport: &rt.Again{Next: http.DefaultTransport}}
	req, err := http.NewRequest(http.MethodPost, url, strings.NewReader(text))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	return closed(c.Do(req))
}

// The client is made in one place and used in another.
type API struct{ http *http.Client }

func New() *API {
	return &API{http: &http.Client{Transport: &rt.Again{Next: http.DefaultTransport}}}
}

func (a *API) Create(url, text string) error {
	return closed(a.http.Post(url, "text/plain", strings.NewReader(text))) // want `POST repeated up to 3 times without an idempotency key, by the retry in \(\*Again\).RoundTrip`
}

func (a *API) Read(url string) error { return closed(a.http.Get(url)) }

type Plain struct{ http *http.Client }

func NewPlain() *Plain { return &Plain{http: &http.Client{}} }

func (a *Plain) Create(url, text string) error {
	return closed(a.http.Post(url, "text/plain", strings.NewReader(text)))
}

// The transport keeps a key over its own attempts, not over those above it.
func Twice(url, text string) error {
	c := &http.Client{Transport: &rt.Keyed{Next: http.DefaultTransport}}
	var err error
	for range 2 {
		var req *http.Request
		if req, err = http.NewRequest(http.MethodPost, url, bytes.NewReader([]byte(text))); err != nil {
			return err
		}
		if err = closed(c.Do(req)); err == nil { // want `idempotency key is made anew in every attempt \(time.Now at rt.go:\d+\): POST repeated up to 2 times, by the retry in Twice \(transport.go:\d+\); it survives only the attempts in \(\*Keyed\).RoundTrip`
			return nil
		}
	}
	return err
}

func Once(url, text string) error {
	c := &http.Client{Transport: &rt.Keyed{Next: http.DefaultTransport}}
	return closed(c.Post(url, "text/plain", strings.NewReader(text)))
}
