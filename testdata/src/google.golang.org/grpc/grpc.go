// Package grpc stands for the package of this import path.
package grpc

import (
	"context"
	"errors"
)

// A ClientConn is a connection.
type ClientConn struct {
	unary  []UnaryClientInterceptor
	target string
}

// A ClientConnInterface is what generated code calls.
type ClientConnInterface interface {
	Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error
}

// Invoke makes a call.
func (cc *ClientConn) Invoke(ctx context.Context, method string, args, reply any, opts ...CallOption) error {
	return errors.New("down")
}

// A DialOption configures a connection.
type DialOption interface{ apply(*ClientConn) }

type option func(*ClientConn)

func (o option) apply(cc *ClientConn) { o(cc) }

// NewClient returns a connection.
func NewClient(target string, opts ...DialOption) (*ClientConn, error) {
	cc := &ClientConn{target: target}
	for _, o := range opts {
		o.apply(cc)
	}
	return cc, nil
}

// Dial returns a connection.
func Dial(target string, opts ...DialOption) (*ClientConn, error) { return NewClient(target, opts...) }

// WithUnaryInterceptor puts an interceptor before all calls.
func WithUnaryInterceptor(f UnaryClientInterceptor) DialOption {
	return option(func(cc *ClientConn) { cc.unary = append(cc.unary, f) })
}

// WithChainUnaryInterceptor puts interceptors before all calls, the first one
// outermost.
func WithChainUnaryInterceptor(fs ...UnaryClientInterceptor) DialOption {
	return option(func(cc *ClientConn) { cc.unary = append(cc.unary, fs...) })
}

// WithUserAgent sets a name.
func WithUserAgent(name string) DialOption { return option(func(*ClientConn) {}) }

// WithDefaultServiceConfig sets a policy.
func WithDefaultServiceConfig(text string) DialOption { return option(func(*ClientConn) {}) }

// A CallOption configures a call.
type CallOption interface{ before() }

// A UnaryInvoker makes a call.
type UnaryInvoker func(ctx context.Context, method string, req, reply any, cc *ClientConn, opts ...CallOption) error

// A UnaryClientInterceptor wraps a call.
type UnaryClientInterceptor func(ctx context.Context, method string, req, reply any, cc *ClientConn, invoker UnaryInvoker, opts ...CallOption) error
