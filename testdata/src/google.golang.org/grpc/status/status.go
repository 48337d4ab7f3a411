// Package status stands for the package of this import path.
package status

import (
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/internal/status"
)

// A Status is an error's code and message.
type Status = status.Status

type carrier interface{ GRPCStatus() *Status }

// Code returns the code of an error, OK for nil.
func Code(err error) codes.Code {
	if err == nil {
		return codes.OK
	}
	if st, ok := FromError(err); ok {
		return st.Code()
	}
	return codes.Unknown
}

// FromError returns the status of an error.
func FromError(err error) (*Status, bool) {
	if c, ok := err.(carrier); ok {
		return c.GRPCStatus(), true
	}
	return nil, err == nil
}
