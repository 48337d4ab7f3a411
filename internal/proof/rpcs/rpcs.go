// Package rpcs calls services through connections that repeat calls, or not.
// Each function calls twice if the first call fails, so that what the connection
// does is the layer below.
package rpcs

import (
	"context"
	"net"
	"time"

	"github.com/failsafe-go/failsafe-go/failsafegrpc"
	retryv1 "github.com/grpc-ecosystem/go-grpc-middleware/retry"
	"github.com/grpc-ecosystem/go-grpc-middleware/v2/interceptors/retry"
	clientv3 "go.etcd.io/etcd/client/v3"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/protobuf/types/known/emptypb"
)

const service = "passthrough:///service.example"

func twice(call func() error) (err error) {
	for range 2 {
		if err = call(); err == nil {
			return nil
		}
	}
	return err
}

func check(conn *grpc.ClientConn) error {
	return conn.Invoke(context.Background(), "/service/Method", &emptypb.Empty{}, &emptypb.Empty{})
}

type dialer = func(ctx context.Context, network, address string) (net.Conn, error)

func through(dial dialer) func(context.Context, string) (net.Conn, error) {
	return func(ctx context.Context, address string) (net.Conn, error) { return dial(ctx, "tcp", address) }
}

func Plain(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

const config = `{"methodConfig": [{"name": [{}], "retryPolicy": {
	"maxAttempts": 3, "initialBackoff": "1s", "maxBackoff": "10s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func ServiceConfig(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(config))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

// ServiceConfigMany asks for more attempts than there may be.
func ServiceConfigMany(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(`{"methodConfig": [{"name": [{}], "retryPolicy": {
			"maxAttempts": 9, "initialBackoff": "1s", "maxBackoff": "10s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

func ServiceConfigDisabled(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(config), grpc.WithDisableRetry())
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

func Middleware(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(4))))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

func MiddlewareDefault(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor()))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

func MiddlewareV1(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithChainUnaryInterceptor(retryv1.UnaryClientInterceptor(retryv1.WithMax(3), retryv1.WithBackoff(retryv1.BackoffExponential(time.Second)))))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

func Failsafe(dial dialer) error {
	policy := failsafegrpc.NewRetryPolicyBuilder[any]().WithMaxRetries(3).Build()
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(failsafegrpc.NewUnaryClientInterceptor(policy)))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}

func Etcd(dial dialer) error {
	client, err := clientv3.New(clientv3.Config{
		Endpoints: []string{"service.example:2379"}, DialOptions: []grpc.DialOption{grpc.WithContextDialer(through(dial))},
	})
	if err != nil {
		return err
	}
	defer client.Close()
	return twice(func() error {
		_, err := client.Get(context.Background(), "key")
		return err
	})
}

func EtcdMax(dial dialer) error {
	client, err := clientv3.New(clientv3.Config{
		Endpoints: []string{"service.example:2379"}, MaxUnaryRetries: 5, DialOptions: []grpc.DialOption{grpc.WithContextDialer(through(dial))},
	})
	if err != nil {
		return err
	}
	defer client.Close()
	return twice(func() error {
		_, err := client.Get(context.Background(), "key")
		return err
	})
}

// Codes repeats what the server is too busy for.
func Codes(dial dialer) error {
	conn, err := grpc.NewClient(service, grpc.WithContextDialer(through(dial)), grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithUnaryInterceptor(retry.UnaryClientInterceptor(retry.WithMax(2), retry.WithCodes(codes.Unavailable, codes.Internal))))
	if err != nil {
		return err
	}
	defer conn.Close()
	return twice(func() error { return check(conn) })
}
