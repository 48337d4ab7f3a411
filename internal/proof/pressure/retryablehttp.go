package pressure

import (
	"context"
	"net/http"

	"github.com/hashicorp/go-retryablehttp"
)

func Retryablehttp(ctx context.Context, c *http.Client) error {
	client := retryablehttp.NewClient()
	client.HTTPClient, client.Logger = c, nil
	req, err := retryablehttp.NewRequestWithContext(ctx, http.MethodGet, service, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
