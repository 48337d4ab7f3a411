// Package shapes uses clients and policies that other packages configure, as
// programs do.
package shapes

import (
	"context"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/blob"
	"github.com/avast/retry-go/v4"
	"github.com/cenkalti/backoff/v4"
	"github.com/failsafe-go/failsafe-go"
	"github.com/minio/minio-go/v7"
	"github.com/openai/openai-go/v3"
	sethvargo "github.com/sethvargo/go-retry"
	"k8s.io/apimachinery/pkg/util/wait"
	kretry "k8s.io/client-go/util/retry"

	"github.com/retryvet/retryvet/internal/proof/shapes/fetch"
	"github.com/retryvet/retryvet/internal/proof/shapes/settings"
)

const service = "http://service.example"

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func ClientInField(c *http.Client) error    { return twice(fetch.New(c).Get) }
func NumberIsConstant(c *http.Client) error { return twice(fetch.WithConstant(c).Get) }
func NumberIsVariable(c *http.Client) error { return twice(fetch.WithVariable(c).Get) }
func NumberIsFlag(c *http.Client) error     { return twice(fetch.WithFlag(c).Get) }
func NumberFromEnv(c *http.Client) error    { return twice(fetch.WithEnv(c).Get) }

func NumberInConfig(c *http.Client) error {
	return twice(fetch.FromConfig(c, settings.HTTP{Retries: 1, Wait: time.Second}).Get)
}

func ZeroInConfig(c *http.Client) error {
	return twice(fetch.FromConfig(c, settings.HTTP{}).Get)
}

func SetIfPositive(c *http.Client) error {
	f := fetch.IfSet(c, settings.HTTP{Retries: 3})
	return twice(func() error { return f.Get() })
}

func NotSetIfZero(c *http.Client) error {
	f := fetch.IfSet(c, settings.HTTP{})
	return twice(func() error { return f.Get() })
}

func OptionsElsewhere(op func() error) error { return retry.Do(op, settings.Options()...) }

func OptionsAppended(op func() error) error {
	return retry.Do(op, append(settings.Options(), retry.Attempts(2))...)
}

func ZeroIsConstant(op func() error) error {
	return retry.Do(op, retry.Attempts(settings.Forever), retry.MaxDelay(time.Minute))
}

func ConvertedNumber(op func() error) error {
	cfg := settings.HTTP{Retries: 6}
	return retry.Do(op, retry.Attempts(uint(cfg.Retries)))
}

func PolicyElsewhere(op func() error) error { return backoff.Retry(op, settings.Policy()) }

func PolicyOfMethod(ctx context.Context, op func() error) error {
	r := settings.Retry{Max: 4, Wait: time.Second}
	return backoff.Retry(op, r.Policy(ctx))
}

func PolicyIsVariable(op func() error) error {
	return kretry.OnError(settings.Backoff, func(error) bool { return true }, op)
}

func PolicyIsCopied(op func() error) error {
	b := settings.Backoff
	b.Steps = 3
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func PolicyOfArgument(ctx context.Context, op func() error) error {
	return sethvargo.Do(ctx, settings.Bounded(3), func(context.Context) error { return sethvargo.RetryableError(op()) })
}

func PolicyIsBuilt(op func() error) error { return failsafe.With(settings.Failsafe).Run(op) }

func PolicyInField(ctx context.Context, op func() error) error { return fetch.NewLoop(4).Run(ctx, op) }

func ConfigElsewhere(c *http.Client) error {
	q := fetch.NewQueue(settings.AWS(c))
	return twice(func() error { return q.List(context.Background()) })
}

func RetryerElsewhere(c *http.Client) error {
	q := fetch.NewRetryingQueue(settings.AWS(c))
	return twice(func() error { return q.List(context.Background()) })
}

func OptionsOfArgument(c *http.Client) error {
	client, err := blob.NewClientWithNoCredential(service+"/c/b", settings.Azure(c, 1))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.GetProperties(context.Background(), nil)
		return err
	})
}

func OptionsOfNegative(c *http.Client) error {
	client, err := blob.NewClientWithNoCredential(service+"/c/b", settings.Azure(c, settings.NoRetry))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.GetProperties(context.Background(), nil)
		return err
	})
}

func OptionsIfPositive(c *http.Client) error {
	client := openai.NewClient(settings.OpenAI(c, 4)...)
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m")
		return err
	})
}

func OptionsIfZero(c *http.Client) error {
	client := openai.NewClient(settings.OpenAI(c, 0)...)
	return twice(func() error {
		_, err := client.Models.Get(context.Background(), "m")
		return err
	})
}

func ClientIsEmbedded(c *http.Client) error { return twice(fetch.NewAPI(c).Load) }

func ClientIsVariable(c *http.Client) error {
	settings.Resty.SetTransport(c.Transport)
	return twice(func() error {
		_, err := settings.Resty.R().Get(service)
		return err
	})
}

func OptionsFromHelper(c *http.Client) error {
	client, err := minio.New("service.example", settings.Minio(c))
	if err != nil {
		return err
	}
	return twice(func() error {
		_, err := client.StatObject(context.Background(), "bucket", "object", minio.StatObjectOptions{})
		return err
	})
}
