package bottoms

import (
	"net/http"
	"strings"
	"time"

	"nestedretry/bottoms/port"
)

// patient is one port of many.
type patient struct{ url string }

func (p patient) Send(text string) (err error) {
	for range 3 {
		resp, sendErr := http.Post(p.url, "text/plain", strings.NewReader(text))
		if sendErr == nil {
			return resp.Body.Close()
		}
		err = sendErr
		time.Sleep(time.Second)
	}
	return err
}

var ports = map[string]port.Port{}

func open(name string) { ports[name] = patient{name} }

// forward is handed a port from elsewhere. That this package has one that
// retries does not say that it is this one.
func forward(p port.Port, text string) (err error) {
	for range 2 {
		if err = p.Send(text); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}
