// Package idempotencyfix makes keys that can be made once.
package idempotencyfix

import (
	"bytes"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
)

type client struct {
	url  string
	http *http.Client
}

func retry(op func() error) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func (c *client) request(raw []byte) *http.Request {
	req, _ := http.NewRequest(http.MethodPost, c.url, bytes.NewReader(raw))
	return req
}

func closed(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// The call is taken out.
func (c *client) loop(raw []byte) (err error) {
	for i := 0; i < 3; i++ {
		req := c.request(raw)
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if err = closed(c.http.Do(req)); err == nil { // want `made anew in every attempt`
			return nil
		}
	}
	return err
}

// So is the whole declaration.
func (c *client) declared(raw []byte) (err error) {
	for i := 0; i < 3; i++ {
		id := uuid.NewString()
		req := c.request(raw)
		req.Header.Set("Idempotency-Key", id)
		if err = closed(c.http.Do(req)); err == nil { // want `made anew in every attempt`
			return nil
		}
	}
	return err
}

// A helper repeats it.
func (c *client) helper(raw []byte) error {
	if len(raw) == 0 {
		return nil
	}
	return retry(func() error {
		req := c.request(raw)
		req.Header.Set("Idempotency-Key", strconv.FormatInt(time.Now().UnixNano(), 10))
		return closed(c.http.Do(req)) // want `made anew in every attempt`
	})
}

// The name is taken.
func (c *client) taken(raw []byte, key bool) (err error) {
	for i := 0; i < 3; i++ {
		req := c.request(raw)
		req.Header.Set("Idempotency-Key", uuid.NewString())
		if err = closed(c.http.Do(req)); err == nil || key { // want `made anew in every attempt`
			return err
		}
	}
	return err
}

func named(raw []byte) string { return uuid.NewString() + string(raw[:1]) }

// What the key is made from is changed by the loop.
func (c *client) changed(raw []byte) (err error) {
	for i := 0; i < 3; i++ {
		raw = bytes.TrimSpace(raw)
		req := c.request(raw)
		req.Header.Set("Idempotency-Key", named(raw))
		if err = closed(c.http.Do(req)); err == nil { // want `made anew in every attempt`
			return nil
		}
	}
	return err
}

// It may fail.
func (c *client) failing(raw []byte) error {
	var err error
	for i := 0; i < 3; i++ {
		id, e := uuid.NewRandom()
		if e != nil {
			return e
		}
		req := c.request(raw)
		req.Header.Set("Idempotency-Key", id.String())
		if err = closed(c.http.Do(req)); err == nil { // want `made anew in every attempt`
			return nil
		}
	}
	return err
}

// The loop is elsewhere.
func (c *client) once(raw []byte) error {
	req := c.request(raw)
	req.Header.Set("Idempotency-Key", uuid.NewString())
	return closed(c.http.Do(req)) // want `made anew in every attempt`
}

func (c *client) outside(raw []byte) (err error) {
	for i := 0; i < 3; i++ {
		if err = c.once(raw); err == nil {
			return nil
		}
	}
	return err
}
