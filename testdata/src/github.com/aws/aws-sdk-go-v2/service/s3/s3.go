// Package s3 stands for the package of this import path.
package s3

import "context"

// Options configure a client.
type Options struct {
	RetryMaxAttempts int
	Retryer          Retryer
	UsePathStyle     bool
	BaseEndpoint     *string
}

// A Retryer decides what is repeated.
type Retryer interface{ MaxAttempts() int }

// A Client calls the service.
type Client struct{ options Options }

// New returns a client.
func New(options Options, fns ...func(*Options)) *Client {
	for _, fn := range fns {
		fn(&options)
	}
	return &Client{options}
}

// ListBucketsInput and ListBucketsOutput are what is sent and answered.
type (
	ListBucketsInput  struct{}
	ListBucketsOutput struct{}
)

// ListBuckets sends a request.
func (c *Client) ListBuckets(ctx context.Context, in *ListBucketsInput, fns ...func(*Options)) (*ListBucketsOutput, error) {
	return nil, nil
}
