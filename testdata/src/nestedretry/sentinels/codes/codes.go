// Package codes names the failures of a protocol.
package codes

import "errors"

// ErrConcurrent says that a transaction is still being ended.
var ErrConcurrent = errors.New("concurrent transactions")
