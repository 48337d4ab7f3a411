package nodelay

import (
	"context"
	"errors"
	"time"
)

var errAgain = errors.New("again")

type journal interface {
	Propose(ctx context.Context, data []byte) error
}

type node struct {
	log  journal
	done chan error
}

// An attempt that is repeated because its own time is up has waited.
func (n *node) patient(ctx context.Context, data []byte) error {
	propose := func(timeout time.Duration) error {
		cctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		if err := n.log.Propose(cctx, data); err != nil {
			return err
		}
		select {
		case err := <-n.done:
			return err
		case <-ctx.Done():
			return ctx.Err()
		case <-cctx.Done():
			return errAgain
		}
	}
	err := errAgain
	for err == errAgain {
		err = propose(4 * time.Second)
	}
	return err
}

func (n *node) fired(ctx context.Context, data []byte) error {
	for {
		if err := n.once(ctx, data); !errors.Is(err, errAgain) {
			return err
		}
	}
}

func (n *node) once(ctx context.Context, data []byte) error {
	if err := n.log.Propose(ctx, data); err != nil {
		return err
	}
	select {
	case err := <-n.done:
		return err
	case <-time.After(time.Second):
		return errAgain
	}
}

// One that is repeated also when it is refused has not.
func (n *node) hasty(ctx context.Context, data []byte) error {
	for ctx.Err() == nil {
		if err := n.refused(ctx, data); !errors.Is(err, errAgain) { // want `refused is repeated without a wait`
			return err
		}
	}
	return ctx.Err()
}

func (n *node) refused(ctx context.Context, data []byte) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := n.log.Propose(ctx, data); err != nil {
		return errAgain
	}
	select {
	case err := <-n.done:
		return err
	case <-ctx.Done():
		return errAgain
	}
}
