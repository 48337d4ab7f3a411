package grpc

import "context"

// ServerStream is the server's side of a stream.
type ServerStream interface {
	Context() context.Context
	SendMsg(m any) error
	RecvMsg(m any) error
}
