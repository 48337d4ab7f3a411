package cancel

import (
	"context"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// A helper whose wait ends with the context that it is handed makes no attempt
// after that context has ended.

type retrier struct {
	attempts, most int
	broken         bool
}

func (r *retrier) Break() { r.broken = true }

func (r *retrier) do(ctx context.Context, op func(*retrier) error) error {
	for {
		err := op(r)
		if err == nil {
			return nil
		}
		r.attempts++
		if r.broken || r.attempts >= r.most {
			return err
		}
		if err := sleepOrDone(ctx, time.Second); err != nil {
			return err
		}
	}
}

func sleepOrDone(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func wakes(ctx context.Context, api API, key string) error {
	r := &retrier{most: 5}
	return r.do(ctx, func(r *retrier) error {
		err := api.Get(ctx, key)
		if err != nil && last(err) {
			r.Break()
		}
		return err
	})
}

func wakesMarked(ctx context.Context, api API, key string) error {
	return marked(ctx, func() (bool, error) {
		err := api.Get(ctx, key)
		return err != nil && !last(err), err
	})
}

func marked(ctx context.Context, op func() (again bool, err error)) error {
	for {
		again, err := op()
		if !again {
			return err
		}
		if err := sleepOrDone(ctx, time.Second); err != nil {
			return err
		}
	}
}

// One whose wait goes on makes them all.

func sleeps(ctx context.Context, api API, key string) error {
	return heedless(func() (bool, error) {
		err := api.Get(ctx, key)
		return err != nil && !finally(err), err
	})
}

func heedless(op func() (again bool, err error)) error {
	for range 4 {
		again, err := op()
		if !again {
			return err
		}
		time.Sleep(time.Second)
	}
	return nil
}

func finally(err error) bool {
	switch status.Code(err) {
	case codes.InvalidArgument, codes.NotFound, codes.AlreadyExists, codes.PermissionDenied, codes.FailedPrecondition,
		codes.OutOfRange, codes.Unimplemented, codes.Unauthenticated, codes.ResourceExhausted:
		return true
	}
	return false // want `canceled calls are retried`
}
