// Package s3 stands for the package of this import path.
package s3

// Options configure a client.
type Options struct{ RetryMaxAttempts int }

// A Client calls the service.
type Client struct{ options Options }

// New returns a client.
func New(options Options, fns ...func(*Options)) *Client {
	for _, fn := range fns {
		fn(&options)
	}
	return &Client{options}
}
