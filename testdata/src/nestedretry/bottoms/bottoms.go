// Package bottoms has nests with more at their bottom than one operation.
package bottoms

import (
	"net/http"
	"os"
	"time"
)

// A recorder is called in passing, and nobody follows it to where it is made.
type recorder interface{ Record(event string) error }

type file struct{ path string }

func (f file) Record(event string) error { return os.WriteFile(f.path, []byte(event), 0o600) }

var recorders = map[string]recorder{}

func register(name string) { recorders[name] = file{name} }

type client struct {
	base  string
	notes recorder
}

func (c *client) once() error {
	if err := c.notes.Record("sent"); err != nil {
		return err
	}
	resp, err := http.Get(c.base)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func (c *client) send() (err error) {
	for range 3 {
		if err = c.once(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// The request is what the product is about: one finding, named after it and not
// after what may be behind the recorder.
func (c *client) deliver() (err error) {
	for range 4 {
		if err = c.send(); err == nil { // want `up to 12 calls of http.Get per request: 4 attempts here x 3 in \(\*client\).send`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// report repeats a call that leads nowhere that is known: it is named as it is
// written.
func report(r recorder) (err error) {
	for range 2 {
		if err = twice(r); err == nil { // want `up to 4 calls of \(bottoms.recorder\).Record per request: 2 attempts here x 2 in twice`
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func twice(r recorder) (err error) {
	for range 2 {
		if err = r.Record("report"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

type format interface{ Parse(raw []byte) error }

type plain struct{}

func (plain) Parse(raw []byte) error { return read(raw) }

type packed struct{}

func (packed) Parse(raw []byte) error { return read(raw) }

func read(raw []byte) error {
	_, err := os.ReadFile(string(raw))
	return err
}

// parse tries one format after the other: that is no layer.
func parse(raw []byte) (err error) {
	for _, f := range []format{plain{}, packed{}} {
		if err = f.Parse(raw); err == nil {
			return nil
		}
	}
	return err
}

func parsed(raw []byte) (err error) {
	for range 2 {
		if err = parse(raw); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
