// Package transports puts what repeats requests under a client.
package transports

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/Azure/go-autorest/autorest"
	"github.com/PuerkitoBio/rehttp"
	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/failsafehttp"
	"github.com/go-kit/kit/endpoint"
	"github.com/go-kit/kit/sd"
	"github.com/go-kit/kit/sd/lb"
	"github.com/gofri/go-github-ratelimit/v2/github_ratelimit"
	"github.com/google/go-containerregistry/pkg/name"
	"github.com/google/go-containerregistry/pkg/v1/remote"
	"github.com/google/go-containerregistry/pkg/v1/remote/transport"
	"oras.land/oras-go/v2/registry/remote/retry"
)

const service = "http://service.example"

var errRefused = errors.New("refused")

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func get(client *http.Client) error {
	resp, err := client.Get(service)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 400 {
		return errRefused
	}
	return nil
}

func Rehttp(c *http.Client) error {
	rt := rehttp.NewTransport(c.Transport, rehttp.RetryAll(rehttp.RetryMaxRetries(3), rehttp.RetryStatuses(500)), rehttp.ConstDelay(time.Second))
	client := &http.Client{Transport: rt}
	return twice(func() error { return get(client) })
}

func RehttpOne(c *http.Client) error {
	client := &http.Client{Transport: rehttp.NewTransport(c.Transport, rehttp.RetryMaxRetries(2), rehttp.ExpJitterDelay(time.Second, time.Minute))}
	return twice(func() error { return get(client) })
}

func Oras(c *http.Client) error {
	client := &http.Client{Transport: retry.NewTransport(c.Transport)}
	return twice(func() error { return get(client) })
}

func Failsafe(c *http.Client) error {
	client := &http.Client{Transport: failsafehttp.NewRoundTripper(c.Transport, failsafehttp.NewRetryPolicyBuilder().WithDelay(time.Second).Build())}
	return twice(func() error { return get(client) })
}

func FailsafeMax(c *http.Client) error {
	policy := failsafehttp.NewRetryPolicyBuilder().WithBackoff(time.Second, 30*time.Second).WithMaxRetries(4).Build()
	client := &http.Client{Transport: failsafehttp.NewRoundTripper(c.Transport, policy)}
	return twice(func() error { return get(client) })
}

func FailsafeExecutor(c *http.Client) error {
	policy := failsafehttp.NewRetryPolicyBuilder().WithMaxRetries(5).Build()
	client := &http.Client{Transport: failsafehttp.NewRoundTripperWithExecutor(c.Transport, failsafe.With(policy))}
	return twice(func() error { return get(client) })
}

func Autorest(c *http.Client) error {
	return twice(func() error {
		req, err := http.NewRequest(http.MethodGet, service, nil)
		if err != nil {
			return err
		}
		resp, err := autorest.SendWithSender(c, req, autorest.DoRetryForStatusCodes(3, time.Second, 500))
		if err == nil && resp.StatusCode >= 400 {
			return errRefused
		}
		return err
	})
}

// GoKit wraps an endpoint; the balancer gives the same one each time.
func GoKit(ctx context.Context, op func() error) error {
	e := func(context.Context, any) (any, error) { return nil, op() }
	balanced := lb.Retry(3, time.Minute, lb.NewRoundRobin(sd.FixedEndpointer{endpoint.Endpoint(e)}))
	return twice(func() error {
		_, err := balanced(ctx, nil)
		return err
	})
}

func Registry(c *http.Client) error {
	client := &http.Client{Transport: transport.NewRetry(c.Transport, transport.WithRetryStatusCodes(503))}
	return twice(func() error { return get(client) })
}

func RegistryGet(c *http.Client) error {
	ref, err := name.ParseReference("service.example/image:tag")
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := remote.Get(ref, remote.WithTransport(c.Transport))
		return err
	})
}

func GitHubLimit(c *http.Client) error {
	client := github_ratelimit.NewClient(c.Transport)
	return twice(func() error { return get(client) })
}
