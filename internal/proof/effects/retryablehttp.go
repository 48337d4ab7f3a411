package effects

import (
	"net/http"
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func Retryablehttp(c *http.Client, url string) error {
	client := retryablehttp.NewClient()
	client.HTTPClient, client.Logger = c, nil
	client.RetryWaitMin, client.RetryWaitMax = time.Millisecond, 2*time.Millisecond
	client.RetryMax = 2
	resp, err := client.Post(url, "text/plain", []byte("order"))
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
