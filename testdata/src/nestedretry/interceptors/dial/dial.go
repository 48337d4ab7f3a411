// Package dial makes connections.
package dial

import (
	"context"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Retrying repeats calls of a server that is not available.
func Retrying(attempts int) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
		var err error
		for range attempts {
			err = invoker(ctx, method, req, reply, cc, opts...)
			if status.Code(err) != codes.Unavailable {
				return err
			}
			time.Sleep(time.Second)
		}
		return err
	}
}

// Counting counts calls.
func Counting(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, opts ...grpc.CallOption) error {
	calls[method]++
	return invoker(ctx, method, req, reply, cc, opts...)
}

var calls = map[string]int{}

// Conn returns a connection that repeats calls.
func Conn(target string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	opts = append([]grpc.DialOption{grpc.WithUserAgent("dial"), grpc.WithChainUnaryInterceptor(Counting, Retrying(4))}, opts...)
	return grpc.NewClient(target, opts...)
}
