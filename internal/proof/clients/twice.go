// Package clients calls services through clients that repeat requests, or not.
// Each function calls twice if the first call fails, so that what the client
// does is the layer below.
package clients

import "net/http"

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

const service = "http://service.example"

// failed is an answer that says that it failed.
type failed struct{ status int }

func (f failed) Error() string { return http.StatusText(f.status) }

// closed takes an answer that a client gives without an error.
func closed(resp *http.Response, err error) error {
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return failed{resp.StatusCode}
	}
	return nil
}
