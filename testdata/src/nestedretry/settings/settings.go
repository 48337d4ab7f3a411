// Package settings has layers whose number is read at run time.
package settings

import "net/http"

type client struct{ maxRetries int }

// get makes one attempt more than the setting says.
func (c *client) get() (err error) {
	for i := 0; i <= c.maxRetries; i++ {
		var resp *http.Response
		if resp, err = http.Get("http://one"); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

func twice(c *client) (err error) {
	for range 2 {
		if err = c.get(); err == nil { // want `up to 2 x \(.*maxRetries\+1\) calls of http.Get per request: 2 attempts here x \(.*maxRetries\+1\) in \(\*client\).get`
			return nil
		}
	}
	return err
}
