// Package retryablehttp stands for the library of that path: its API as far as
// the fixtures use it.
package retryablehttp

import "net/http"

// ErrorHandler makes the answer when all attempts are used up.
type ErrorHandler func(resp *http.Response, err error, numTries int) (*http.Response, error)

// Client repeats requests.
type Client struct {
	HTTPClient   *http.Client
	RetryMax     int
	ErrorHandler ErrorHandler
}

// NewClient makes a client with the default settings.
func NewClient() *Client { return &Client{HTTPClient: http.DefaultClient, RetryMax: 4} }

// Get makes a request.
func (c *Client) Get(url string) (*http.Response, error) { return c.HTTPClient.Get(url) }

// StandardClient makes a client of net/http that repeats requests.
func (c *Client) StandardClient() *http.Client { return &http.Client{} }
