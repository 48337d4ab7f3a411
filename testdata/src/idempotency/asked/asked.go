// Package asked repeats requests of which something is asked first.
package asked

import (
	"bytes"
	"net/http"
	"time"
)

type Client struct {
	http *http.Client
	safe func(*http.Request) bool
}

func (c *Client) request(url string, b []byte) *http.Request {
	req, _ := http.NewRequest(http.MethodPost, url, bytes.NewReader(b))
	return req
}

func closed(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func reads(req *http.Request) bool {
	switch req.Method {
	case http.MethodGet, http.MethodHead:
		return true
	}
	return false
}

// What does something twice is not repeated.
func (c *Client) careful(req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		resp, err = c.http.Do(req)
		if err == nil || !reads(req) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func (c *Client) Careful(url string, b []byte) error {
	return closed(c.careful(c.request(url, b)))
}

// The number of attempts follows from it.
func (c *Client) counted(req *http.Request) (resp *http.Response, err error) {
	n := 1
	if reads(req) {
		n = 3
	}
	for i := 0; i < n; i++ {
		if resp, err = c.http.Do(req); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (c *Client) Counted(url string, b []byte) error {
	return closed(c.counted(c.request(url, b)))
}

// A setting says it.
func (c *Client) set(req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		resp, err = c.http.Do(req)
		if err == nil || !c.safe(req) {
			return resp, err
		}
		time.Sleep(time.Second)
	}
	return resp, err
}

func (c *Client) Set(url string, b []byte) error {
	return closed(c.set(c.request(url, b)))
}

// Nothing is asked.
func (c *Client) all(req *http.Request) (resp *http.Response, err error) {
	for i := 0; i < 3; i++ {
		if i > 0 {
			if req.Body, err = req.GetBody(); err != nil {
				return nil, err
			}
		}
		if resp, err = c.http.Do(req); err == nil { // want `POST repeated up to 3 times without an idempotency key`
			return resp, nil
		}
		time.Sleep(time.Second)
	}
	return nil, err
}

func (c *Client) All(url string, b []byte) error {
	return closed(c.all(c.request(url, b)))
}
