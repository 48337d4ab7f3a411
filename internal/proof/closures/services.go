package closures

import (
	"context"
	"net/http"
	"time"

	"github.com/ThreeDotsLabs/watermill/message"
	"github.com/ThreeDotsLabs/watermill/message/router/middleware"
	"github.com/googleapis/gax-go/v2"
	terraform "github.com/hashicorp/terraform-plugin-sdk/v2/helper/retry"
	"github.com/ory/dockertest/v3"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

func Terraform(ctx context.Context, op func() error) error {
	return terraform.RetryContext(ctx, 2*time.Minute, func() *terraform.RetryError {
		if err := op(); err != nil {
			return terraform.RetryableError(err)
		}
		return nil
	})
}

func Dockertest(op func() error) error {
	pool := &dockertest.Pool{}
	return pool.Retry(op)
}

func DockertestWait(op func() error) error {
	pool := &dockertest.Pool{MaxWait: 5 * time.Minute}
	return pool.Retry(op)
}

func Watermill(op func() error) error {
	h := middleware.Retry{MaxRetries: 3, InitialInterval: time.Second, Multiplier: 2}.Middleware(
		func(*message.Message) ([]*message.Message, error) { return nil, op() })
	_, err := h(message.NewMessage("id", nil))
	return err
}

func WatermillOnce(op func() error) error {
	h := middleware.Retry{InitialInterval: time.Second}.Middleware(
		func(*message.Message) ([]*message.Message, error) { return nil, op() })
	_, err := h(message.NewMessage("id", nil))
	return err
}

func Gax(ctx context.Context, op func() error) error {
	return gax.Invoke(ctx, func(context.Context, gax.CallSettings) error { return op() })
}

func GaxCodes(ctx context.Context, op func() error) error {
	call := func(context.Context, gax.CallSettings) error {
		if op() != nil {
			return status.Error(codes.Unavailable, http.StatusText(http.StatusServiceUnavailable))
		}
		return nil
	}
	return gax.Invoke(ctx, call, gax.WithRetry(func() gax.Retryer {
		return gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{Initial: time.Second, Max: time.Minute, Multiplier: 2})
	}))
}

func GaxTimeout(ctx context.Context, op func() error) error {
	call := func(context.Context, gax.CallSettings) error {
		if op() != nil {
			return status.Error(codes.Unavailable, http.StatusText(http.StatusServiceUnavailable))
		}
		return nil
	}
	return gax.Invoke(ctx, call, gax.WithTimeout(time.Minute), gax.WithRetry(func() gax.Retryer {
		return gax.OnCodes([]codes.Code{codes.Unavailable}, gax.Backoff{Initial: time.Second, Max: time.Second, Multiplier: 1})
	}))
}
