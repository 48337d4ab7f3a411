// Package flight runs functions, and some of them again.
package flight

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

var (
	errAgain   = errors.New("again") // leaves the package nowhere
	errGiveUp  = errors.New("gave up")
	errRetry   = errors.New("retry") // see Again
	ErrBusy    = errors.New("busy")  // may be returned by anybody
	errRefused = errors.New("refused")
)

type call struct {
	done chan struct{}
	err  error
}

// A Group makes one call for all who ask at the same time.
type Group struct {
	mu    sync.Mutex
	calls map[string]*call
}

// Do goes on only when the call of another failed.
func (g *Group) Do(ctx context.Context, key string, fn func(context.Context) error) error {
	wait := time.Millisecond
	for { // region: retry errors=predicate
		err := g.do(ctx, key, fn)
		if err == nil || !errors.Is(err, errAgain) {
			return err
		}
		if wait >= time.Second {
			return fmt.Errorf("flight: %w", errGiveUp)
		}
		wait *= 2
		time.Sleep(wait)
	}
}

func (g *Group) do(ctx context.Context, key string, fn func(context.Context) error) error {
	g.mu.Lock()
	if c, ok := g.calls[key]; ok {
		g.mu.Unlock()
		return c.wait(ctx)
	}
	c := &call{done: make(chan struct{})}
	g.calls[key] = c
	g.mu.Unlock()
	c.err = fn(ctx)
	close(c.done)
	return c.err
}

func (c *call) wait(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-c.done:
		if c.err != nil {
			return errAgain
		}
		return nil
	}
}

// Compared is the same with a comparison.
func Compared(fn func() error) error {
	for range 3 { // region: retry|none|other
		if err := fn(); err != errAgain {
			return err
		}
	}
	return errGiveUp
}

// A stale error is made in this package only.
type stale struct{ error }

// Renewed goes on when something of its own is stale.
func Renewed(fn func() error) error {
	for range 3 { // region: retry|none|other
		err := fn()
		var s *stale
		if !errors.As(err, &s) {
			return err
		}
	}
	return errGiveUp
}

// Inside hands over a function of this package, which knows the error.
func Inside() error {
	return Compared(func() error { // region: retry kind=inhouse-helper-call
		return ask("a")
	})
}

// Outside hands over one that does not.
func Outside() error {
	return Compared(func() error { // region: none|other
		return ping("a")
	})
}

func ask(name string) error {
	if err := ping(name); err != nil {
		return errAgain
	}
	return nil
}

// Near misses: others can return these errors.

// Busy goes on while there is an ErrBusy.
func Busy(fn func() error) error {
	for range 3 { // region: retry|none|other
		if err := fn(); !errors.Is(err, ErrBusy) {
			return err
		}
	}
	return errGiveUp
}

// Asked goes on after what Again returned.
func Asked(fn func() error) error {
	for range 3 { // region: retry|none|other
		if err := fn(); !errors.Is(err, errRetry) {
			return err
		}
	}
	return errGiveUp
}

// Again makes an error that Asked goes on after.
func Again() error { return again("again") }

func again(why string) error { return fmt.Errorf("%s: %w", why, errRetry) }

// Marked goes on after errors that are marked.
func Marked(fn func() error) error {
	for range 3 { // region: retry|none|other
		err := fn()
		var m *mark
		if !errors.As(err, &m) {
			return err
		}
	}
	return errGiveUp
}

type mark struct{ error }

// Mark marks an error.
func Mark(err error) error {
	if err == nil {
		return nil
	}
	return &mark{err}
}

// Most goes on unless the failure is one of this package.
func Most(fn func() error) error {
	for range 3 { // region: retry|none|other
		if err := fn(); err == nil || errors.Is(err, errRefused) {
			return err
		}
	}
	return errGiveUp
}
