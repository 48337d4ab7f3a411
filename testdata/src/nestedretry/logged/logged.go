// Package logged writes down what fails. What the log does about its own
// failures is nothing that somebody repeats.
package logged

import (
	"errors"
	"net/http"

	"region/delays/logs"
)

var errDown = errors.New("down")

func send(url string) error {
	resp, err := http.Get(url)
	if err != nil {
		logs.Infof("%s: %v", url, err)
		return err
	}
	return resp.Body.Close()
}

func twice(url string) error {
	for range 2 {
		if err := send(url); err == nil {
			return nil
		}
	}
	return errDown
}

// A Job keeps what went wrong.
type Job struct {
	url string
	err error
}

func (j *Job) run() {
	for range 3 {
		if j.err = send(j.url); j.err == nil {
			return
		}
	}
}

func (j *Job) done() error {
	j.run()
	return j.err
}

func again(j *Job) error {
	for range 2 {
		if err := j.done(); err == nil { // want `up to 6 calls of http.Get per request: 2 attempts here x 3 in \(\*Job\).run`
			return nil
		}
	}
	return errDown
}

func thrice(url string) error {
	for range 3 {
		if err := send(url); err == nil {
			return nil
		}
	}
	return errDown
}

// The lines that are logged are no attempts.
func often(url string) error {
	for range 2 {
		if err := thrice(url); err == nil { // want `up to 6 calls of http.Get per request: 2 attempts here x 3 in thrice`
			return nil
		}
	}
	return errDown
}
