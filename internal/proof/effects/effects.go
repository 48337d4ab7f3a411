// Package effects sends what does something twice when it is sent twice. Each
// file holds one program; the test runs it against a server that carries out
// what it is sent and then answers that it failed.
package effects

import "errors"

var errFailed = errors.New("failed")
