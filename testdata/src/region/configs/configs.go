// Package configs sets up clients that retry out of sight.
package configs

import (
	"net/http"

	"github.com/aws/aws-sdk-go-v2/service/s3"
	grpc_retry "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"github.com/hashicorp/go-retryablehttp"
	"google.golang.org/grpc"
)

func byDefault() *retryablehttp.Client {
	return retryablehttp.NewClient() // region: retry kind=client-config attempts=5 delay=exponential ctx=yes errors=predicate
}

func byField() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 7 // region: retry kind=client-config attempts=8 operation=go-retryablehttp.Client.RetryMax
	return c
}

func byLiteral() *retryablehttp.Client {
	return &retryablehttp.Client{
		HTTPClient: http.DefaultClient,
		RetryMax:   2, // region: retry kind=client-config attempts=3
	}
}

type settings struct{ Retries int }

func bySetting(s settings) *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = s.Retries // region: retry kind=client-config attempts=Retries+1
	return c
}

func byFunction(most int) *s3.Client {
	return s3.New(s3.Options{}, func(o *s3.Options) {
		if most > 0 {
			o.RetryMaxAttempts = most // region: retry kind=client-config attempts=most
		}
	})
}

func byInterceptor(target string) (*grpc.ClientConn, error) {
	return grpc.Dial(target, grpc.WithUnaryInterceptor(grpc_retry.UnaryClientInterceptor(
		grpc_retry.WithMax(3), // region: retry kind=client-config attempts=3
	)))
}

// Near misses: these make one attempt.

func turnedOff() *retryablehttp.Client {
	c := retryablehttp.NewClient()
	c.RetryMax = 0 // region: none
	return c
}

func notTurnedOn(target string) (*grpc.ClientConn, error) {
	return grpc.Dial(target, grpc.WithUnaryInterceptor(grpc_retry.UnaryClientInterceptor())) // region: none
}

// Other settings say nothing of attempts.
func elsewhere(c *retryablehttp.Client) {
	c.HTTPClient = http.DefaultClient // region: none
}

// balanced says how to choose among servers, and nothing of retries.
func balanced(target string) (*grpc.ClientConn, error) {
	return grpc.Dial(target, grpc.WithDefaultServiceConfig(`{"loadBalancingPolicy": "round_robin"}`)) // region: none
}

// byService has four attempts.
func byService(target string) (*grpc.ClientConn, error) {
	return grpc.Dial(target, grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": { // region: retry kind=client-config attempts=4
		"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`))
}
