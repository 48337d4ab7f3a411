// Package retryablehttp has the signatures of the library that the tests look
// up.
package retryablehttp

import "net/http"

type Client struct{ RetryMax int }

func (c *Client) Do(req *http.Request) (*http.Response, error) { return nil, nil }
