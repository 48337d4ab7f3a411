// Package stale answers conflicts with what was read before.
package stale

import (
	"context"

	v1 "k8s.io/client-go/kubernetes/typed/core/v1"
	"k8s.io/client-go/util/retry"
)

func Label(ctx context.Context, pods v1.PodInterface, name string) error {
	pod, err := pods.Get(ctx, name)
	if err != nil {
		return err
	}
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod.Labels["seen"] = "yes"
		_, err := pods.Update(ctx, pod) // want `a conflict is answered by sending the same object again`
		return err
	})
}

func LabelFresh(ctx context.Context, pods v1.PodInterface, name string) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		pod, err := pods.Get(ctx, name)
		if err != nil {
			return err
		}
		pod.Labels["seen"] = "yes"
		_, err = pods.Update(ctx, pod)
		return err
	})
}

func LabelAgain(ctx context.Context, pods v1.PodInterface, pod *v1.Pod) error {
	return retry.RetryOnConflict(retry.DefaultRetry, func() error {
		_, err := pods.Update(ctx, pod)
		if err != nil {
			if fresh, err := pods.Get(ctx, pod.Name); err == nil {
				pod = fresh
			}
		}
		return err
	})
}

// A new name is made for each create.
func Create(ctx context.Context, pods v1.PodInterface, app string) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		_, err := pods.Create(ctx, &v1.Pod{ObjectMeta: v1.ObjectMeta{GenerateName: app + "-"}}) // want `create \(.*PodInterface.*\) repeated up to 5 times without an idempotency key`
		return err
	})
}

func CreateNamed(ctx context.Context, pods v1.PodInterface, app string) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		_, err := pods.Create(ctx, &v1.Pod{ObjectMeta: v1.ObjectMeta{Name: app}})
		return err
	})
}

func CreateGiven(ctx context.Context, pods v1.PodInterface, pod *v1.Pod) error {
	return retry.OnError(retry.DefaultRetry, func(error) bool { return true }, func() error {
		_, err := pods.Create(ctx, pod)
		return err
	})
}
