// Package stored has objects that keep a context, and use it where the caller
// has one.
package stored

import (
	"context"
	"errors"
	"time"
)

type backend interface {
	Get(ctx context.Context, key string) (string, error)
	Put(ctx context.Context, key, value string) error
}

type session struct {
	ctx    context.Context
	cancel context.CancelFunc
	b      backend
}

func (s *session) get(ctx context.Context, key string) (string, error) {
	return s.b.Get(s.ctx, key) // want `^\(stored.backend\).Get gets the context that is kept in the field ctx although ctx is in reach: it goes on when the caller gives up$`
}

func (s *session) timed(ctx context.Context, key string) error {
	c, cancel := context.WithTimeout(s.ctx, time.Second)
	defer cancel()
	if err := s.b.Put(c, key, "v"); err != nil { // want `kept in the field ctx although ctx is in reach`
		return err
	}
	return s.b.Put(ctx, key, "w")
}

// From here on nothing is wrong.

func (s *session) either(ctx context.Context, key string) (string, error) {
	c := s.ctx
	if ctx != nil {
		c = ctx
	}
	return s.b.Get(c, key)
}

// It ends with both.
func (s *session) both(ctx context.Context, key string) (string, error) {
	c, cancel := context.WithCancel(s.ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, cancel)
	defer stop()
	return s.b.Get(c, key)
}

// A goroutine ends it when the caller has gone.
func (s *session) watched(ctx context.Context, key string) (string, error) {
	c, cancel := context.WithTimeout(s.ctx, time.Minute)
	defer cancel()
	go func() {
		select {
		case <-ctx.Done():
			cancel()
		case <-c.Done():
		}
	}()
	return s.b.Get(c, key)
}

// What is undone must be undone, and what runs on is not the caller's.
func (s *session) undo(ctx context.Context, key string) error {
	if err := s.b.Put(ctx, key, "v"); err != nil {
		return errors.Join(err, s.b.Put(s.ctx, key, ""))
	}
	go s.b.Put(s.ctx, key, "later")
	return nil
}

func (s *session) alone(key string) (string, error) { return s.b.Get(s.ctx, key) }

// An object that is made with the context.
func (s *session) open(ctx context.Context, key string) (*session, error) {
	return newSession(s.ctx, s.b)
}

func newSession(ctx context.Context, b backend) (*session, error) {
	ctx, cancel := context.WithCancel(ctx)
	return &session{ctx, cancel, b}, nil
}

// The options of one call hold the context of that call.
type options struct{ ctx context.Context }

func (s *session) with(ctx context.Context, o options) error { return s.b.Put(o.ctx, "k", "v") }
