// Package rueidis stands for the library of that path: its API as far as the
// fixtures use it.
package rueidis

import "context"

// RedisResult is an answer, or why there is none.
type RedisResult struct{ err error }

// Error says how it went.
func (r RedisResult) Error() error { return r.err }

// CommandClient sends commands.
type CommandClient interface {
	Do(ctx context.Context, cmd string) RedisResult
}

// Client is a CommandClient that can be closed.
type Client interface {
	CommandClient
	Close()
}
