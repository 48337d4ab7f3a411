// Package app wraps a client by embedding it, and has functions that are named
// like those of libraries.
package app

import retryablehttp "github.com/hashicorp/go-retryablehttp"

type Client struct{ *retryablehttp.Client }

func Retry(f func() error) error { return f() }
