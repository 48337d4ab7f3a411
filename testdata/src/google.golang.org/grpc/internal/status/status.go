// Package status stands for the package of this import path.
package status

import "google.golang.org/grpc/codes"

// A Status is an error's code and message.
type Status struct{ code codes.Code }

// Code returns the status code.
func (s *Status) Code() codes.Code {
	if s == nil {
		return codes.OK
	}
	return s.code
}
