package helpers

import (
	"log"
	"net/http"
	"time"
)

func untilGood(op func() error) error {
	var err error
	for range 3 { // region: retry attempts=3
		if err = op(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// maybeLogged hands on what it is handed, or a function around it.
func maybeLogged(op func() error, note func()) error {
	wrapped := op
	if note != nil {
		wrapped = func() error {
			note()
			return op()
		}
	}
	return untilGood(wrapped) // region: retry attempts=3
}

func ping() error {
	resp, err := http.Get("http://localhost/ping")
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

func pinged() error {
	return maybeLogged(ping, nil) // region: retry attempts=3
}

func pingedAloud() error {
	return maybeLogged(ping, func() { log.Println("ping") }) // region: retry attempts=3
}

// always hands on a function around it.
func always(op func() error) error {
	return untilGood(func() error { // region: retry attempts=3
		log.Println("now")
		return op()
	})
}

func pingedAlways() error {
	return always(ping) // region: retry attempts=3
}
