// Package likely repeats what only looks as if it wrote.
package likely

import (
	"context"
	"os/exec"

	"google.golang.org/grpc"
	v1 "k8s.io/client-go/kubernetes/typed/core/v1"
)

type Order struct{ Item string }
type Payment struct {
	Amount    int64
	RequestId string
}
type Reply struct{}

type ShopClient interface {
	CreateOrder(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Reply, error)
	GetOrder(ctx context.Context, in *Order, opts ...grpc.CallOption) (*Reply, error)
	Pay(ctx context.Context, in *Payment, opts ...grpc.CallOption) (*Reply, error)
}

func retry(op func() error) error {
	var err error
	for i := 0; i < 3; i++ {
		if err = op(); err == nil {
			return nil
		}
	}
	return err
}

func Create(ctx context.Context, c ShopClient, item string) error {
	return retry(func() error {
		_, err := c.CreateOrder(ctx, &Order{Item: item}) // want `rpc \(\(likely.ShopClient\).CreateOrder\) repeated up to 3 times without an idempotency key`
		return err
	})
}

func Get(ctx context.Context, c ShopClient, item string) error {
	return retry(func() error {
		_, err := c.GetOrder(ctx, &Order{Item: item})
		return err
	})
}

func Pay(ctx context.Context, c ShopClient, id string) error {
	return retry(func() error {
		_, err := c.Pay(ctx, &Payment{Amount: 1, RequestId: id})
		return err
	})
}

func Pod(ctx context.Context, pods v1.PodInterface, pod *v1.Pod) error {
	return retry(func() error {
		_, err := pods.Create(ctx, pod) // want `create \(.*\) repeated up to 3 times without an idempotency key`
		return err
	})
}

func Command(name string) error {
	return retry(func() error { return exec.Command(name, "apply").Run() }) // want `exec \(\(\*exec.Cmd\).Run\) repeated up to 3 times`
}
