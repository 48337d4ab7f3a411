// Package fetch keeps clients in structs.
package fetch

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
	"github.com/go-resty/resty/v2"
	"github.com/hashicorp/go-retryablehttp"
	lestrrat "github.com/lestrrat-go/backoff/v2"

	"github.com/retryvet/retryvet/internal/proof/shapes/settings"
)

const service = "http://service.example"

type Fetcher struct {
	client *retryablehttp.Client
	name   string
}

func New(c *http.Client) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = 2
	return &Fetcher{client: client, name: "fetcher"}
}

func WithConstant(c *http.Client) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = settings.Retries
	return &Fetcher{client: client}
}

func WithVariable(c *http.Client) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = settings.Default
	return &Fetcher{client: client}
}

func WithFlag(c *http.Client) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = *settings.Flag
	return &Fetcher{client: client}
}

func WithEnv(c *http.Client) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = settings.Env()
	return &Fetcher{client: client}
}

func FromConfig(c *http.Client, cfg settings.HTTP) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	client.RetryMax = cfg.Retries
	return &Fetcher{client: client}
}

func IfSet(c *http.Client, cfg settings.HTTP) *Fetcher {
	client := retryablehttp.NewClient()
	client.HTTPClient = c
	if cfg.Retries > 0 {
		client.RetryMax = cfg.Retries
	}
	return &Fetcher{client: client}
}

func (f *Fetcher) Get() error {
	_, err := f.client.Get(service)
	return err
}

// API embeds a client.
type API struct{ *resty.Client }

func NewAPI(c *http.Client) *API {
	return &API{resty.NewWithClient(c).SetRetryCount(settings.Retries)}
}

func (a *API) Load() error {
	_, err := a.R().Get(service)
	return err
}

// Queue is what a service sends to.
type Queue interface {
	List(ctx context.Context) error
}

type queue struct{ client *sqs.Client }

func NewQueue(cfg aws.Config) Queue { return &queue{client: sqs.NewFromConfig(cfg)} }

func NewRetryingQueue(cfg aws.Config) Queue {
	return &queue{client: sqs.NewFromConfig(cfg, func(o *sqs.Options) { o.Retryer = settings.Retryer() })}
}

func (q *queue) List(ctx context.Context) error {
	_, err := q.client.ListQueues(ctx, &sqs.ListQueuesInput{})
	return err
}

// Loop keeps a policy.
type Loop struct{ policy lestrrat.Policy }

func NewLoop(retries int) *Loop {
	return &Loop{policy: lestrrat.Constant(lestrrat.WithInterval(1e9), lestrrat.WithMaxRetries(retries))}
}

func (l *Loop) Run(ctx context.Context, op func() error) (err error) {
	for c := l.policy.Start(ctx); lestrrat.Continue(c); {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}
