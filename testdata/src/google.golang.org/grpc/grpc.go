// Package grpc stands for the package of this import path.
package grpc

import "context"

// A ClientConn is a connection.
type ClientConn struct{}

// A CallOption configures a call.
type CallOption interface{ before() }

// A UnaryInvoker makes a call.
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

// A UnaryClientInterceptor wraps a call.
type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error
