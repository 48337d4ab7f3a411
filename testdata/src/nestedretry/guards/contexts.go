package guards

import (
	"context"
	"time"

	"nestedretry/guards/quota"
)

type ctxKey int

const (
	noRetryKey ctxKey = iota
	traceKey
)

var pointerKey = &struct{ name string }{"no retry"}

// byKey makes one attempt under a context with the key.
func byKey(ctx context.Context) (err error) {
	most := 3
	if ctx.Value(noRetryKey) != nil {
		most = 1
	}
	for range most {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

func byPointer(ctx context.Context) (err error) {
	if ctx.Value(pointerKey) != nil {
		return send(ctx)
	}
	for range 3 {
		if err = send(ctx); err == nil {
			return nil
		}
	}
	return err
}

// byQuota asks another package.
func byQuota(ctx context.Context) (err error) {
	for range 3 {
		if err = send(ctx); err == nil || quota.Owned(ctx) {
			return err
		}
	}
	return err
}

// again retries, unless it is below itself or its like.
func again(ctx context.Context, op func(context.Context) error) (err error) {
	if ctx.Value(noRetryKey) != nil {
		return op(ctx)
	}
	ctx = context.WithValue(ctx, noRetryKey, struct{}{})
	for range 4 {
		if err = op(ctx); err == nil {
			return nil
		}
	}
	return err
}

// owned marks its context for what is below.
func owned(ctx context.Context) (err error) {
	ctx = context.WithValue(ctx, noRetryKey, true)
	for range 2 {
		if err = byKey(ctx); err == nil {
			return nil
		}
	}
	return err
}

// timed marks one attempt after the other, with a timeout.
func timed(ctx context.Context) (err error) {
	for range 2 {
		one, cancel := context.WithTimeout(context.WithValue(ctx, pointerKey, 1), time.Second)
		err = byPointer(one)
		cancel()
		if err == nil {
			return nil
		}
	}
	return err
}

func byOwner(ctx context.Context) (err error) {
	ctx = quota.Own(ctx)
	for range 2 {
		if err = byQuota(ctx); err == nil {
			return nil
		}
	}
	return err
}

func inside(ctx context.Context) error {
	return again(ctx, func(ctx context.Context) error { return byKey(ctx) })
}

func twiceInside(ctx context.Context) (err error) {
	return again(ctx, func(ctx context.Context) error {
		return middle(ctx)
	})
}

func middle(ctx context.Context) error { return byKey(ctx) }

// Near misses.

// otherKey marks the context with a key that nobody asks for.
func otherKey(ctx context.Context) (err error) {
	ctx = context.WithValue(ctx, traceKey, true)
	for range 2 {
		if err = byKey(ctx); err == nil { // want `up to 6 calls`
			return nil
		}
	}
	return err
}

// plain marks nothing.
func plain(ctx context.Context) (err error) {
	for range 2 {
		if err = byPointer(ctx); err == nil { // want `up to 6 calls`
			return nil
		}
	}
	return err
}

// sayingNo marks it with the answer no.
func sayingNo(ctx context.Context) (err error) {
	for range 2 {
		if err = byQuota(ctx); err == nil { // want `up to 6 calls`
			return nil
		}
	}
	return err
}

// captured does not use the context that it is handed.
func captured(ctx context.Context) error {
	return again(ctx, func(context.Context) error { // want `up to 12 calls`
		return byKey(ctx)
	})
}

// late marks the context only for what comes after.
func late(ctx context.Context) (err error) {
	for range 2 {
		if err = byKey(ctx); err == nil { // want `up to 6 calls`
			break
		}
	}
	ctx = context.WithValue(ctx, noRetryKey, true)
	return send(ctx)
}
