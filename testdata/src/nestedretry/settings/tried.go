package settings

import "net/http"

// A Sender sends as often as whoever makes it says: its tests say once.
type Sender struct{ Tries int }

func (s *Sender) send(url string) error {
	var err error
	for i := 0; i < s.Tries; i++ {
		var resp *http.Response
		if resp, err = http.Get(url); err == nil {
			return resp.Body.Close()
		}
	}
	return err
}

// Deliver sends twice.
func (s *Sender) Deliver(url string) error {
	var err error
	for range 2 {
		if err = s.send(url); err == nil { // want `up to 2 x Tries calls of http.Get per request: 2 attempts here x Tries in \(\*Sender\).send`
			return nil
		}
	}
	return err
}
