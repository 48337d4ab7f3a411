package flight

import "net/http"

func ping(name string) error {
	resp, err := http.Get("http://" + name)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
