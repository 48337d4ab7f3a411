// Package retry stands for the package of this import path: its functions have
// the right types and do nothing.
package retry

import "k8s.io/apimachinery/pkg/util/wait"

// DefaultRetry and DefaultBackoff are policies.
var (
	DefaultRetry   = wait.Backoff{}
	DefaultBackoff = wait.Backoff{}
)

// OnError repeats a function on errors that retriable lets through.
func OnError(backoff wait.Backoff, retriable func(error) bool, fn func() error) error { return nil }

// RetryOnConflict repeats a function on conflicts.
func RetryOnConflict(backoff wait.Backoff, fn func() error) error { return nil }
