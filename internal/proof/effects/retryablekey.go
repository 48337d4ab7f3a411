package effects

import (
	"net/http"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/go-retryablehttp"
)

func RetryableKey(c *http.Client, url string) error {
	client := retryablehttp.NewClient()
	client.HTTPClient, client.Logger = c, nil
	client.RetryWaitMin, client.RetryWaitMax = time.Millisecond, 2*time.Millisecond
	client.RetryMax = 2
	req, err := retryablehttp.NewRequest(http.MethodPost, url, []byte("order"))
	if err != nil {
		return err
	}
	req.Header.Set("Idempotency-Key", uuid.NewString())
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
