// Package ignored has retries whose waits or attempts go on when the context
// in reach is done, and others that only look so.
package ignored

import (
	"context"
	"errors"
	"net/http"
	"time"

	"github.com/avast/retry-go/v4"
)

var errBusy = errors.New("busy")

type store interface {
	Save(ctx context.Context, s string) error
}

type service struct {
	db    store
	ctx   context.Context
	sleep func(time.Duration)
}

// A plain sleep.
func (s *service) sleeps(ctx context.Context) (err error) {
	for range 4 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `^time.Sleep of 1s between attempts of \(ignored.store\).Save does not end with ctx$`
	}
	return err
}

// The context is that of the request.
func (s *service) handle(w http.ResponseWriter, r *http.Request) {
	for range 4 {
		if s.db.Save(r.Context(), "x") == nil {
			return
		}
		time.Sleep(time.Second) // want `does not end with r.Context\(\)`
	}
}

// A context is looked at before a wait that does not end with it.
func (s *service) checksFirst(ctx context.Context) error {
	for i := 0; ; i++ {
		err := s.db.Save(ctx, "x")
		if err == nil || i == 3 {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
			time.Sleep(time.Duration(i) * time.Second) // want `^time.Sleep between attempts of .* does not end with ctx`
		}
	}
}

// A timer without the context.
func (s *service) timer(ctx context.Context) (err error) {
	t := time.NewTimer(0)
	defer t.Stop()
	for range 4 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		t.Reset(2 * time.Second)
		<-t.C // want `^the wait of 2s between attempts of .* does not end with ctx`
	}
	return err
}

// Goto is a loop too.
func (s *service) jumps(ctx context.Context) error {
	n := 0
again:
	err := s.db.Save(ctx, "x")
	if err != nil && n < 5 {
		n++
		time.Sleep(time.Second) // want `^time.Sleep of 1s`
		goto again
	}
	return err
}

// The sleep is injected.
func (s *service) injected(ctx context.Context) (err error) {
	for range 4 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		s.sleep(time.Second) // want `^a function value of 1s between attempts of .* does not end with ctx`
	}
	return err
}

// The break leaves the select, not the loop.
func (s *service) breaks(ctx context.Context) (err error) {
	for range 4 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		select { // want `^attempts of .* go on after ctx is done: the select ends the wait, not the loop$`
		case <-ctx.Done():
			break
		case <-time.After(time.Second):
		}
	}
	return err
}

// Nothing ends it: after ctx is done it spins.
func (s *service) spins(ctx context.Context) {
	for {
		if err := s.db.Save(ctx, "x"); err == nil { // want `go on for ever after ctx is done`
			return
		}
	}
}

// The context that the operation gets is kept in a field.
func (s *service) kept() (err error) {
	for range 4 {
		if err = s.db.Save(s.ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second) // want `does not end with ctx`
	}
	return err
}

// A goroutine that is handed the context.
func (s *service) background(ctx context.Context) {
	go func() {
		for range 4 {
			if s.db.Save(ctx, "x") == nil {
				return
			}
			time.Sleep(time.Second) // want `does not end with ctx`
		}
	}()
}

// A helper that takes no context.
func repeat(n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

func (s *service) helper(ctx context.Context) error {
	return repeat(3, func() error { // want `^ignored.repeat repeats \(ignored.store\).Save without ctx: when it is done, the waits and attempts go on$`
		return s.db.Save(ctx, "x")
	})
}

// A library without its option.
func (s *service) library(ctx context.Context) error {
	return retry.Do(func() error { // want `^retry.Do repeats .* without ctx`
		return s.db.Save(ctx, "x")
	}, retry.Attempts(5), retry.Delay(time.Second))
}

// From here on nothing is wrong.

func (s *service) selects(ctx context.Context) (err error) {
	for range 4 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
	}
	return err
}

func (s *service) libraryWithContext(ctx context.Context) error {
	return retry.Do(func() error {
		return s.db.Save(ctx, "x")
	}, retry.Attempts(5), retry.Delay(time.Second), retry.Context(ctx))
}

// No context is in reach.
func (s *service) alone() (err error) {
	for range 4 {
		if err = s.db.Save(context.Background(), "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// Over before anyone minds.
func (s *service) brief(ctx context.Context) (err error) {
	for range 3 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(5 * time.Millisecond)
	}
	return err
}

// No wait: once ctx is done the attempts fail at once, and they are few.
func (s *service) atOnce(ctx context.Context) (err error) {
	for range 3 {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
	}
	return err
}

// The attempts are made after ctx is done, in order to clean up.
func (s *service) cleansUp(ctx context.Context) {
	<-ctx.Done()
	for range 4 {
		if s.db.Save(context.WithoutCancel(ctx), "gone") == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func (s *service) defers(ctx context.Context) error {
	defer func() {
		for range 4 {
			if s.db.Save(context.Background(), "gone") == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return s.db.Save(ctx, "x")
}

// A goroutine that nobody waits for has nothing to do with ctx.
func (s *service) detaches(ctx context.Context) error {
	go func() {
		for range 4 {
			if s.db.Save(context.Background(), "later") == nil {
				return
			}
			time.Sleep(time.Second)
		}
	}()
	return s.db.Save(ctx, "x")
}

// A helper that is handed the context answers for itself.
func repeatCtx(ctx context.Context, n int, f func() error) (err error) {
	for range n {
		if err = f(); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return context.Cause(ctx)
		case <-time.After(time.Second):
		}
	}
	return err
}

func (s *service) helperWithContext(ctx context.Context) error {
	return repeatCtx(ctx, 3, func() error { return s.db.Save(ctx, "x") })
}

// The source gives the context no name: an interface asked for it.
func (s *service) unnamed(_ context.Context) (err error) {
	for range 4 {
		if err = s.db.Save(context.Background(), "x"); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
	return err
}

// A stop channel ends the wait.
func (s *service) stops(ctx context.Context, stop chan struct{}) (err error) {
	for range 4 {
		if err = s.db.Save(ctx, "x"); err == nil || !errors.Is(err, errBusy) {
			return err
		}
		select {
		case <-stop:
			return err
		case <-time.After(time.Second):
		}
	}
	return err
}

// The context is looked at after each wait, and the waits are short.
func (s *service) often(ctx context.Context) error {
	for {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err := s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Other failures end it, ctx among them.
func (s *service) conflicts(ctx context.Context) error {
	for {
		err := s.db.Save(ctx, "x")
		if err == nil {
			return nil
		}
		if !errors.Is(err, errBusy) {
			return err
		}
	}
}
