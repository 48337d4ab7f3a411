package product

import "net/http"

// Three requests to each host until one answers: each host gets three.
func anyHost(hosts []string) error {
	var err error
	for _, host := range hosts {
		if err = threeTimes(host); err == nil {
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

// Each of the mirrors is asked four times.
func twoMirrors() error {
	var err error
	for range 4 {
		if err = mirrored(); err == nil {
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

// Two layers around the mirrors: what is asked of all of them counts.
func twoLayersOfMirrors() error {
	var err error
	for range 3 {
		if err = twoMirrors(); err == nil { // want `up to 24 calls of \(\*http.Client\).Get per request: 3 attempts here x 4 in twoMirrors \(hosts.go:\d+\) x 2 in mirrored \(hosts.go:\d+\)$`
			return nil
		}
	}
	return err
}
