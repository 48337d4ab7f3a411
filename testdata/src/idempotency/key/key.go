// Package key makes idempotency keys in the right and in the wrong places.
package key

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/google/uuid"
)

type Client struct {
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

func (c *Client) send(raw []byte, key string) error {
	req, err := http.NewRequest(http.MethodPost, c.url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.http.Do(req) // want `idempotency key is made anew in every attempt \(uuid.NewString at key.go:\d+\): POST repeated up to 3 times, by the retry in \(\*Client\).Inside \(key.go:\d+\)`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Inside(raw []byte) error {
	return retry(func() error { return c.send(raw, uuid.NewString()) })
}

func (c *Client) Outside(raw []byte) error {
	key := uuid.NewString()
	return retry(func() error { return c.send(raw, key) })
}

func (c *Client) Derived(raw []byte, order string) error {
	return retry(func() error { return c.send(raw, "order-"+order) })
}

// The same in a loop, with other sources of keys, seen through helpers.
func (c *Client) post(req *http.Request) error {
	resp, err := c.http.Do(req) // want `idempotency key is made anew in every attempt`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) request(raw []byte) (*http.Request, error) {
	return http.NewRequest(http.MethodPost, c.url, bytes.NewReader(raw))
}

func token() string {
	b := make([]byte, 16)
	rand.Read(b)
	return hex.EncodeToString(b)
}

func (c *Client) Random(raw []byte) error {
	var err error
	for i := 0; i < 3; i++ {
		var req *http.Request
		if req, err = c.request(raw); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", token())
		if err = c.post(req); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) post2(req *http.Request) error {
	resp, err := c.http.Do(req) // want `idempotency key is made anew in every attempt \(time.Now at key.go:\d+\)`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Clock(raw []byte) error {
	var err error
	for i := 0; i < 3; i++ {
		var req *http.Request
		if req, err = c.request(raw); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", strconv.FormatInt(time.Now().UnixNano(), 10))
		if err = c.post2(req); err == nil {
			return nil
		}
	}
	return err
}

func (c *Client) post3(req *http.Request) error {
	resp, err := c.http.Do(req) // want `idempotency key is made anew in every attempt \(attempt counts the attempts\)`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Counter(raw []byte, id string) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ {
		var req *http.Request
		if req, err = c.request(raw); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", fmt.Sprintf("%s-%d", id, attempt))
		if err = c.post3(req); err == nil {
			return nil
		}
	}
	return err
}

// The attempt is counted in another header.
func (c *Client) Numbered(raw []byte, id string) error {
	var err error
	for attempt := 0; attempt < 3; attempt++ {
		var req *http.Request
		if req, err = c.request(raw); err != nil {
			return err
		}
		req.Header.Set("Idempotency-Key", id)
		req.Header.Set("X-Attempt", strconv.Itoa(attempt))
		if err = c.post(req); err == nil {
			return nil
		}
	}
	return err
}

// Made once when none is given: nobody knows.
func (c *Client) Default(raw []byte, key string) error {
	return retry(func() error {
		if key == "" {
			key = uuid.NewString()
		}
		return c.send(raw, key)
	})
}

// The inner layer keeps the key, the outer one does not.
func (c *Client) keeping(raw []byte) error {
	key := uuid.New().String()
	return retry(func() error { return c.send2(raw, key) })
}

func (c *Client) send2(raw []byte, key string) error {
	req, err := http.NewRequest(http.MethodPost, c.url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", key)
	resp, err := c.http.Do(req) // want `idempotency key is made anew in every attempt \(uuid.New at key.go:\d+\): POST repeated up to 2 times, by the retry in \(\*Client\).Twice \(key.go:\d+\); it survives only the attempts in \(\*Client\).keeping`
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *Client) Twice(raw []byte) error {
	var err error
	for i := 0; i < 2; i++ {
		if err = c.keeping(raw); err == nil {
			return nil
		}
	}
	return err
}
