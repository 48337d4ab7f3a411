// Package quiet has findings where nobody wants to hear of them.
package quiet

import "net/http"

func get() (err error) {
	for range 3 {
		var resp *http.Response
		if resp, err = http.Get("http://one"); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
