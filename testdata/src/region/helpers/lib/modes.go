package lib

import (
	"context"
	"log"
	"time"
)

// A Mode says what to make of a failure.
type Mode int

// The modes.
const (
	Give Mode = iota
	Log
	Forever
)

// Following holds what a follower is told.
type Following struct {
	Name string
	Mode Mode
}

// Follow hands each event to handle. What becomes of one that fails depends on
// the mode.
func Follow(ctx context.Context, f *Following, next func() (string, error), handle func(string) error) error {
	for { // region: other|none
		event, err := next()
		if err != nil {
			return err
		}
		if err = handle(event); err == nil {
			continue
		}
		switch f.Mode {
		case Log:
			log.Println(f.Name, err)
		case Forever:
			if err = Retry(ctx, 1000, time.Second, func() error { // region: retry|none
				return handle(event)
			}); err != nil {
				return err
			}
		default:
			return err
		}
	}
}

// Maybe runs op again while it fails, if it is told so.
func Maybe(ctx context.Context, again bool, op func() error) error {
	if !again {
		return op()
	}
	return Retry(ctx, 4, time.Second, op) // region: retry|none
}

// MaybeOf is Maybe for what options say.
func MaybeOf(ctx context.Context, o Repeating, op func() error) error {
	return Maybe(ctx, o.Again, op) // region: retry|none
}

// Repeating says whether to repeat.
type Repeating struct {
	Times int
	Again bool
}

// InMode runs op, once or until it succeeds.
func InMode(ctx context.Context, mode Mode, op func() error) error {
	if mode != Forever {
		return op()
	}
	for { // region: retry
		err := op()
		if err == nil {
			return nil
		}
		select {
		case <-time.After(time.Second):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}
