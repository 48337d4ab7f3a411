// Package body sends what an attempt uses up.
package body

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"os"
	"os/exec"
	"strings"
)

var client http.Client

func retry(op func() error) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func done(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A reader made outside.
func Reader(url, text string) error {
	r := strings.NewReader(text)
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, r)
		if err != nil {
			return err
		}
		return done(client.Do(req)) // want `request body is used up by the first attempt: attempts 2 and 3 send it empty`
	})
}

func ReaderInside(url, text string) error {
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, strings.NewReader(text))
		if err != nil {
			return err
		}
		return done(client.Do(req))
	})
}

func Rewound(url, text string) error {
	r := strings.NewReader(text)
	return retry(func() error {
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return err
		}
		req, err := http.NewRequest(http.MethodPut, url, r)
		if err != nil {
			return err
		}
		return done(client.Do(req))
	})
}

// A request made outside.
func Request(url string, raw []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		var resp *http.Response
		if resp, err = client.Do(req); err == nil { // want `request body is used up by the first attempt: attempt 2 sends it empty`
			return resp.Body.Close()
		}
	}
	return err
}

func NoBody(url string) error {
	req, err := http.NewRequest(http.MethodDelete, url, nil)
	if err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

func GetBody(url string, raw []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		if i > 0 {
			if req.Body, err = req.GetBody(); err != nil {
				return err
			}
		}
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

func Clone(url string, raw []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		var resp *http.Response
		if resp, err = client.Do(req.Clone(req.Context())); err == nil { // want `request body is used up by the first attempt`
			return resp.Body.Close()
		}
	}
	return err
}

func renew(req *http.Request) error {
	b, err := req.GetBody()
	if err != nil {
		return err
	}
	req.Body = b
	return nil
}

func Renewed(url string, raw []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	for i := 0; i < 2; i++ {
		if err = renew(req); err != nil {
			return err
		}
		var resp *http.Response
		if resp, err = client.Do(req); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// The helper does not know that its callers hand over a body.
func send(req *http.Request) error {
	return retry(func() error { return done(client.Do(req)) }) // want `request body is used up by the first attempt`
}

func File(url, name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	req, err := http.NewRequest(http.MethodPut, url, f)
	if err != nil {
		return err
	}
	return send(req)
}

// Only requests without a body come here.
func sendEmpty(req *http.Request) error {
	return retry(func() error { return done(client.Do(req)) })
}

func Get(url string) error {
	req, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	return sendEmpty(req)
}

// A round tripper is handed requests of all kinds.
type again struct{ next http.RoundTripper }

func (a again) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := a.next.RoundTrip(req)
	if err != nil {
		return a.next.RoundTrip(req) // want `request body is used up by the first attempt: attempt 2 sends it empty`
	}
	return resp, nil
}

type careful struct{ next http.RoundTripper }

func (c careful) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := c.next.RoundTrip(req)
	if err != nil && req.Body == nil {
		return c.next.RoundTrip(req)
	}
	return resp, err
}

// A command runs once.
func Command(name string) error {
	cmd := exec.Command(name)
	return retry(func() error { return cmd.Run() }) // want `command is used up by the first attempt: attempts 2 and 3 fail at once`
}

func CommandInside(name string) error {
	return retry(func() error { return exec.Command(name).Run() })
}

// What a handler is sent can be read once.
func Handler(w http.ResponseWriter, in *http.Request) {
	for i := 0; i < 3; i++ {
		req, err := http.NewRequest(http.MethodPut, "http://localhost/", in.Body)
		if err != nil {
			return
		}
		if resp, err := client.Do(req); err == nil { // want `request body is used up by the first attempt: attempts 2 and 3 send it empty`
			resp.Body.Close()
			return
		}
	}
}

func Stream(url string, r io.Reader) error {
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, r)
		if err != nil {
			return err
		}
		return done(client.Do(req)) // want `request body is used up by the first attempt`
	})
}

func Bytes(url string, r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
		if err != nil {
			return err
		}
		return done(client.Do(req))
	})
}

// Each round of the recursion makes a reader.
func Recursion(url string, raw []byte, n int) error {
	req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(raw))
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		if n < 3 {
			return Recursion(url, raw, n+1)
		}
		return err
	}
	return resp.Body.Close()
}

// A reader that is nil when there is nothing to send, and a buffer that is
// filled in each attempt.
func Filled(url, text string) error {
	var buf bytes.Buffer
	return retry(func() error {
		buf.Reset()
		buf.WriteString(text)
		req, err := http.NewRequest(http.MethodPut, url, &buf)
		if err != nil {
			return err
		}
		return done(client.Do(req))
	})
}

// A reading transport repeats requests without a body only.
type reading struct{ next http.RoundTripper }

func (t *reading) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return t.next.RoundTrip(req)
	}
	for range 3 {
		if resp, err = t.next.RoundTrip(req); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

type repeating struct {
	next http.RoundTripper
	do   func(func() error) error
}

func (t *repeating) RoundTrip(req *http.Request) (resp *http.Response, err error) {
	if req.Method != http.MethodGet {
		return t.next.RoundTrip(req)
	}
	err = t.thrice(func() error {
		resp, err = t.next.RoundTrip(req)
		return err
	})
	return resp, err
}

func (t *repeating) thrice(try func() error) (err error) {
	for range 3 {
		if err = try(); err == nil {
			return nil
		}
	}
	return err
}

// A reader in a struct is the same reader.
func Wrapped(url string, raw []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, struct{ *bytes.Buffer }{bytes.NewBuffer(raw)})
	if err != nil {
		return err
	}
	return retry(func() error { return done(client.Do(req)) }) // want `request body is used up by the first attempt: attempts 2 and 3 send it empty`
}

// A struct with a method of its own may do anything.
type rewinding struct{ *bytes.Reader }

func (r rewinding) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if err == io.EOF {
		r.Reader.Seek(0, io.SeekStart)
	}
	return n, err
}

func Rewinding(url string, raw []byte) error {
	req, err := http.NewRequest(http.MethodPut, url, rewinding{bytes.NewReader(raw)})
	if err != nil {
		return err
	}
	return retry(func() error { return done(client.Do(req)) })
}

func Limited(url, text string) error {
	r := io.LimitReader(strings.NewReader(text), 100)
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, r)
		if err != nil {
			return err
		}
		return done(client.Do(req)) // want `request body is used up by the first attempt`
	})
}

// A form that is written once.
func Form(url, name string) error {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	if err := w.WriteField("name", name); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, &buf)
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", w.FormDataContentType())
		return done(client.Do(req)) // want `request body is used up by the first attempt`
	})
}

func FormBytes(url, name string) error {
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	if err := w.WriteField("name", name); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return retry(func() error {
		req, err := http.NewRequest(http.MethodPut, url, bytes.NewReader(buf.Bytes()))
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", w.FormDataContentType())
		return done(client.Do(req))
	})
}

func FormInside(url, name string) error {
	return retry(func() error {
		var buf bytes.Buffer
		w := multipart.NewWriter(&buf)
		if err := w.WriteField("name", name); err != nil {
			return err
		}
		if err := w.Close(); err != nil {
			return err
		}
		req, err := http.NewRequest(http.MethodPut, url, &buf)
		if err != nil {
			return err
		}
		req.Header.Set("Content-Type", w.FormDataContentType())
		return done(client.Do(req))
	})
}
