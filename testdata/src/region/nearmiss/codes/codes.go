// Package codes has a table of errors.
package codes

import "errors"

// ErrCanceled is returned for what was canceled.
var ErrCanceled = errors.New("canceled")

var table = map[string]error{"canceled": ErrCanceled}

// Error returns the error of the table with the same text.
func Error(err error) error {
	if known, ok := table[err.Error()]; ok {
		return known
	}
	return err
}
