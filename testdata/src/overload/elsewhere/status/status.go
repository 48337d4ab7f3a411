// Package status says which failures pass.
package status

import (
	"errors"
	"fmt"
	"net/http"
)

// An Error carries the status of an answer.
type Error struct{ Code int }

func (e *Error) Error() string { return fmt.Sprint(e.Code) }

// Passes lets overload through.
func Passes(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == http.StatusTooManyRequests || e.Code >= 500)
}

// Faulty lets errors of the client through, and ends with those of the server.
func Faulty(err error) bool {
	var e *Error
	if errors.As(err, &e) {
		return e.Code < 500
	}
	return false
}

// Broken lets through what the server could not do.
func Broken(err error) bool {
	var e *Error
	return errors.As(err, &e) && (e.Code == 500 || e.Code == 502 || e.Code == 504)
}
