package ignored

import (
	"context"
	"errors"
	"net/http"
	"time"
)

// The attempts end, as what fails then is final: the wait alone goes on.
func (s *service) classified(ctx context.Context) error {
	return until(3, func() (bool, error) { // want `^ignored.until repeats \(ignored.store\).Save without ctx: when it is done, a wait goes on$`
		err := s.db.Save(ctx, "x")
		return !temporary(err), err
	})
}

func temporary(err error) bool {
	return err != nil && !errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

func until(n int, f func() (bool, error)) (err error) {
	for range n {
		var done bool
		if done, err = f(); done {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

// From here on nothing is wrong.

type handler func(ctx context.Context, s string) error

// decorate makes a handler that repeats another one: its callers hand it the
// context.
func decorate(h handler) handler {
	return func(ctx context.Context, s string) (err error) {
		for range 3 {
			if err = h(ctx, s); err == nil {
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
}

func patient(h handler) handler {
	return func(_ context.Context, s string) error {
		return repeat(3, func() error { return h(context.Background(), s) })
	}
}

func (s *service) decorated(ctx context.Context) error {
	h := decorate(s.db.Save)
	return errors.Join(h(ctx, "x"), patient(s.db.Save)(ctx, "y"))
}

// The head of the loop looks at the context that ended the wait.
func (s *service) looks(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		default:
		}
		err := s.db.Save(ctx, "x")
		if err == nil {
			return nil
		}
		if !errors.Is(err, errBusy) {
			return err
		}
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// Only busy attempts are made again: one that finds the context done is none.
func (s *service) busyOnly(ctx context.Context, d time.Duration) error {
	tries := 0
retry:
	err := s.db.Save(ctx, "x")
	tries++
	if err != nil && tries < 10 && errors.Is(err, errBusy) {
		after := time.NewTimer(d)
		select {
		case <-after.C:
		case <-s.ctx.Done():
			after.Stop()
		}
		goto retry
	}
	return err
}

// What is sent has a time limit of its own: that is no wait between attempts.
func (s *service) limited(req *http.Request) error {
	tries := 1
again:
	timer := time.NewTimer(time.Second)
	resp, err := s.within(timer, req)
	if err != nil {
		return err
	}
	if err := s.check(req.Context(), resp); err != nil {
		if errors.Is(err, errBusy) && tries > 0 {
			tries--
			goto again
		}
		return err
	}
	return nil
}

func (s *service) check(ctx context.Context, resp *http.Response) error {
	resp.Body.Close()
	if resp.StatusCode == http.StatusOK {
		return nil
	}
	return s.db.Save(ctx, "refused")
}

type answer struct {
	resp *http.Response
	err  error
}

func (s *service) within(timer *time.Timer, req *http.Request) (*http.Response, error) {
	done := make(chan answer, 1)
	go func() {
		resp, err := http.DefaultClient.Do(req)
		done <- answer{resp, err}
	}()
	select {
	case a := <-done:
		return a.resp, a.err
	case <-timer.C:
		return nil, errors.New("timeout")
	}
}

// The context is looked at ten times a second.
func (s *service) oftenEnough(ctx context.Context, hosts []string) error {
	for ctx.Err() == nil {
		for range hosts {
			if s.db.Save(ctx, "x") == nil {
				return nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	return ctx.Err()
}

// Without a context there is nothing that could end the wait.
func (s *service) perhaps(n int) (err error) {
	for range n {
		if err = s.db.Save(s.ctx, "x"); err == nil {
			return nil
		}
		if s.ctx != nil {
			select {
			case <-s.ctx.Done():
				return s.ctx.Err()
			case <-time.After(time.Second):
			}
		} else {
			time.Sleep(time.Second)
		}
	}
	return err
}

func (s *service) endless(ctx context.Context, n int) (err error) {
	for range n {
		if err = s.db.Save(ctx, "x"); err == nil {
			return nil
		}
		if done := ctx.Done(); done != nil {
			select {
			case <-done:
				return ctx.Err()
			case <-time.After(time.Second):
				continue
			}
		}
		time.Sleep(time.Second)
	}
	return err
}
