// Package s3 stands for the package of this import path.
package s3

// Options configure a client.
type Options struct{ RetryMaxAttempts int }
