package known

import "github.com/retryvet/retryvet/internal/errclass"

// HTTPStatus returns the class of a response with this status; false for a
// status that is no failure.
func HTTPStatus(code int64) (errclass.Class, bool) {
	switch code {
	case 401, 403, 407, 451:
		return errclass.Permission, true
	case 404, 410:
		return errclass.NotFound, true
	case 408, 504:
		return errclass.Timeout, true
	case 409, 412, 423:
		return errclass.Conflict, true
	case 425, 429, 503, 529:
		return errclass.Overload, true
	case 499:
		return errclass.Canceled, true
	case 501, 505:
		return errclass.Validation, true // the server will never do it
	}
	switch {
	case 400 <= code && code < 500:
		return errclass.Validation, true
	case 500 <= code && code < 600:
		return errclass.Server, true
	}
	return errclass.Other, false
}

// GRPCCode returns the class of an RPC that ends with this code; false for
// codes.OK and for numbers that are no code.
func GRPCCode(code int64) (errclass.Class, bool) {
	if code < 1 || code >= int64(len(grpcCodes)) {
		return errclass.Other, false
	}
	return grpcCodes[code], true
}

// LastCode is the largest gRPC code.
const LastCode = 16

// CodeName returns the name of a gRPC code, as package codes spells it.
func CodeName(code int64) string {
	if code < 0 || code >= int64(len(codeNames)) {
		return ""
	}
	return codeNames[code]
}

var codeNames = [...]string{
	"OK", "Canceled", "Unknown", "InvalidArgument", "DeadlineExceeded", "NotFound", "AlreadyExists", "PermissionDenied", "ResourceExhausted",
	"FailedPrecondition", "Aborted", "OutOfRange", "Unimplemented", "Internal", "Unavailable", "DataLoss", "Unauthenticated",
}

// grpcCodes is in the order of package codes.
var grpcCodes = [...]errclass.Class{
	1:  errclass.Canceled,
	2:  errclass.Server,     // Unknown
	3:  errclass.Validation, // InvalidArgument
	4:  errclass.Timeout,    // DeadlineExceeded
	5:  errclass.NotFound,
	6:  errclass.Conflict, // AlreadyExists
	7:  errclass.Permission,
	8:  errclass.Overload,   // ResourceExhausted
	9:  errclass.Validation, // FailedPrecondition
	10: errclass.Conflict,   // Aborted
	11: errclass.Validation, // OutOfRange
	12: errclass.Validation, // Unimplemented
	13: errclass.Server,     // Internal
	14: errclass.Overload,   // Unavailable: a server that sheds load, or none at all
	15: errclass.Server,     // DataLoss
	16: errclass.Permission, // Unauthenticated
}
