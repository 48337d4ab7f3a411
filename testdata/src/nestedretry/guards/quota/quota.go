// Package quota says by the context that somebody above retries already.
package quota

import "context"

type ownedKey struct{}

// Own returns a context whose owner retries.
func Own(ctx context.Context) context.Context {
	return context.WithValue(ctx, ownedKey{}, true)
}

// Owned reports whether somebody above retries.
func Owned(ctx context.Context) bool {
	owned, _ := ctx.Value(ownedKey{}).(bool)
	return owned
}
