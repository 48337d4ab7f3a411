// Package codes stands for the package of this import path.
package codes

// A Code is a status code.
type Code uint32

// Some of the codes.
const (
	OK                Code = 0
	Canceled          Code = 1
	Unknown           Code = 2
	DeadlineExceeded  Code = 4
	NotFound          Code = 5
	ResourceExhausted Code = 8
	Aborted           Code = 10
	Unavailable       Code = 14
)
