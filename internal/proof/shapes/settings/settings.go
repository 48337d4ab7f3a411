// Package settings holds what others configure their clients with.
package settings

import (
	"context"
	"flag"
	"net/http"
	"os"
	"strconv"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/avast/retry-go/v4"
	"github.com/aws/aws-sdk-go-v2/aws"
	awsretry "github.com/aws/aws-sdk-go-v2/aws/retry"
	"github.com/aws/aws-sdk-go-v2/credentials"
	"github.com/cenkalti/backoff/v4"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
	"github.com/go-resty/resty/v2"
	"github.com/minio/minio-go/v7"
	miniocredentials "github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/openai/openai-go/v3/option"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
)

const (
	Retries  = 2
	Forever  = 0
	NoRetry  = -1
	interval = time.Second
)

// Default can be changed.
var Default = 3

var Flag = flag.Int("retries", 3, "how often to retry")

func Env() int {
	n, err := strconv.Atoi(os.Getenv("PROOF_RETRIES"))
	if err != nil {
		return 3
	}
	return n
}

type HTTP struct {
	Retries int
	Wait    time.Duration
}

func Options() []retry.Option {
	return []retry.Option{retry.Attempts(4), retry.Delay(interval), retry.LastErrorOnly(true)}
}

func Policy() backoff.BackOff {
	return backoff.WithMaxRetries(backoff.NewExponentialBackOff(), 3)
}

type Retry struct {
	Max  uint64
	Wait time.Duration
}

func (r Retry) Policy(ctx context.Context) backoff.BackOff {
	return backoff.WithContext(backoff.WithMaxRetries(backoff.NewConstantBackOff(r.Wait), r.Max), ctx)
}

var Backoff = wait.Backoff{Steps: 5, Duration: interval, Factor: 2, Jitter: 0.1}

func AWS(c *http.Client) aws.Config {
	return aws.Config{Region: "us-east-1", HTTPClient: c, Credentials: credentials.NewStaticCredentialsProvider("a", "b", ""), RetryMaxAttempts: 2 + Retries}
}

func Retryer() aws.Retryer {
	return awsretry.AddWithMaxAttempts(awsretry.NewStandard(), 5)
}

func Azure(c *http.Client, retries int32) *blob.ClientOptions {
	return &blob.ClientOptions{ClientOptions: azcore.ClientOptions{
		Transport: c,
		Retry:     policy.RetryOptions{MaxRetries: retries, RetryDelay: interval},
	}}
}

func OpenAI(c *http.Client, retries int) []option.RequestOption {
	opts := []option.RequestOption{option.WithAPIKey("k"), option.WithHTTPClient(c)}
	if retries > 0 {
		opts = append(opts, option.WithMaxRetries(retries))
	}
	return opts
}

var Resty = resty.New().SetRetryCount(3).SetRetryWaitTime(interval)

func Bounded(n uint64) sethvargo.Backoff {
	b := sethvargo.NewExponential(interval)
	b = sethvargo.WithCappedDuration(time.Minute, b)
	return sethvargo.WithMaxRetries(n, b)
}

var Failsafe = retrypolicy.NewBuilder[any]().WithMaxRetries(2).WithDelay(interval).Build()

func Minio(c *http.Client) *minio.Options {
	return &minio.Options{Creds: miniocredentials.NewStaticV4("a", "b", ""), Transport: c.Transport, Region: "us-east-1", MaxRetries: Retries}
}
