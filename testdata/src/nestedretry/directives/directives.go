// Package directives has findings that someone allowed.
package directives

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

func onTheLoop() (err error) {
	//retryvet:allow nestedretry the proxy in between is off in production
	for range 3 {
		if err = get(); err == nil {
			return nil
		}
	}
	return err
}

// onTheDeclaration is allowed as a whole.
//
//retryvet:allow nestedretry called by hand only
func onTheDeclaration() (err error) {
	for range 3 {
		if err = get(); err == nil {
			return nil
		}
	}
	return err
}

func onTheLine() (err error) {
	for range 3 {
		if err = get(); err == nil { //retryvet:allow nestedretry called by hand only
			return nil
		}
	}
	return err
}

func withoutReason() (err error) {
	//retryvet:allow nestedretry // want `retryvet:allow nestedretry gives no reason`
	for range 3 {
		if err = get(); err == nil {
			return nil
		}
	}
	return err
}

//retryvet:allow nestedretry it was so once // want `retryvet:allow nestedretry silences nothing`
func repaired() error {
	return get()
}
