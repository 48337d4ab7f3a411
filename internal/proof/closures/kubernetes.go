package closures

import (
	"context"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/wait"
	"k8s.io/client-go/util/retry"
)

func KubernetesOnError(op func() error) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, op)
}

func KubernetesConflict(op func() error) error {
	return retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if err := op(); err != nil {
			return apierrors.NewConflict(schema.GroupResource{Resource: "pods"}, "p", err)
		}
		return nil
	})
}

func KubernetesOwn(op func() error) error {
	return retry.OnError(wait.Backoff{Steps: 7, Duration: time.Second}, func(error) bool { return true }, op)
}

func WaitSteps(op func() error) error {
	return wait.ExponentialBackoff(wait.Backoff{Steps: 4, Duration: time.Second}, func() (bool, error) { return op() == nil, nil })
}

func WaitCap(op func() error) error {
	b := wait.Backoff{Steps: 10, Duration: time.Second, Factor: 2, Cap: 4 * time.Second}
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func WaitCapJitter(op func() error) error {
	b := wait.Backoff{Steps: 10, Duration: time.Second, Factor: 2, Jitter: 0.5, Cap: 4 * time.Second}
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func WaitCapFar(op func() error) error {
	b := wait.Backoff{Steps: 3, Duration: time.Second, Factor: 2, Cap: time.Hour}
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func WaitCapBelow(op func() error) error {
	b := wait.Backoff{Steps: 10, Duration: 5 * time.Second, Factor: 2, Cap: 4 * time.Second}
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func WaitCapBelowOne(op func() error) error {
	b := wait.Backoff{Steps: 4, Duration: 5 * time.Second, Factor: 1, Cap: 4 * time.Second}
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func WaitCapBelowHalf(op func() error) error {
	b := wait.Backoff{Steps: 4, Duration: 5 * time.Second, Factor: 0.5, Cap: 4 * time.Second}
	return wait.ExponentialBackoff(b, func() (bool, error) { return op() == nil, nil })
}

func WaitFactor(ctx context.Context, op func() error) error {
	b := wait.Backoff{Steps: 9, Duration: 2 * time.Second, Factor: 1.5, Cap: 7 * time.Second}
	return wait.ExponentialBackoffWithContext(ctx, b, func(context.Context) (bool, error) { return op() == nil, nil })
}

func WaitPoll(ctx context.Context, op func() error) error {
	return wait.PollUntilContextTimeout(ctx, time.Second, 30*time.Second, true, func(context.Context) (bool, error) { return op() == nil, nil })
}

func WaitPollCancel(ctx context.Context, op func() error) error {
	return wait.PollUntilContextCancel(ctx, time.Second, true, func(context.Context) (bool, error) { return op() == nil, nil })
}

func WaitPollOld(op func() error) error {
	return wait.Poll(time.Second, 30*time.Second, func() (bool, error) { return op() == nil, nil })
}

func WaitPollInfinite(op func() error) error {
	return wait.PollInfinite(time.Second, func() (bool, error) { return op() == nil, nil })
}

// WaitUntil goes on whatever comes of the operation.
func WaitUntil(ctx context.Context, op func() error) (err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	wait.UntilWithContext(ctx, func(context.Context) {
		if err = op(); err == nil {
			cancel()
		}
	}, time.Second)
	return err
}
