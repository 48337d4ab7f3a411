// Package grpc_retry stands for the library.
package grpc_retry

import (
	"context"

	"google.golang.org/grpc"
)

// A CallOption sets something.
type CallOption struct {
	grpc.CallOption
	most uint
}

// WithMax sets the number of attempts.
func WithMax(most uint) CallOption { return CallOption{most: most} }

// UnaryClientInterceptor repeats calls.
func UnaryClientInterceptor(opts ...CallOption) grpc.UnaryClientInterceptor {
	return func(ctx context.Context, method string, req, reply any, cc *grpc.ClientConn, invoker grpc.UnaryInvoker, callOpts ...grpc.CallOption) error {
		return invoker(ctx, method, req, reply, cc, callOpts...)
	}
}
