package failover

import (
	"context"
	"errors"
	"time"
)

// Helpers that run what they are handed at one host after the other.

func (h *Host) connected(ctx context.Context, op func(*Host) error) error {
	if err := get(ctx, h.name, "/hello"); err != nil {
		return err
	}
	return op(h)
}

func (c *Cluster) with(ctx context.Context, op func(*Host) error) error {
	var err error
	for _, host := range c.hosts { // region: failover errors=all
		if err = host.connected(ctx, op); err == nil {
			return nil
		}
	}
	return err
}

// ErrBusy asks for patience.
var ErrBusy = errors.New("busy")

// again tries once more when the cluster was busy, all hosts of it.
func (c *Cluster) again(ctx context.Context, op func(*Host) error) error {
	return repeat(ctx, func() error { // region: retry kind=inhouse-helper-call attempts=3 errors=predicate
		var err error
		for _, host := range c.hosts { // region: failover errors=all
			if err = host.connected(ctx, op); err == nil {
				return nil
			}
		}
		return err
	})
}

func repeat(ctx context.Context, op func() error) error {
	var err error
	for range 3 { // region: retry attempts=3 errors=predicate delay=fixed
		if err = op(); !errors.Is(err, ErrBusy) {
			return err
		}
		time.Sleep(time.Second)
	}
	return err
}

func (c *Cluster) stored(ctx context.Context, key string) error {
	return c.with(ctx, func(h *Host) error { // region: failover kind=inhouse-helper-call errors=all
		return h.store(ctx, key)
	})
}

func (c *Cluster) storedAgain(ctx context.Context, key string) error {
	return c.again(ctx, func(h *Host) error { // region: retry kind=inhouse-helper-call errors=predicate delay=fixed
		return h.store(ctx, key)
	})
}

// listed asks for what matches, which may be nothing: the first host decides.
func (c *Cluster) listed(ctx context.Context, match func(string) bool) error {
	return c.with(ctx, func(h *Host) error { // region: failover kind=inhouse-helper-call
		if err := h.store(ctx, "list"); err != nil {
			return err
		}
		if !match(h.name) {
			return ErrBusy
		}
		return nil
	})
}
