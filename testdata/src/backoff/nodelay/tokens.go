package nodelay

import (
	"context"
	"sync"

	"backoff/nodelay/pace"
)

func paced(ctx context.Context, p *pace.Pacer, s Service) error {
	return p.Call(func() error {
		_, err := s.Call(ctx, "q")
		return err
	})
}

func atOnce(ctx context.Context, s Service) error {
	return pace.AtOnce(5, func() error {
		_, err := s.Call(ctx, "q") // want `\(nodelay\.Service\)\.Call is repeated without a wait, up to 5 attempts: wait longer each time, with jitter`
		return err
	})
}

// turns lets one attempt begin after the other.
type turns struct {
	mu   sync.Mutex
	cond *sync.Cond
	free bool
}

func (t *turns) take() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for !t.free {
		t.cond.Wait()
	}
	t.free = false
}

// A line is up or down.
type line struct{ up chan struct{} }

func (l *line) await(ctx context.Context) {
	select {
	case <-l.up:
	case <-ctx.Done():
	}
}

func whileUp(ctx context.Context, l *line, s Service) (err error) {
	for range 5 {
		if _, err = s.Call(ctx, "q"); err == nil {
			return nil
		}
		l.await(ctx)
	}
	return err
}

func inTurn(ctx context.Context, t *turns, s Service) (err error) {
	for range 5 {
		t.take()
		if _, err = s.Call(ctx, "q"); err == nil {
			return nil
		}
	}
	return err
}
