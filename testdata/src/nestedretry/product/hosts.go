package product

import "net/http"

// Three requests to each host until one answers: the hosts multiply them.
func anyHost(hosts []string) error {
	var err error
	for _, host := range hosts {
		if err = threeTimes(host); err == nil { // want `up to 3 x hosts calls of \(\*http.Client\).Get per request: hosts attempts here x 3 in threeTimes \(hosts.go:\d+\)$`
			return nil
		}
	}
	return err
}

func threeTimes(host string) error {
	var err error
	for range 3 {
		var resp *http.Response
		if resp, err = http.DefaultClient.Get("http://" + host); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// A list that is written down has a length.
func twoMirrors() error {
	var err error
	for range 4 {
		if err = mirrored(); err == nil { // want `up to 8 calls of \(\*http.Client\).Get per request: 4 attempts here x 2 in mirrored \(hosts.go:\d+\)$`
			return nil
		}
	}
	return err
}

func mirrored() error {
	var err error
	for _, host := range []string{"http://one", "http://two"} {
		var resp *http.Response
		if resp, err = http.DefaultClient.Get(host); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}
