package measure

import (
	"testing"

	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
)

func TestRetryablehttp(t *testing.T) {
	const path = "github.com/hashicorp/go-retryablehttp"
	client := func() *retryablehttp.Client {
		c := retryablehttp.NewClient()
		c.Logger = nil
		c.RetryWaitMin, c.RetryWaitMax = 1, 1
		return c
	}
	count(t, "default", made(t, path, "NewClient"), func(n *counter) { _, _ = client().Get(n.server(t)) })
	count(t, "standard client", made(t, path, "NewClient").With(set(t, path, "Client.RetryMax", 2)), func(n *counter) {
		c := client()
		c.RetryMax = 2
		_, _ = c.StandardClient().Get(n.server(t))
	})
}

func TestResty(t *testing.T) {
	const path = "github.com/go-resty/resty/v2"
	failed := func(r *resty.Response, err error) bool { return r.StatusCode() >= 500 }
	count(t, "default", call(t, path, "Request.Get"), func(n *counter) { _, _ = resty.New().AddRetryCondition(failed).R().Get(n.server(t)) })
	count(t, "three", call(t, path, "Request.Get").With(set(t, path, "Client.SetRetryCount", 3)), func(n *counter) {
		_, _ = resty.New().SetRetryCount(3).SetRetryWaitTime(1).AddRetryCondition(failed).R().Get(n.server(t))
	})
	operation := func(n *counter) func() (*resty.Response, error) {
		return func() (*resty.Response, error) { return nil, n.err() }
	}
	count(t, "backoff", call(t, path, "Backoff"), func(n *counter) {
		_ = resty.Backoff(operation(n), resty.WaitTime(1), resty.MaxWaitTime(1))
	})
	count(t, "backoff two", call(t, path, "Backoff").With(set(t, path, "Retries", 2)), func(n *counter) {
		_ = resty.Backoff(operation(n), resty.Retries(2), resty.WaitTime(1), resty.MaxWaitTime(1))
	})
}
